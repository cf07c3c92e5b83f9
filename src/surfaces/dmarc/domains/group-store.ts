/** SQL of groups, as far as domains need it. */
import { and, count, eq, notInArray } from 'drizzle-orm'
import type { Db, Tables } from '../../../platform/storage/index.ts'

export type GroupRow = Tables['dmarcGroups']['$inferSelect']

/** Names of the groups of a project that have members, without those that the account is a member of. */
export async function selectGroupsOfOthers(db: Db, projectId: string, userId: string): Promise<string[]> {
  const { dmarcGroupMembers: m, dmarcGroups: g } = db.tables
  const own = db.select({ id: m.groupId }).from(m).where(eq(m.userId, userId))
  const rows = await db
    .selectDistinct({ name: g.name })
    .from(g)
    .innerJoin(m, eq(m.groupId, g.id))
    .where(and(eq(g.projectId, projectId), notInArray(g.id, own)))
  return rows.map(({ name }) => name)
}

/** The name of the group of a domain; null without group or domain. */
export async function selectGroupOf(db: Db, domainNo: number): Promise<string | null> {
  const { dmarcDomains: t } = db.tables
  const [row] = await db.select({ groupName: t.groupName }).from(t).where(eq(t.no, domainNo))
  return row?.groupName ?? null
}

export async function selectGroupByName(db: Db, projectId: string, name: string): Promise<GroupRow | undefined> {
  const { dmarcGroups: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(and(eq(t.projectId, projectId), eq(t.name, name)))
  )[0]
}

export async function countGroups(db: Db, projectId: string): Promise<number> {
  const { dmarcGroups: t } = db.tables
  const [row] = await db.select({ n: count() }).from(t).where(eq(t.projectId, projectId))
  return row?.n ?? 0
}

export async function insertGroup(db: Db, row: GroupRow): Promise<void> {
  await db.insert(db.tables.dmarcGroups).values(row)
}
