import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { type Db, type IdPage, inOrder, isInIdPage, lockRowsToChange } from '../../../../platform/storage/index.ts'
import type { GroupRow } from '../../domains/index.ts'

function owned({ tables: { dmarcGroups: t } }: Db, projectId: string, id: string) {
  return and(eq(t.projectId, projectId), eq(t.id, id))
}

export async function selectGroup(db: Db, projectId: string, id: string): Promise<GroupRow | undefined> {
  const { dmarcGroups: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(owned(db, projectId, id))
  )[0]
}

export function selectGroups(db: Db, projectId: string, page: IdPage): Promise<GroupRow[]> {
  const { dmarcGroups: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.projectId, projectId), isInIdPage(t.id, page)))
    .orderBy(...inOrder([t.id], page))
    .limit(page.limit)
}

export async function updateGroup(db: Db, group: GroupRow, change: Partial<GroupRow>): Promise<void> {
  await db
    .update(db.tables.dmarcGroups)
    .set(change)
    .where(owned(db, group.projectId, group.id))
}

export async function deleteGroup(db: Db, group: GroupRow): Promise<void> {
  await db.delete(db.tables.dmarcGroups).where(owned(db, group.projectId, group.id))
}

/** Domains of a project per name of a group. */
export async function countInGroups(db: Db, projectId: string): Promise<Map<string | null, number>> {
  const { dmarcDomains: t } = db.tables
  const rows = await db
    .select({ name: t.groupName, n: count() })
    .from(t)
    .where(and(eq(t.projectId, projectId), isNull(t.removedAt)))
    .groupBy(t.groupName)
  return new Map(rows.map(({ n, name }) => [name, n]))
}

/** Puts the domains of a group into another, or into none. */
export async function moveDomains(
  db: Db,
  projectId: string,
  { from, to, nowMs }: { from: string; to: string | null; nowMs: number },
): Promise<void> {
  const { dmarcDomains: t } = db.tables
  await db
    .update(t)
    .set({ groupName: to, updatedAt: nowMs })
    .where(and(eq(t.projectId, projectId), eq(t.groupName, from)))
}

/** Email addresses of the members of groups, in order, by id of the group. */
export async function selectMembers(db: Db, groupIds: readonly string[]): Promise<Map<string, string[]>> {
  const { dmarcGroupMembers: m, users } = db.tables
  const members = new Map<string, string[]>(groupIds.map((id) => [id, []]))
  if (groupIds.length === 0) return members
  const rows = await db
    .select({ groupId: m.groupId, email: users.email })
    .from(m)
    .innerJoin(users, eq(users.id, m.userId))
    .where(inArray(m.groupId, [...groupIds]))
    .orderBy(asc(users.email))
  for (const { email, groupId } of rows) members.get(groupId)?.push(email)
  return members
}

/** Accounts of a company by email address; locked, so that none is removed until the transaction ends. */
export function lockAccounts(
  db: Db,
  companyId: string,
  emails: readonly string[],
): Promise<{ id: string; email: string }[]> {
  const { users } = db.tables
  return lockRowsToChange(
    db,
    db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.companyId, companyId), inArray(users.email, [...emails])))
      .orderBy(asc(users.id)),
  )
}

export async function replaceMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<void> {
  const { dmarcGroupMembers: m } = db.tables
  await db.delete(m).where(eq(m.groupId, groupId))
  if (userIds.length > 0) await db.insert(m).values(userIds.map((userId) => ({ groupId, userId })))
}
