import { type SQL, and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Tables } from '../../storage/index.ts'

export interface PartitionState {
  /** Nothing of the partition is claimed before, epoch milliseconds. */
  pausedUntil?: number | null
  /** At most so many of the partition at once over all replicas, however wide its kind's partitions are. */
  concurrency?: number | null
}

/** Sets what is given of a partition's state, and leaves the rest. */
export async function upsertPartition(db: Db, kind: string, partition: string, state: PartitionState): Promise<void> {
  const { jobPartitions } = db.tables
  const given: SQL = and(eq(jobPartitions.kind, kind), eq(jobPartitions.partition, partition)) as SQL
  await db
    .insert(jobPartitions)
    .values({ kind, partition, ...state })
    .onConflictDoUpdate({ target: [jobPartitions.kind, jobPartitions.partition], set: { kind, ...state } })
  await db.delete(jobPartitions).where(and(given, sql`paused_until is null and concurrency is null`))
}

export type NarrowedPartition = Tables['jobPartitions']['$inferSelect']

/** The partitions that have a state of their own, at most so many. */
export function selectPartitions(db: Db, limit: number): Promise<NarrowedPartition[]> {
  const { jobPartitions } = db.tables
  return db
    .select()
    .from(jobPartitions)
    .orderBy(asc(jobPartitions.kind), asc(jobPartitions.partition))
    .limit(limit)
    .execute()
}
