/** The SQL of learned patterns. */
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db, Tables } from '../../../platform/storage/index.ts'

export type PatternRow = Tables['addressPatterns']['$inferSelect']

/** What a project learned of a domain, what was found most often first. */
export async function selectPatterns(db: Db, projectId: string, domain: string): Promise<PatternRow[]> {
  const { addressPatterns } = db.tables
  return db
    .select()
    .from(addressPatterns)
    .where(and(eq(addressPatterns.projectId, projectId), eq(addressPatterns.domain, domain)))
    .orderBy(desc(addressPatterns.verified), asc(addressPatterns.pattern))
}

/** Adds to what was counted of a pattern. */
export async function addPattern(db: Db, row: PatternRow): Promise<void> {
  const { addressPatterns } = db.tables
  const { domain, failed, lastSeenAt, pattern, projectId, verified } = addressPatterns
  await db
    .insert(addressPatterns)
    .values(row)
    .onConflictDoUpdate({
      target: [projectId, domain, pattern],
      set: {
        verified: sql`${verified} + ${row.verified}`,
        failed: sql`${failed} + ${row.failed}`,
        lastSeenAt: sql`CASE WHEN ${lastSeenAt} > ${row.lastSeenAt} THEN ${lastSeenAt} ELSE ${row.lastSeenAt} END`,
      },
    })
}

/** Forgets what nothing was counted of since; answers how many rows. */
export async function deletePatterns(db: Db, beforeMs: number, limit: number): Promise<number> {
  const { addressPatterns } = db.tables
  const { domain, lastSeenAt, pattern, projectId } = addressPatterns
  const some = await db
    .select({ projectId, domain, pattern })
    .from(addressPatterns)
    .where(lt(lastSeenAt, beforeMs))
    .orderBy(asc(lastSeenAt))
    .limit(limit)
  for (const row of some) {
    await db
      .delete(addressPatterns)
      .where(
        and(eq(projectId, row.projectId), eq(domain, row.domain), eq(pattern, row.pattern), lt(lastSeenAt, beforeMs)),
      )
  }
  return some.length
}
