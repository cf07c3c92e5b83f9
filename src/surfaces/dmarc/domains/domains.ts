/** Add, read, change and remove sending domains. Functions that write must run in a transaction. */
import { asciiDomain } from '../../../deliverability/address/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, takeWritable } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { applyRetention } from '../apply-retention.ts'
import { countQuarantined } from '../count-quarantined.ts'
import { dayOf } from '../days.ts'
import { purgeDomain } from '../purge-domain.ts'
import { type ReportAddresses, createToken } from './addresses.ts'
import { type AddDomain, UpdateDomain } from './contract.ts'
import { ensureGroup } from './ensure-group.ts'
import { presentDomain } from './present.ts'
import * as rows from './store.ts'
import { type Viewer, isVisible } from './visibility.ts'

/** DOMAIN_NOT_FOUND also for domains of other projects, and of groups that the caller may not see. */
export async function loadDomain(db: Db, caller: Viewer, id: string): Promise<rows.DomainRow> {
  const row = isId('domain', id) ? await rows.selectDomain(db, caller.projectId, id) : undefined
  return requireVisible(db, caller, row)
}

/** Locks the domain until the transaction ends. DOMAIN_NOT_FOUND also for domains of other projects. */
export async function takeDomain(db: Db, caller: Viewer, id: string): Promise<rows.DomainRow> {
  const row = isId('domain', id) ? await rows.lockDomain(db, caller.projectId, id) : undefined
  return requireVisible(db, caller, row)
}

/** The domain of that name, if the caller may see it. */
export async function findByName(db: Db, caller: Viewer, domain: string): Promise<rows.DomainRow | undefined> {
  const row = await rows.selectByName(db, caller.projectId, domain)
  return row !== undefined && (await isVisible(db, caller, row.groupName)) ? row : undefined
}

async function requireVisible(db: Db, caller: Viewer, row: rows.DomainRow | undefined): Promise<rows.DomainRow> {
  return row !== undefined && (await isVisible(db, caller, row.groupName)) ? row : fail('DOMAIN_NOT_FOUND')
}

/** The A-labels of a domain in a request. VALIDATION_FAILED at the path if it is not a registrable name or below one. */
export function readDomainName(given: string, path = '/domain'): string {
  const domain = asciiDomain(given.trim().replace(/\.$/, ''))
  if (domain === undefined || !/\.[a-z][a-z0-9-]*$/.test(domain))
    return fail('VALIDATION_FAILED', {
      issues: [{ path, message: 'not a domain: send a domain name such as example.com' }],
    })
  return domain
}

/** DOMAIN_EXISTS if the project has the domain, LIMIT_REACHED if it has too many. Other projects may have it, too. */
export async function addDomain(db: Db, caller: Caller, input: AddDomain): Promise<rows.DomainRow> {
  const domain = readDomainName(input.domain)
  const { projectId } = caller
  const existing = await rows.countDomains(db, projectId)
  const present = await rows.selectByName(db, projectId, domain)
  if (present !== undefined && !(await isVisible(db, caller, present.groupName)))
    fail('DOMAIN_EXISTS', `${domain} is in a group of which you are no member.`)
  if (present !== undefined)
    fail('DOMAIN_EXISTS', { detail: `${domain} is ${present.id}.`, extra: { domain_id: present.id } })
  if (existing >= limits.dmarcDomains) fail('LIMIT_REACHED', `A project is limited to ${limits.dmarcDomains} domains.`)
  await ensureGroup(db, caller, input.group)
  const now = db.nowMs()
  const row = await rows.insertDomain(db, {
    id: createId('domain', now),
    projectId,
    domain,
    token: createToken(),
    groupName: null,
    expectedPolicy: null,
    acceptsFailures: false,
    isEnriched: true,
    rawDays: limits.dmarcRawDays,
    recordDays: limits.dmarcRecordDays,
    failureDays: limits.dmarcFailureDays,
    ...changeOf(input),
    status: 'pending',
    verification: null,
    verifiedAt: null,
    checkedAt: null,
    dueAt: now,
    lastReportAt: null,
    revision: 1,
    factsRevision: 1,
    createdAt: now,
    updatedAt: now,
    removedAt: null,
  })
  await enqueue(db, countQuarantined, { payload: { projectId, domain }, projectId })
  await recordAct(db, caller, ['dmarc.domain_added', row.id], { domain })
  return row
}

/** Changes the given settings in one new revision. */
export async function updateSettings(
  db: Db,
  caller: Caller,
  { id, body: given, ifMatch }: { id: string; body: UpdateDomain; ifMatch: string | undefined },
  addresses: ReportAddresses,
): Promise<rows.DomainRow> {
  await ensureGroup(db, caller, given.group)
  const row = await takeDomain(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  const body = await takeWritable(UpdateDomain, given, () => presentDomain(row, {}, addresses))
  const wanted = changeOf(body)
  const changed = Object.entries(wanted).filter(([name, value]) => row[name as keyof rows.DomainRow] !== value)
  if (changed.length === 0) return row
  const change = { ...Object.fromEntries(changed), revision: row.revision + 1, updatedAt: db.nowMs() }
  await rows.updateDomain(db, caller.projectId, id, change)
  const { projectId } = caller
  const isShorter = (['rawDays', 'recordDays', 'failureDays'] as const).some(
    (name) => (wanted[name] ?? row[name]) < row[name],
  )
  if (isShorter) await enqueue(db, applyRetention, { payload: { projectId, domainId: id }, projectId })
  await recordAct(db, caller, ['dmarc.domain_updated', id], { changed: Object.keys(body) })
  return { ...row, ...change }
}

/** Removes a domain at once; a job deletes its reports, records and totals. */
export async function removeDomain(db: Db, caller: Caller, id: string, ifMatch?: string): Promise<void> {
  const row = await takeDomain(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  await rows.updateDomain(db, caller.projectId, id, { removedAt: db.nowMs() })
  await enqueue(db, purgeDomain, { payload: { domainNo: row.no }, projectId: caller.projectId })
  await recordAct(db, caller, ['dmarc.domain_removed', id], { domain: row.domain })
}

/** Like `removeDomain`, by name. */
export async function removeByName(db: Db, caller: Caller, name: string): Promise<void> {
  const domain = asciiDomain(name.trim().replace(/\.$/, '')) ?? ''
  const row = await findByName(db, caller, domain)
  await removeDomain(db, caller, (row ?? fail('DOMAIN_NOT_FOUND')).id)
}

/** The last 30 days with the current one. */
export function recentDays(nowMs: number): { fromDay: number; toDay: number } {
  const toDay = dayOf(nowMs)
  return { fromDay: toDay - 29, toDay }
}

function changeOf({ enrichment, expected_policy, failure_reports, group, retention = {} }: UpdateDomain) {
  return {
    ...(group === undefined ? {} : { groupName: group }),
    ...(expected_policy === undefined ? {} : { expectedPolicy: expected_policy }),
    ...(failure_reports === undefined ? {} : { acceptsFailures: failure_reports }),
    ...(enrichment === undefined ? {} : { isEnriched: enrichment }),
    ...(retention.raw_days === undefined ? {} : { rawDays: retention.raw_days }),
    ...(retention.record_days === undefined ? {} : { recordDays: retention.record_days }),
    ...(retention.failure_days === undefined ? {} : { failureDays: retention.failure_days }),
  }
}
