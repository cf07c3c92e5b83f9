/** SQL of the feedback. */
import { type SQLWrapper, and, asc, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { type Db, type Tables, isAmongTexts, prepared } from '../../../platform/storage/index.ts'

export type FeedbackRow = Tables['verificationFeedback']['$inferSelect']

const byHashes = prepared((db) => {
  const { verificationFeedback: t } = db.tables
  return db
    .select()
    .from(t)
    .where(
      and(eq(t.projectId, sql.placeholder('projectId')), isAmongTexts(db, t.addressHash, sql.placeholder('hashes'))),
    )
})

export async function selectFeedback(db: Db, projectId: string, hashes: readonly string[]): Promise<FeedbackRow[]> {
  return hashes.length === 0 ? [] : byHashes(db, { projectId, hashes: JSON.stringify(hashes) })
}

/** Mailboxes by the reason of their last verification, null without one, and by outcome; of the latest reports. */
export async function countOutcomes(db: Db, projectId: string, limit: number) {
  const { verificationFeedback: t, verifiedAddresses: v } = db.tables
  const { addressHash, bouncedAt, complainedAt, deliveredAt, lastAt } = t
  const latest = db
    .select({ addressHash, bouncedAt, complainedAt, deliveredAt })
    .from(t)
    .where(eq(t.projectId, projectId))
    .orderBy(desc(lastAt))
    .limit(limit)
    .as('latest')
  // As in stateOf: a complaint proves a delivery.
  const hasBounced = sql`coalesce(${latest.bouncedAt}, 0) >= coalesce(${latest.deliveredAt}, 0)
    and coalesce(${latest.bouncedAt}, 0) >= coalesce(${latest.complainedAt}, 0)`
  const outcome = sql`case when ${hasBounced} then 'bounced' when ${latest.complainedAt} is null then 'delivered'
    else 'complained' end`
  const countOf = (name: string) => sql<number>`sum(case when ${outcome} = ${name} then 1 else 0 end)`.mapWith(Number)
  return db
    .select({
      subStatus: v.subStatus,
      delivered: countOf('delivered'),
      bounced: countOf('bounced'),
      complained: countOf('complained'),
    })
    .from(latest)
    .leftJoin(v, and(eq(v.projectId, projectId), eq(v.addressHash, latest.addressHash)))
    .groupBy(v.subStatus)
    .orderBy(desc(sql`count(*)`), v.subStatus)
}

const rowsAtOnce = 500

/** Stores reports of distinct mailboxes; of each kind the latest remains. Sorted, so that transactions do not deadlock. */
export async function upsertFeedback(db: Db, rows: readonly FeedbackRow[]): Promise<void> {
  const { verificationFeedback: t } = db.tables
  const { bounce, bouncedAt, complainedAt, deliveredAt, lastAt } = t
  const isLater = (column: SQLWrapper, name: string) =>
    sql`coalesce(excluded.${sql.raw(name)}, 0) > coalesce(${column}, 0)`
  const later = (column: SQLWrapper, name: string) =>
    sql`case when ${isLater(column, name)} then excluded.${sql.raw(name)} else ${column} end`
  const ordered = rows.toSorted((one, other) => (one.addressHash < other.addressHash ? -1 : 1))
  for (let start = 0; start < ordered.length; start += rowsAtOnce) {
    await db
      .insert(t)
      .values(ordered.slice(start, start + rowsAtOnce))
      .onConflictDoUpdate({
        target: [t.projectId, t.addressHash],
        set: {
          bounce: sql`case when ${isLater(bouncedAt, 'bounced_at')} then excluded.bounce else ${bounce} end`,
          bouncedAt: later(bouncedAt, 'bounced_at'),
          complainedAt: later(complainedAt, 'complained_at'),
          deliveredAt: later(deliveredAt, 'delivered_at'),
          lastAt: later(lastAt, 'last_at'),
        },
      })
    // SQLite completes synchronously. Without this yield to the event loop, no request is served until the last row.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Clears cached findings that a delivery contradicts: the mailbox was missing before it. */
export async function clearContradicted(
  db: Db,
  projectId: string,
  delivered: readonly { hash: string; at: number }[],
): Promise<void> {
  const { verifiedAddresses: t } = db.tables
  for (let start = 0; start < delivered.length; start += rowsAtOnce) {
    const some = new Map(delivered.slice(start, start + rowsAtOnce).map(({ at, hash }) => [hash, at]))
    const isRefused = inArray(t.subStatus, ['not_found', 'disabled'])
    const refused = await db
      .select({ hash: t.addressHash, seenAt: t.lastSeenAt })
      .from(t)
      .where(and(eq(t.projectId, projectId), inArray(t.addressHash, [...some.keys()]), isRefused))
    const stale = refused.filter(({ hash, seenAt }) => seenAt <= (some.get(hash) ?? 0)).map(({ hash }) => hash)
    if (stale.length === 0) continue
    await db
      .update(t)
      .set({ findings: null, findingsUntil: null })
      .where(and(eq(t.projectId, projectId), inArray(t.addressHash, stale)))
  }
}

/** Deletes feedback whose last report is from before `beforeMs`; returns the number of rows. */
export async function deleteFeedback(db: Db, beforeMs: number, limit: number): Promise<number> {
  const { verificationFeedback: t } = db.tables
  const some = await db
    .select({ addressHash: t.addressHash })
    .from(t)
    .where(lt(t.lastAt, beforeMs))
    .orderBy(asc(t.lastAt))
    .limit(limit)
  const hashes = some.map(({ addressHash }) => addressHash)
  if (hashes.length === 0) return 0
  await db.delete(t).where(and(inArray(t.addressHash, hashes), lte(t.lastAt, beforeMs)))
  return hashes.length
}
