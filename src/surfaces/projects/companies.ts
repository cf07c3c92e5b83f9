import { fail } from '../../kernel/errors/index.ts'
import { createId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from './actor.ts'
import { checkName } from './names.ts'
import { projectsSignal } from './projects.ts'
import * as rows from './store.ts'

/** What a company has bought; decides its credits. */
export type Plan = keyof typeof limits.credits
/** Every plan, cheapest first. */
export const plans = Object.keys(limits.credits) as Plan[]

export interface Company {
  id: string
  name: string
  plan: Plan
  /** Milliseconds since epoch. */
  createdAt: number
}

/** Makes a company; the plan is `enterprise` unless given, because anyone who hosts the service owns it, and the id a new one unless it is reserved. */
export async function createCompany(
  db: Db,
  input: { name: string; plan?: string; id?: string },
  actor: Actor = systemActor,
): Promise<Company> {
  const company: Company = {
    id: input.id ?? createId('company'),
    name: checkName(input.name),
    plan: checkPlan(input.plan ?? 'enterprise'),
    createdAt: db.nowMs(),
  }
  await rows.insertCompany(db, company)
  await audit(db, actor, { action: 'company.created', companyId: company.id, target: company.id })
  return company
}

/** The company, or undefined. */
export async function findCompany(db: Db, companyId: string): Promise<Company | undefined> {
  const row = await rows.selectCompany(db, companyId)
  return row && { ...row, plan: checkPlan(row.plan) }
}

/** All companies of this installation, oldest first. */
export async function listCompanies(db: Db): Promise<Company[]> {
  return (await rows.selectCompanies(db)).map((row) => ({ ...row, plan: checkPlan(row.plan) }))
}

/** Puts a company on another plan; VALIDATION_FAILED for a word that is no plan, PROJECT_NOT_FOUND without company. */
export async function setPlan(db: Db, companyId: string, plan: string, actor: Actor = systemActor): Promise<Company> {
  const next = checkPlan(plan)
  const before = (await findCompany(db, companyId)) ?? fail('PROJECT_NOT_FOUND', `There is no company ${companyId}.`)
  await rows.updatePlan(db, companyId, next)
  db.signal(projectsSignal)
  await audit(db, actor, {
    action: 'company.plan_set',
    companyId,
    target: companyId,
    detail: { from: before.plan, to: next },
  })
  return { ...before, plan: next }
}

function checkPlan(plan: string): Plan {
  const known = plans.find((candidate) => candidate === plan)
  const message = `use one of ${plans.join(', ')}`
  return known ?? fail('VALIDATION_FAILED', { issues: [{ path: '/plan', message }] })
}
