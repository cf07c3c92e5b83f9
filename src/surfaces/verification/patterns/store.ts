/** SQL of learned patterns. */
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db, Tables } from '../../../platform/storage/index.ts'

export type PatternRow = Tables['addressPatterns']['$inferSelect']

/** Most frequent first. */
export async function selectPatterns(db: Db, projectId: string, domain: string): Promise<PatternRow[]> {
  const { addressPatterns } = db.tables
  return db
    .select()
    .from(addressPatterns)
    .where(and(eq(addressPatterns.projectId, projectId), eq(addressPatterns.domain, domain)))
    .orderBy(desc(addressPatterns.verified), asc(addressPatterns.pattern))
}

export type Counted = Omit<PatternRow, 'projectId'>

/** Adds to the counts in one statement. Rows are sorted, so that concurrent transactions do not deadlock. */
export async function addPatterns(db: Db, projectId: string, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return
  const rows = sumUp(counted).map((row) => ({ ...row, projectId }))
  const { addressPatterns } = db.tables
  const { domain, failed, lastSeenAt, pattern, projectId: project, verified } = addressPatterns
  await db
    .insert(addressPatterns)
    .values(rows)
    .onConflictDoUpdate({
      target: [project, domain, pattern],
      set: {
        verified: sql`${verified} + excluded.verified`,
        failed: sql`${failed} + excluded.failed`,
        lastSeenAt: sql`CASE WHEN ${lastSeenAt} > excluded.last_seen_at THEN ${lastSeenAt} ELSE excluded.last_seen_at END`,
      },
    })
}

// An upsert may touch a row only once.
function sumUp(counted: readonly Counted[]): Counted[] {
  const sums = new Map<string, Counted>()
  for (const each of counted) {
    const key = `${each.domain} ${each.pattern}`
    const sum = sums.get(key)
    sums.set(
      key,
      sum === undefined
        ? each
        : {
            ...each,
            verified: sum.verified + each.verified,
            failed: sum.failed + each.failed,
            lastSeenAt: Math.max(sum.lastSeenAt, each.lastSeenAt),
          },
    )
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

/** Deletes patterns without a new count since `beforeMs`; returns the number of rows. */
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
