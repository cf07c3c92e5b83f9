import { fail } from '../../kernel/errors/index.ts'
import { createId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from './actor.ts'
import { checkName } from './names.ts'
import { projectsSignal } from './projects.ts'
import * as rows from './store.ts'

/** Determines the quotas of the company. */
export type Plan = keyof typeof limits.credits
/** Cheapest first. */
export const plans = Object.keys(limits.credits) as Plan[]

export interface Company {
  id: string
  name: string
  plan: Plan
  /** Unix time in ms. */
  createdAt: number
}

/**
 * The plan defaults to `enterprise`, because the operator of an installation owns it; `id` is only set for reserved
 * companies.
 */
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

export async function findCompany(db: Db, companyId: string): Promise<Company | undefined> {
  const row = await rows.selectCompany(db, companyId)
  return row && { ...row, plan: checkPlan(row.plan) }
}

/** Oldest first. */
export async function listCompanies(db: Db): Promise<Company[]> {
  return (await rows.selectCompanies(db)).map((row) => ({ ...row, plan: checkPlan(row.plan) }))
}

/** VALIDATION_FAILED for an unknown plan, PROJECT_NOT_FOUND for an unknown company. */
export async function setPlan(db: Db, companyId: string, plan: string, actor: Actor = systemActor): Promise<Company> {
  const next = checkPlan(plan)
  const before = (await findCompany(db, companyId)) ?? fail('PROJECT_NOT_FOUND', `Unknown company ${companyId}.`)
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
