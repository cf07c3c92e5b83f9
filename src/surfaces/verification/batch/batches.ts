/** Create, read, cancel and purge batches. */
import { fail } from '../../../kernel/errors/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { cancelJob, enqueue } from '../../../platform/jobs/index.ts'
import { type Db, type Store, statementwise, underLocks } from '../../../platform/storage/index.ts'
import { type Callback, type SubscriptionDeps, releaseCallback, takeCallback } from '../../webhooks/index.ts'
import { reserve } from '../credits/index.ts'
import type { Prepared } from './intake/prepare.ts'
import * as rows from './store.ts'
import type { BatchOptions } from './options.ts'
import { verifyBatchJob } from './running/run.ts'

const dayMs = 86_400_000

/**
 * Stores a batch and reserves one credit for each unique mailbox. Fails with INSUFFICIENT_CREDITS and the errors of
 * `takeCallback`. Must run in a transaction.
 */
export async function createBatch(
  db: Db,
  caller: Caller,
  prepared: Prepared,
  { callbackUrl, ...options }: BatchOptions,
  parts: SubscriptionDeps,
): Promise<{ batch: rows.BatchRow; callback: Callback | undefined }> {
  const { columns, invalidCount, total, uniqueCount } = prepared
  const { companyId, projectId } = caller
  const price = { operation: 'batch', credits: uniqueCount, isLasting: true } as const
  const hold = uniqueCount === 0 ? undefined : await reserve(db, caller, price)
  const callback = callbackUrl === undefined ? undefined : await takeCallback(db, caller, callbackUrl, parts)
  const id = await enqueue(db, verifyBatchJob, { payload: { caller }, projectId })
  const now = db.nowMs()
  const batch: rows.BatchRow = {
    id,
    projectId,
    companyId,
    ...options,
    status: 'pending',
    holdId: hold?.id ?? null,
    callbackId: callback?.webhookId ?? null,
    total,
    uniqueCount,
    processed: invalidCount,
    safe: 0,
    risky: 0,
    invalid: invalidCount,
    unknown: 0,
    creditsUsed: 0,
    columns: columns === undefined ? null : [...columns],
    createdAt: now,
    partialAt: null,
    completedAt: null,
    expiresAt: now + limits.batchDays * dayMs,
    erasedAt: null,
  }
  await rows.insertBatch(db, batch)
  await rows.insertRows(db, id, prepared.rows())
  await recordAct(db, caller, ['verification.batch_created', id], { total, unique: uniqueCount })
  return { batch, callback }
}

/** BATCH_NOT_FOUND also for batches of other projects. */
export async function loadBatch(db: Db, caller: Caller, id: string): Promise<rows.BatchRow> {
  const row = isId('job', id) ? await rows.selectBatch(db, caller.projectId, id) : undefined
  return row ?? fail('BATCH_NOT_FOUND')
}

/**
 * RESULTS_EXPIRED after the retention period; BATCH_NOT_FINISHED while the batch runs, unless a partial result is enough.
 */
export async function loadResults(db: Db, caller: Caller, id: string, isPartEnough: boolean): Promise<rows.BatchRow> {
  const batch = await loadBatch(db, caller, id)
  const { completedAt, erasedAt, expiresAt, processed, total } = batch
  if (completedAt === null && !isPartEnough)
    fail('BATCH_NOT_FINISHED', `${processed} of ${total} email addresses are verified.`)
  if (erasedAt !== null || (completedAt !== null && expiresAt <= db.nowMs()))
    fail('RESULTS_EXPIRED', `The results expired at ${new Date(expiresAt).toISOString()}.`)
  return batch
}

/**
 * Cancels a running batch and releases its unspent credits. BATCH_FINISHED if it has ended otherwise; canceling twice is a
 * no-op. Must run in a transaction.
 */
export async function cancelBatch(db: Db, caller: Caller, id: string): Promise<rows.BatchRow> {
  const { completedAt, status } = await loadBatch(db, caller, id)
  if (completedAt !== null && status !== 'cancelled') fail('BATCH_FINISHED')
  if (await cancelJob(db, id, [verifyBatchJob])) await recordAct(db, caller, ['verification.batch_cancelled', id], {})
  return loadBatch(db, caller, id)
}

/** Batches and rows per transaction. Small, because other writers are blocked meanwhile. */
const batchesAtOnce = 20
const rowsAtOnce = 2000

/**
 * Deletes expired results with their email addresses, and batch records after `limits.batchRecordDays`. Returns the number
 * of batches changed.
 */
export async function purgeBatches(store: Store, nowMs: number, signal: AbortSignal): Promise<number> {
  let purged = 0
  for (let some = batchesAtOnce; some === batchesAtOnce && !signal.aborted; purged += some) {
    const expired = await rows.selectExpired(store.read, nowMs, batchesAtOnce)
    for (const batch of expired) await eraseResults(store, batch, { nowMs, signal })
    some = expired.length
  }
  const beforeMs = nowMs - limits.batchRecordDays * dayMs
  for (let some = batchesAtOnce; some === batchesAtOnce && !signal.aborted; purged += some)
    some = await store.tx((db) => rows.deleteErased(db, beforeMs, batchesAtOnce), statementwise)
  return purged
}

async function eraseResults(
  store: Store,
  { callbackId, id, projectId }: rows.BatchRow,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<void> {
  for (let some = rowsAtOnce; some === rowsAtOnce;) {
    if (signal.aborted) return
    some = await store.tx((db) => rows.deleteRows(db, id, rowsAtOnce), statementwise)
  }
  await store.tx(async (db) => {
    await rows.updateBatch(db, id, { erasedAt: nowMs })
    if (callbackId !== null && !(await rows.isCalledBack(db, projectId, callbackId)))
      await releaseCallback(db, projectId, callbackId)
  }, underLocks)
}
