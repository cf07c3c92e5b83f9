/** The work of a batch: a job that goes on where it was broken off, for each row has its result or is still due. */
import { readAddress } from '../../../../deliverability/address/index.ts'
import { refusalOf } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { type Caller, requireCurrentCaller } from '../../../../platform/identity/index.ts'
import { type JobHandler, type JobKind, type RunContext, defineJob } from '../../../../platform/jobs/index.ts'
import type { Sweep } from '../../../../platform/memory/index.ts'
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { groupKey } from '../../probing/index.ts'
import * as rows from '../store.ts'
import { type VerifyRowDeps, verifyRow } from './verify-row.ts'
import { finishBatch } from './finish.ts'
import { createLoader } from './load.ts'
import { createRecorder } from './record.ts'
import { takeTurns } from './turns.ts'

export interface BatchDeps extends VerifyRowDeps {
  readonly store: Store
  readonly baseUrl: string
  /** Hears how many rows were written. */
  readonly sweep: Sweep
  /** How long a batch goes on where others wait; `limits.batchTurnSeconds` unless it is given. */
  readonly turnMs?: number
}

/** For whom a batch is verified; missing in jobs of older versions. */
interface BatchOrder {
  caller?: Caller
}

/** How often a run looks whether its caller still may have it, milliseconds. */
const lookForCallerMs = 5000

/** Verifies the addresses of one batch, whose id is the job's. */
export const verifyBatchJob: JobKind<BatchOrder> = defineJob<BatchOrder>({
  name: 'verification.batch',
  // A batch may run for days: what ends an attempt is mostly the end of the process, and nothing of the attempt is lost.
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

/** Does these jobs. */
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
      // What could not be read is read the next time.
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
      return next === null ? { done: undefined } : { snooze: Math.max(100, next - nowMs()) }
    },
    async settle(db, ended) {
      for (const { isLast, job, outcome } of ended)
        if (isLast) await finishBatch(db, job.id, { status: 'done' in outcome ? 'completed' : 'failed', baseUrl })
    },
  }
}

/** Why the caller may not have addresses verified any more; undefined when it may. */
async function whyRefused(store: Store, { caller }: BatchOrder): Promise<string | undefined> {
  if (caller === undefined) return undefined
  const refused = await refusalOf(() => requireCurrentCaller(store.read, caller, 'verification'))
  return refused && (refused.context.detail ?? refused.message)
}

/** The batch of a job, unless it is over. */
function begin(store: Store, id: string): Promise<rows.BatchRow | undefined> {
  return store.tx(async (db) => {
    const batch = await rows.lockBatch(db, id)
    if (batch === undefined || batch.completedAt !== null) return undefined
    if (batch.status === 'pending') await rows.updateBatch(db, id, { status: 'processing' })
    return batch
  }, underLocks)
}

/** A signal that also ends, from time to time, what others may wait for. */
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
  /** The batches that share what this process may do at one time. */
  readonly running: ReadonlySet<string>
}

/** Examines what is due, as long as the signal lets it. */
async function work(parts: BatchDeps, batch: rows.BatchRow, { nowMs, progress, running, signal }: Run): Promise<void> {
  const { batchVerifier, hashOf, store, sweep } = parts
  const recorder = createRecorder(store, batch, { sweep, notify: (done) => progress(done, batch.total) })
  const load = createLoader(store, batch, hashOf)
  const readDue = createDueReader(store, batch.id)
  const byDomain = await readDue(nowMs())
  await takeTurns(byDomain, {
    signal,
    // A row that is put off waits for its time, and not for the last of the others.
    later(add) {
      const look = async () => {
        for (const [domain, positions] of await readDue(nowMs())) add(domain, positions)
      }
      // What could not be read is read the next time, or by the next run.
      const timer = setInterval(() => void look().catch(() => undefined), recheckMs)
      return () => clearInterval(timer)
    },
    width: () => ({
      all: Math.ceil(limits.batchAtOnce / running.size),
      ofGroup: limits.batchAtOnceOfProvider,
      ofDomain: limits.batchAtOnceOfDomain,
    }),
    // Whose servers take the mail of a domain: they are limited together, whichever domains they serve.
    groupOf: async (domain) => {
      const address = readAddress(`somebody@${domain}`)
      if (batch.skipsSmtp || !address.valid) return domain
      const mx = await batchVerifier.findMail(address.domain)
      return mx.hosts.length === 0 ? domain : groupKey(mx)
    },
    async work(position) {
      const loaded = await load(position)
      if (loaded === undefined) return
      const found = await verifyRow(parts, { batch, loaded, nowMs, signal })
      // What a call that was broken off says is not the verdict.
      if (!signal.aborted) await recorder.add(found)
    },
  })
  await recorder.flush()
}

/** How often a run looks for rows whose time has come meanwhile. */
const recheckMs = 500

/** Reads positions of the rows that may be examined now, by domain: the first time all, then those whose time came since. */
function createDueReader(store: Store, batchId: string): (nowMs: number) => Promise<Map<string, number[]>> {
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
      for (const { email, position } of page) {
        const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
        const known = due.get(domain)
        if (known === undefined) due.set(domain, [position])
        else known.push(position)
      }
      after = page.at(-1)
    }
    // A clock that was set back shows nothing twice.
    readUntilMs = Math.max(readUntilMs, nowMs)
    return due
  }
}

/** Behind every row that is due at one moment. */
const lastPosition = 2 ** 31 - 1
