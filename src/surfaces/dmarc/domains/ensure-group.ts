import { fail } from '../../../kernel/errors/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type GroupRow, countGroups, insertGroup, selectGroupByName } from './group-store.ts'
import { lockDomainsOf } from './store.ts'
import { isVisible } from './visibility.ts'

/**
 * Creates the group that a domain is put into, if it is missing, under the lock of the project: groups are renamed and
 * deleted under it, too. GROUP_NOT_FOUND for one that the caller may not see, LIMIT_REACHED.
 */
export async function ensureGroup(db: Db, caller: Caller, name: string | null | undefined): Promise<void> {
  if (name === undefined || name === null) return
  await lockDomainsOf(db, caller.projectId)
  if (!(await isVisible(db, caller, name))) fail('GROUP_NOT_FOUND', `You are no member of the group ${name}.`)
  if ((await selectGroupByName(db, caller.projectId, name)) === undefined)
    await createGroupRow(db, caller.projectId, name)
}

/** Inserts a group under the lock of the project. LIMIT_REACHED. */
export async function createGroupRow(db: Db, projectId: string, name: string): Promise<GroupRow> {
  if ((await countGroups(db, projectId)) >= limits.dmarcGroups)
    fail('LIMIT_REACHED', `A project is limited to ${limits.dmarcGroups} groups of domains.`)
  const now = db.nowMs()
  const row = { id: createId('domainGroup', now), projectId, name, revision: 1, createdAt: now, updatedAt: now }
  await insertGroup(db, row)
  return row
}
