/** Plans of DMARC records: generated, then verified as published. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { DnsClient } from '../../../platform/net/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import { type PlanRow, insertPlan, presentPlan, resolverOf, selectPlan, updatePlan } from '../dns/index.ts'
import { type ReportAddresses, readDomainName, reportingAddress, findByName } from '../domains/index.ts'
import { checkPublished } from './check-published.ts'
import type { CheckDns, CheckedDns, GenerateRecord, GeneratedRecord } from './contract.ts'
import { describeDraft, draftRecord } from './generate.ts'

export interface WizardDeps {
  readonly store: Store
  readonly dns: Pick<DnsClient, 'query'>
  readonly addresses: ReportAddresses
}

/** Writes a record, explains it, and stores it as a plan beside the record that applies now. */
export async function generateRecord(
  { addresses, dns, store }: WizardDeps,
  caller: Caller,
  body: GenerateRecord,
  once: (effect: (db: Db) => Promise<GeneratedRecord>) => Promise<GeneratedRecord>,
): Promise<GeneratedRecord> {
  const domain = readDomainName(body.domain)
  const row = await findByName(store.read, caller, domain)
  const address = row === undefined ? null : reportingAddress(addresses, row.token)
  const resolve = resolverOf(dns)
  const draft = await draftRecord(domain, body, { address, resolve })
  const described = await describeDraft(draft, resolve)
  return once(async (db) => {
    const now = db.nowMs()
    const plan: PlanRow = {
      id: createId('plan', now),
      projectId: caller.projectId,
      domain,
      recordBefore: described.before?.record ?? null,
      recordAfter: draft.value,
      state: 'planned',
      actorName: caller.actor.name,
      createdAt: now,
      checkedAt: null,
      publishedAt: null,
    }
    await insertPlan(db, plan)
    await recordAct(db, caller, ['dmarc.record_planned', plan.id], { domain, record: draft.value })
    return { plan: presentPlan(plan), ...described }
  })
}

/** Compares DNS with a plan, whose state follows, or with a record. PLAN_NOT_FOUND also for plans of other projects. */
export async function checkDns({ dns, store }: WizardDeps, caller: Caller, body: CheckDns): Promise<CheckedDns> {
  const { domain, plan_id: planId, record } = body
  const isPlan = planId !== undefined && domain === undefined && record === undefined
  if (!isPlan && (planId !== undefined || domain === undefined || record === undefined))
    return fail('VALIDATION_FAILED', {
      issues: [{ path: '', message: 'send either plan_id, or domain and record' }],
    })
  const resolve = resolverOf(dns)
  if (!isPlan) {
    const given = { domain: readDomainName(domain ?? ''), planned: record ?? '' }
    return { ...(await checkPublished(given, resolve)), plan: null }
  }
  const plan = (await selectPlan(store.read, caller.projectId, planId)) ?? fail('PLAN_NOT_FOUND')
  const checked = await checkPublished({ domain: plan.domain, planned: plan.recordAfter }, resolve)
  if (checked.state === 'unmeasured') return { ...checked, plan: presentPlan(plan) }
  const change = await store.tx(async (db) => {
    const now = db.nowMs()
    const next = {
      state: stateOf(checked.state),
      checkedAt: now,
      publishedAt: checked.state === 'published' ? (plan.publishedAt ?? now) : plan.publishedAt,
    }
    await updatePlan(db, caller.projectId, plan.id, next)
    if (next.state === 'published' && plan.publishedAt === null)
      await recordAct(db, caller, ['dmarc.record_published', plan.id], { domain: plan.domain })
    return next
  }, underLocks)
  return { ...checked, plan: presentPlan({ ...plan, ...change }) }
}

function stateOf(state: CheckedDns['state']): PlanRow['state'] {
  return state === 'published' || state === 'partly_published' ? state : 'different'
}
