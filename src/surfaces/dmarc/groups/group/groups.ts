/** Create, read, change and delete groups of domains. Functions that write must run in a transaction. */
import { fail } from '../../../../kernel/errors/index.ts'
import { isId } from '../../../../kernel/ids/index.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import { checkIfMatch, takeWritable } from '../../../../platform/http/index.ts'
import { type Caller, hasScope } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type GroupRow,
  type Viewer,
  createGroupRow,
  isVisible,
  lockDomainsOf,
  selectGroupByName,
} from '../../domains/index.ts'
import { type CreateGroup, type DomainGroup, UpdateGroup } from './contract.ts'
import { presentGroup } from './present.ts'
import * as rows from './store.ts'

/** GROUP_NOT_FOUND also for groups of other projects, and for those that the caller may not see. */
export async function loadGroup(db: Db, caller: Viewer, id: string): Promise<GroupRow> {
  const row = isId('domainGroup', id) ? await rows.selectGroup(db, caller.projectId, id) : undefined
  return row !== undefined && (await isVisible(db, caller, row.name)) ? row : fail('GROUP_NOT_FOUND')
}

export async function describeGroups(db: Db, groups: readonly GroupRow[]): Promise<DomainGroup[]> {
  const [projectId = ''] = groups.map((row) => row.projectId)
  const [members, domains] = await Promise.all([
    rows.selectMembers(
      db,
      groups.map(({ id }) => id),
    ),
    rows.countInGroups(db, projectId),
  ])
  return groups.map((row) =>
    presentGroup(row, { members: members.get(row.id) ?? [], domains: domains.get(row.name) ?? 0 }),
  )
}

export async function describeGroup(db: Db, row: GroupRow): Promise<DomainGroup> {
  const [described] = await describeGroups(db, [row])
  return described ?? fail('GROUP_NOT_FOUND')
}

/** NAME_TAKEN, LIMIT_REACHED, VALIDATION_FAILED for unknown accounts, FORBIDDEN for members without the scope `admin`. */
export async function createGroup(db: Db, caller: Caller, body: CreateGroup): Promise<DomainGroup> {
  await lockDomainsOf(db, caller.projectId)
  await refuseTaken(db, caller, body.name)
  const row = await createGroupRow(db, caller.projectId, body.name)
  const emails = await setMembers(db, caller, row.id, body.members ?? [])
  await recordAct(db, caller, ['dmarc.group_created', row.id], { name: row.name, members: emails.length })
  return describeGroup(db, row)
}

/** Changes the given members in one new revision; a new name is that of its domains, too. Fails like `createGroup`. */
export async function changeGroup(
  db: Db,
  caller: Caller,
  { id, body: given, ifMatch }: { id: string; body: UpdateGroup; ifMatch: string | undefined },
): Promise<DomainGroup> {
  const row = await takeGroup(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  const before = await describeGroup(db, row)
  const body = await takeWritable(UpdateGroup, given, () => before)
  const name = body.name ?? row.name
  const isRenamed = name !== row.name
  const areMembersNew = body.members !== undefined && !sameAddresses(body.members, before.members)
  if (!isRenamed && !areMembersNew) return before
  const now = db.nowMs()
  if (isRenamed) {
    await refuseTaken(db, caller, name)
    await rows.moveDomains(db, row.projectId, { from: row.name, to: name, nowMs: now })
  }
  if (areMembersNew) await setMembers(db, caller, id, body.members ?? [])
  const changed = { ...row, name, revision: row.revision + 1, updatedAt: now }
  await rows.updateGroup(db, row, changed)
  await recordAct(db, caller, ['dmarc.group_updated', id], { changed: Object.keys(body) })
  return describeGroup(db, changed)
}

/** Its domains belong to no group afterwards, so only the scope `admin` deletes a group with members. */
export async function removeGroup(db: Db, caller: Caller, id: string, ifMatch?: string): Promise<void> {
  const row = await takeGroup(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  const { members } = await describeGroup(db, row)
  if (members.length > 0) requireAdmin(caller)
  await rows.moveDomains(db, row.projectId, { from: row.name, to: null, nowMs: db.nowMs() })
  await rows.deleteGroup(db, row)
  await recordAct(db, caller, ['dmarc.group_deleted', id], { name: row.name })
}

/** Under the lock of the project, which every change of a group or of the group of a domain takes first. */
async function takeGroup(db: Db, caller: Caller, id: string): Promise<GroupRow> {
  await lockDomainsOf(db, caller.projectId)
  return loadGroup(db, caller, id)
}

async function refuseTaken(db: Db, { projectId }: Caller, name: string): Promise<void> {
  if ((await selectGroupByName(db, projectId, name)) !== undefined)
    fail('NAME_TAKEN', `There is already a group ${name}.`)
}

async function setMembers(db: Db, caller: Caller, groupId: string, given: readonly string[]): Promise<string[]> {
  const emails = [...new Set(given.map(normalForm))]
  if (emails.length === 0 && (await rows.selectMembers(db, [groupId])).get(groupId)?.length === 0) return []
  requireAdmin(caller)
  const accounts = emails.length === 0 ? [] : await rows.lockAccounts(db, caller.companyId, emails)
  const known = new Set(accounts.map(({ email }) => email))
  const issues = given.flatMap((email, index) =>
    known.has(normalForm(email)) ? [] : [{ path: `/members/${index}`, message: 'has no account: invite it first' }],
  )
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
  await rows.replaceMembers(
    db,
    groupId,
    accounts.map(({ id }) => id),
  )
  return emails
}

function requireAdmin(caller: Caller): void {
  if (!hasScope(caller, 'admin')) fail('FORBIDDEN', 'Changing who sees a group requires the scope admin.')
}

function sameAddresses(some: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(some.map(normalForm)), new Set(others)]
  return one.size === other.size && [...one].every((email) => other.has(email))
}

// As accounts store it; Postgres stores no NUL.
function normalForm(email: string): string {
  return email.trim().toLowerCase().replaceAll('\0', '\ufffd')
}
