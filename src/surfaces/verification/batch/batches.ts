/** Batches as callers see them: taken in, shown, cancelled. Each function wants a transaction, or a Db to read from. */
import { type Address, readAddress } from '../../../engines/address/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { cancelJob, enqueue } from '../../../platform/jobs/index.ts'
import type { Db, Store } from '../../../platform/storage/index.ts'
import { reserve } from '../credits/index.ts'
import { presentInvalid } from '../verifier/index.ts'
import type { CreateBatch } from './contract.ts'
import { verifyBatchJob } from './run.ts'
import * as rows from './store.ts'

/** A batch that was taken in, and its addresses by domain, for the estimate. */
export interface Taken {
  readonly batch: rows.BatchRow
  readonly byDomain: ReadonlyMap<string, number>
}

/**
 * Takes a batch in: what is no address has its verdict at once, addresses of one mailbox are one. INSUFFICIENT_CREDITS when
 * the company has fewer credits than there are mailboxes.
 */
export async function createBatch(db: Db, caller: Caller, { emails, options }: CreateBatch): Promise<Taken> {
  const { addresses, firsts, invalid } = sort(emails)
  const uniqueCount = firsts.size
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
    skipsSmtp: options?.skip_smtp === true,
    total: emails.length,
    uniqueCount,
    processed: invalid.size,
    safe: 0,
    risky: 0,
    invalid: invalid.size,
    unknown: 0,
    creditsUsed: 0,
    createdAt: now,
    completedAt: null,
    expiresAt: now + limits.batchDays * 86_400_000,
  }
  await rows.insertBatch(db, batch)
  const blank = { batchId: id, sameAs: null, copies: 1, dueAt: null, tries: 0, reachable: null, result: null }
  await rows.insertRows(
    db,
    emails.map((email, position): rows.AddressRow => {
      const result = invalid.get(position)
      if (result !== undefined) return { ...blank, position, email, reachable: 'invalid', result }
      const first = firsts.get(addresses[position]?.normalized ?? '') ?? { position, copies: 1 }
      if (first.position !== position) return { ...blank, position, email, sameAs: first.position }
      return { ...blank, position, email, copies: first.copies, dueAt: now }
    }),
  )
  const domains = [...firsts.keys()].map((normalized) => normalized.slice(normalized.lastIndexOf('@') + 1))
  return {
    batch,
    byDomain: new Map([...Map.groupBy(domains, (domain) => domain)].map(([key, some]) => [key, some.length])),
  }
}

function sort(emails: readonly string[]) {
  const firsts = new Map<string, { position: number; copies: number }>()
  const invalid = new Map<number, ReturnType<typeof presentInvalid>>()
  const addresses: (Address | undefined)[] = emails.map((email, position) => {
    const address = readAddress(email)
    if (!address.valid) return void invalid.set(position, presentInvalid(email, address))
    const first = firsts.get(address.normalized)
    if (first === undefined) firsts.set(address.normalized, { position, copies: 1 })
    else first.copies += 1
    return address
  })
  return { addresses, firsts, invalid }
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
