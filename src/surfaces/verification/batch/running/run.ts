/** The job of a batch. It resumes after an interruption: each row either has its result or is due. */
import { readAddress } from '../../../../deliverability/address/index.ts'
import { refusalOf } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { type Caller, requireCurrentCaller } from '../../../../platform/identity/index.ts'
import { type JobHandler, type JobKind, type RunContext, defineJob } from '../../../../platform/jobs/index.ts'
import type { Sweep } from '../../../../platform/memory/index.ts'
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { groupKey } from '../../probing/index.ts'
import { isInSandbox } from '../../verifier/index.ts'
import type { AddressHash } from '../../cache/index.ts'
import { decideMany, isDecided } from '../../decisions/index.ts'
import * as rows from '../store.ts'
import { type VerifyRowDeps, verifyRow } from './verify-row.ts'
import { finishBatch } from './finish.ts'
import { announcePartial } from './announce-partial.ts'
import { createLoader } from './load.ts'
import { createRecorder } from './record.ts'
import { takeTurns } from './turns.ts'

export interface BatchDeps extends VerifyRowDeps {
  readonly store: Store
  readonly baseUrl: string
  /** Called with the number of rows written. */
  readonly sweep: Sweep
  /** Milliseconds after which a batch yields to waiting batches; `limits.batchTurnSeconds` by default. */
  readonly turnMs?: number
}

/** The caller is missing in jobs of older versions. */
interface BatchOrder {
  caller?: Caller
}

/** Interval at which a run rechecks the permission of its caller, milliseconds. */
const lookForCallerMs = 5000

/** The job has the id of its batch. */
export const verifyBatchJob: JobKind<BatchOrder> = defineJob<BatchOrder>({
  name: 'verification.batch',
  // A batch may run for days. Attempts mostly end because the process ends, and they lose no results.
  maxAttempts: 30,
  maxCrashes: 10,
  keepsProgress: true,
  retryDelaysMs: [1000, 5000, 15_000],
  jitter: 0.2,
  scope: 'verification',
  keepMs: limits.batchDays * 86_400_000,
  async cancelled(db, jobs) {
    for (const { id } of jobs) await finishBatch(db, id, { status: 'cancelled' })
  },
})

export function batchHandler(parts: BatchDeps): JobHandler<BatchOrder> {
  const { baseUrl, store, turnMs = limits.batchTurnSeconds * 1000 } = parts
  const running = new Set<string>()
  return {
    kind: verifyBatchJob,
    concurrency: limits.batchesAtOnce,
    async run({ id, payload }, context) {
      const refusal = async () => whyRefused(store, payload)
      const refused = await refusal()
      if (refused !== undefined) return { fail: refused }
      const batch = await begin(store, id)
      if (batch === undefined) return { done: undefined }
      running.add(id)
      const turn = takeTurn(context.signal, turnMs, () => running.size >= limits.batchesAtOnce)
      let lost: string | undefined
      const look = async () => {
        lost ??= await refusal()
        if (lost !== undefined) turn.stop()
      }
      // After a failed read, the next interval retries.
      const looking = setInterval(() => void look().catch(() => undefined), lookForCallerMs)
      try {
        await work(parts, batch, { ...context, signal: turn.signal, running })
      } finally {
        clearInterval(looking)
        running.delete(id)
        turn.end()
      }
      if (lost !== undefined) return { fail: lost }
      const { nowMs } = context
      const next = turn.signal.aborted ? nowMs() : await rows.selectNextDue(store.read, id)
      if (next !== null && next > nowMs()) await announcePartial(store, id, baseUrl)
      return next === null ? { done: undefined } : { snooze: Math.max(100, next - nowMs()) }
    },
    async settle(db, ended) {
      for (const { isLast, job, outcome } of ended)
        if (isLast) await finishBatch(db, job.id, { status: 'done' in outcome ? 'completed' : 'failed', baseUrl })
    },
  }
}

/** The reason for which the caller has lost the permission; undefined if it still has it. */
async function whyRefused(store: Store, { caller }: BatchOrder): Promise<string | undefined> {
  if (caller === undefined) return undefined
  const refused = await refusalOf(() => requireCurrentCaller(store.read, caller, 'verification'))
  return refused && (refused.context.detail ?? refused.message)
}

/** Undefined if the batch has ended. */
function begin(store: Store, id: string): Promise<rows.BatchRow | undefined> {
  return store.tx(async (db) => {
    const batch = await rows.lockBatch(db, id)
    if (batch === undefined || batch.completedAt !== null) return undefined
    if (batch.status === 'pending') await rows.updateBatch(db, id, { status: 'processing' })
    return batch
  }, underLocks)
}

