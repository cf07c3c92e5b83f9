import { and, count, eq } from 'drizzle-orm'
import { fail } from '../../../kernel/errors/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { lockDomainsOf } from './store.ts'
import { isVisible } from './visibility.ts'

export type GroupRow = Db['tables']['dmarcGroups']['$inferSelect']

/**
 * Creates the group that a domain is put into, if it is missing, under the lock of the project: groups are renamed and
 * deleted under it, too. GROUP_NOT_FOUND for one that the caller may not see, LIMIT_REACHED.
 */
export async function ensureGroup(db: Db, caller: Caller, name: string | null | undefined): Promise<void> {
  if (name === undefined || name === null) return
  const { dmarcGroups: t } = db.tables
  await lockDomainsOf(db, caller.projectId)
  if (!(await isVisible(db, caller, name))) fail('GROUP_NOT_FOUND', `You are no member of the group ${name}.`)
  const [present] = await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.projectId, caller.projectId), eq(t.name, name)))
  if (present === undefined) await createGroupRow(db, caller.projectId, name)
}

/** Inserts a group under the lock of the project. LIMIT_REACHED. */
export async function createGroupRow(db: Db, projectId: string, name: string): Promise<GroupRow> {
  const { dmarcGroups: t } = db.tables
  const [groups] = await db.select({ n: count() }).from(t).where(eq(t.projectId, projectId))
  if ((groups?.n ?? 0) >= limits.dmarcGroups)
    fail('LIMIT_REACHED', `A project is limited to ${limits.dmarcGroups} groups of domains.`)
  const now = db.nowMs()
  const row = { id: createId('domainGroup', now), projectId, name, revision: 1, createdAt: now, updatedAt: now }
  await db.insert(t).values(row)
  return row
}
