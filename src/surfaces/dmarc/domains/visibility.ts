/** Which groups of domains a caller may see, and so which domains. */
import { and, eq, notInArray } from 'drizzle-orm'
import { type Caller, hasScope } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'

/** A caller, as far as it decides what is visible. */
export type Viewer = Pick<Caller, 'projectId' | 'actor' | 'scopes'>

/**
 * Names of the groups that the caller may not see: those with members, for an account that is neither one of them nor an
 * owner or admin. Keys see every domain of their project.
 */
export async function selectHiddenGroups(db: Db, { actor, projectId, scopes }: Viewer): Promise<ReadonlySet<string>> {
  if (actor.kind !== 'user' || hasScope({ scopes }, 'admin')) return new Set()
  const { dmarcGroupMembers: m, dmarcGroups: g } = db.tables
  const own = db.select({ id: m.groupId }).from(m).where(eq(m.userId, actor.id))
  const rows = await db
    .selectDistinct({ name: g.name })
    .from(g)
    .innerJoin(m, eq(m.groupId, g.id))
    .where(and(eq(g.projectId, projectId), notInArray(g.id, own)))
  return new Set(rows.map(({ name }) => name))
}

/** True if the caller may see a domain of its project in this group. */
export async function isVisible(db: Db, viewer: Viewer, groupName: string | null): Promise<boolean> {
  return groupName === null || !(await selectHiddenGroups(db, viewer)).has(groupName)
}

/** The name of the group of a domain; null without group or domain. */
export async function selectGroupOf(db: Db, domainNo: number): Promise<string | null> {
  const { dmarcDomains: t } = db.tables
  const [row] = await db.select({ groupName: t.groupName }).from(t).where(eq(t.no, domainNo))
  return row?.groupName ?? null
}
