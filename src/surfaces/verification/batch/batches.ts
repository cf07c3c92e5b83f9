/** Batches as callers see them: taken in, shown, cancelled. Each function wants a transaction, or a Db to read from. */
import { fail } from '../../../kernel/errors/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { cancelJob, enqueue } from '../../../platform/jobs/index.ts'
import type { Db, Store } from '../../../platform/storage/index.ts'
import { reserve } from '../credits/index.ts'
import type { Prepared } from './prepare.ts'
import { verifyBatchJob } from './run.ts'
import * as rows from './store.ts'

/**
 * Takes a batch in, and sets a credit aside for each mailbox; INSUFFICIENT_CREDITS when the company has fewer credits than
 * there are mailboxes.
 */
export async function createBatch(
  db: Db,
  caller: Caller,
  { columns, invalidCount, rows: given, uniqueCount }: Prepared,
  { skipsSmtp }: { skipsSmtp: boolean },
): Promise<rows.BatchRow> {
  const price = { operation: 'batch', credits: uniqueCount, isLasting: true } as const
  const hold = uniqueCount === 0 ? undefined : await reserve(db, caller, price)
  const id = await enqueue(db, verifyBatchJob, { payload: {}, projectId: caller.projectId })
  const now = Date.now()
  const batch: rows.BatchRow = {
    id,
    projectId: caller.projectId,
    companyId: caller.companyId,
    status: 'pending',
    holdId: hold?.id ?? null,
    skipsSmtp,
    total: given.length,
    uniqueCount,
    processed: invalidCount,
    safe: 0,
    risky: 0,
    invalid: invalidCount,
    unknown: 0,
    creditsUsed: 0,
    columns: columns === undefined ? null : [...columns],
    createdAt: now,
    completedAt: null,
    expiresAt: now + limits.batchDays * 86_400_000,
  }
  await rows.insertBatch(db, batch)
  await rows.insertRows(
    db,
    given.map((row) => ({ ...row, batchId: id })),
  )
  return batch
}

/** A batch of the caller's project; BATCH_NOT_FOUND for any other. */
export async function loadBatch(db: Db, caller: Caller, id: string): Promise<rows.BatchRow> {
  const row = isId('job', id) ? await rows.selectBatch(db, caller.projectId, id) : undefined
  return row ?? fail('BATCH_NOT_FOUND')
}

/** Ends a batch that runs; what is not spent of its credits goes back. BATCH_FINISHED when it is over; one that is cancelled stays so. */
export async function cancelBatch(db: Db, caller: Caller, id: string): Promise<rows.BatchRow> {
  const { completedAt, status } = await loadBatch(db, caller, id)
  if (completedAt !== null && status !== 'cancelled') fail('BATCH_FINISHED')
  await cancelJob(db, id, [verifyBatchJob])
  return loadBatch(db, caller, id)
}

const atOnce = 10

/** Deletes batches whose time is over, with their addresses; answers how many. */
export async function purgeBatches(store: Store, nowMs: number, signal: AbortSignal): Promise<number> {
  let purged = 0
  for (let some = atOnce; some === atOnce && !signal.aborted; purged += some)
    some = await store.tx((db) => rows.deleteExpired(db, nowMs, atOnce))
  return purged
}
