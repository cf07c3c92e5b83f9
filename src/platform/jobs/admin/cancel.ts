import { cancelledChannel, changedChannel } from '../channels.ts'
import { jobOf } from '../claims/job.ts'
import { type JobKind, defaults } from '../kind.ts'
import type { Db } from '../../storage/index.ts'
import { type CancelledRow, lockPartition, removeLive, setCancelled } from './store.ts'

/** Jobs of one transaction: other writers wait for it. */
const cancelBatchSize = 500

/**
 * Cancels a job that has not finished; false when there is none. One that runs is notified by its signal, at once here and in
 * other replicas, and at the next sign of life in a process that hears no signals; whatever it answers changes nothing any
 * more. Its kind, if it is among the given ones, hears of it in the same transaction.
 */
export async function cancelJob(db: Db, id: string, kinds: readonly JobKind<never>[]): Promise<boolean> {
  const nowMs = db.nowMs()
  const cancelled = await setCancelled(db, [id], { nowMs, keepUntil: nowMs + defaults.keepMs })
  await notify(db, cancelled, kinds)
  return cancelled.length > 0
}

/**
 * Cancels jobs of a partition, those that run last, at most 500 of them; answers how many. Call it again, in another transaction,
 * until there are none: others must write meanwhile. Kinds that keep nothing of what is finished keep nothing of these.
 */
export async function cancelPartition<P>(db: Db, kind: JobKind<P>, partition: string): Promise<number> {
  const nowMs = db.nowMs()
  const keepMs = kind.keepMs ?? defaults.keepMs
  const ids: string[] = []
  for (const state of ['ready', 'scheduled', 'running'] as const) {
    const limit = cancelBatchSize - ids.length
    if (limit > 0) ids.push(...(await lockPartition(db, { kind: kind.name, partition, state, limit })))
  }
  if (ids.length === 0) return 0
  const cancelled =
    keepMs === 0 ? await removeLive(db, ids) : await setCancelled(db, ids, { nowMs, keepUntil: nowMs + keepMs })
  await notify(db, cancelled, [kind])
  return cancelled.length
}

async function notify(db: Db, cancelled: readonly CancelledRow[], kinds: readonly JobKind<never>[]): Promise<void> {
  if (cancelled.length === 0) return
  db.signal(cancelledChannel)
  db.signal(changedChannel)
  for (const kind of kinds) {
    const jobs = cancelled.filter((row) => row.kind === kind.name).map((row) => jobOf(row, kind))
    if (jobs.length > 0) await kind.cancelled?.(db, jobs as never)
  }
}