/** A signal that aborts with `signal`, and also after a multiple of `turnMs` if other batches wait. */
function takeTurn(
  signal: AbortSignal,
  turnMs: number,
  areOthersWaiting: () => boolean,
): { signal: AbortSignal; stop(): void; end(): void } {
  const over = new AbortController()
  const look = () => {
    if (areOthersWaiting()) over.abort()
  }
  const timer = setInterval(look, turnMs)
  const onAbort = () => over.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return {
    signal: over.signal,
    stop: () => over.abort(),
    end() {
      clearInterval(timer)
      signal.removeEventListener('abort', onAbort)
    },
  }
}

interface Run extends Pick<RunContext, 'signal' | 'progress' | 'nowMs'> {
  /** Ids of the batches that share the concurrency limit of this process. */
  readonly running: ReadonlySet<string>
}

/** Verifies due rows until the signal aborts. */
async function work(parts: BatchDeps, batch: rows.BatchRow, { nowMs, progress, running, signal }: Run): Promise<void> {
  const { batchVerifier, hashOf, store, sweep } = parts
  const recorder = createRecorder(store, batch, { sweep, notify: (done) => progress(done, batch.total) })
  const load = createLoader(store, batch, hashOf)
  const readDue = createDueReader(store, batch, hashOf)
  const byDomain = await readDue(nowMs())
  for (const positions of byDomain.values()) shuffle(positions)
  await takeTurns(byDomain, {
    signal,
    // A postponed row is retried when it is due, not after all other rows.
    later(add) {
      const look = async () => {
        for (const [domain, positions] of await readDue(nowMs())) add(domain, positions)
      }
      // After a failed read, the next interval or the next run retries.
      const timer = setInterval(() => void look().catch(() => undefined), recheckMs)
      return () => clearInterval(timer)
    },
    width: () => ({
      all: Math.ceil(limits.batchAtOnce / running.size),
      ofGroup: limits.batchAtOnceOfProvider,
      ofDomain: limits.batchAtOnceOfDomain,
    }),
    // Domains with the same mail servers share one limit.
    groupOf: async (domain) => {
      const address = readAddress(`somebody@${domain}`)
      if (batch.skipsSmtp || !address.valid || isInSandbox(address)) return domain
      const mx = await batchVerifier.findMail(address.domain)
      return mx.hosts.length === 0 ? domain : groupKey(mx)
    },
    async work(position) {
      const loaded = await load(position)
      if (loaded === undefined) return
      const found = await verifyRow(parts, { batch, loaded, nowMs, signal })
      // An interrupted verification has no verdict.
      if (!signal.aborted) await recorder.add(found)
    },
  })
  await recorder.flush()
}

/**
 * Sorts positions in an order unrelated to theirs, the same after a restart. In a sorted file the former people of a company
 * may come first, and look like guesses.
 */
function shuffle(positions: number[]): void {
  if (positions.length < shuffledFrom) return
  const rank = (position: number) => Math.imul(position + 1, 0x9e3779b1) >>> 0
  positions.sort((one, other) => rank(one) - rank(other))
}

/** Fewer addresses of a domain are no evidence of guesses. */
const shuffledFrom = 10

/** Interval at which a run queries newly due rows, milliseconds. */
const recheckMs = 500

/**
 * Positions of due rows by domain: all of them on the first call, then those that became due since. Rows that need no query
 * have keys of their own, as nothing is queried about their domains.
 */
function createDueReader(
  store: Store,
  { id: batchId, projectId }: rows.BatchRow,
  hashOf: AddressHash,
): (nowMs: number) => Promise<Map<string, number[]>> {
  let readUntilMs = -1
  return async (nowMs) => {
    const due = new Map<string, number[]>()
    let after: rows.DuePlace | undefined = { dueAt: readUntilMs, position: lastPosition }
    while (after !== undefined) {
      const page: Awaited<ReturnType<typeof rows.selectDuePage>> = await rows.selectDuePage(
        store.read,
        batchId,
        after,
        nowMs,
      )
      const addresses = page.map(({ email }) => readAddress(email)).filter((address) => address.valid)
      const own = await decideMany(store.read, { projectId, hashOf }, addresses)
      const free = new Set(addresses.filter((_, index) => isDecided(own[index] ?? {})).map(({ text }) => text))
      for (const { email, position } of page) {
        const domain = free.has(email) ? decidedKey(position) : email.slice(email.lastIndexOf('@') + 1).toLowerCase()
        const known = due.get(domain)
        if (known === undefined) due.set(domain, [position])
        else known.push(position)
      }
      after = page.at(-1)
    }
    // After the clock was set back, no row is returned twice.
    readUntilMs = Math.max(readUntilMs, nowMs)
    return due
  }
}

/**
 * In place of the domains of rows that need no query: several, because the concurrency limit of a domain protects mail servers,
 * and none is probed.
 */
const decidedKey = (position: number) => ` decided ${position % 256}`

/** Greater than every position. */
const lastPosition = 2 ** 31 - 1
