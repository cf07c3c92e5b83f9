import { changedChannel } from './channels.ts'
import type { Clock } from './clock.ts'
import { writeProgress, type EndRow, markDone, removeEnded, writeEnds } from './job-store.ts'
import { type AnyHandler, type Outcome, type Ended, type JobKind, defaults } from './kind.ts'
import type { Log } from '../log/index.ts'
import { type Store, storageFailure, underLocks, type Db } from '../storage/index.ts'
import { type Outage, databaseAnswers } from './outage.ts'
import { type EndedRun, type Run, reasonOf, unsavedOf } from './run.ts'

/** Runs per transaction; SQLite blocks the process while a statement runs. */
const batchSize = 500
/** Pause after a conflict with another transaction, milliseconds. */
const busyMs = 20

/** A run that has ended, before its end is committed. */
interface Ending {
  run: Run
  ended: EndedRun
}

export interface EndsDeps {
  store: Store
  clock: Clock
  log: Log
  /** Of writes only: with a full disk, queries for work still succeed. */
  outage: Outage
  /** The runner queries for work by this time, epoch milliseconds. */
  lookAt(atMs: number): void
}

/**
 * Commits the ends of one kind's runs: those that end together in one transaction, with retries until the database accepts
 * it.
 */
export class Ends {
  /** Committed ends so far. */
  count = 0
  /** Resolves when all ends are committed; undefined if none is waiting. */
  pending: Promise<void> | undefined
  readonly #handler: AnyHandler
  readonly #deps: EndsDeps
  readonly #onEnded: (runs: Run[]) => void
  readonly #waiting: Ending[] = []

  /** `onEnded` gets the runs whose end is committed or whose lease is lost. */
  constructor(handler: AnyHandler, deps: EndsDeps, onEnded: (runs: Run[]) => void) {
    this.#handler = handler
    this.#deps = deps
    this.#onEnded = onEnded
  }

  add(ending: Ending): void {
    this.#waiting.push(ending)
    // Runs that end in the same turn of the event loop end in one transaction.
    this.pending ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#endAll())
  }

  async #endAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize)
      await this.#endBatch(batch)
      this.#onEnded(batch.map(({ run }) => run))
    }
    this.pending = undefined
  }

  /** Retries until the ends are committed or the leases are lost. */
  async #endBatch(batch: readonly Ending[], handler: AnyHandler = this.#handler): Promise<void> {
    const { store, clock, outage } = this.#deps
    for (;;) {
      const mine = batch.filter(({ run }) => !run.isGone)
      if (mine.length === 0) return
      try {
        await this.#write(mine, handler)
        return outage.ended()
      } catch (error) {
        const cause = error instanceof SettleError ? error.cause : error
        const { kind } = storageFailure(cause)
        const isTheirs = error instanceof SettleError && kind !== 'busy' && kind !== 'full'
        if (isTheirs && (await databaseAnswers(store))) return this.#endUnsettled(mine, cause)
        await clock.wait(kind === 'busy' ? busyMs : outage.failed(cause))
      }
    }
  }

  async #write(batch: readonly Ending[], handler: AnyHandler): Promise<void> {
    const { store, clock, log, lookAt } = this.#deps
    const isKept = handler.kind.keepMs !== 0
    const ends = batch.map((each) => each.ended)
    const ended = await store.tx(async (db) => {
      if (isKept) db.signal(changedChannel)
      // The last progress of these runs, before they are removed from memory.
      if (isKept) await writeProgress(db, unsavedOf(batch.map(({ run }) => run)))
      return endRuns(db, handler, ends, clock.nowMs())
    }, underLocks)
    for (const { isLast, job, outcome } of ended) {
      if (isLast && !('done' in outcome)) logDead(log, { kind: job.kind, job: job.id, error: errorOf(outcome) })
    }
    const next = ended.flatMap(({ nextRunAt }) => nextRunAt ?? [])
    this.count += ended.length
    if (next.length > 0) lookAt(Math.min(...next))
  }

  /** Ends the runs one by one, so that one that cannot be settled does not block the others; that one is retried. */
  async #endUnsettled(batch: readonly Ending[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const one of batch) await this.#endBatch([one])
      return
    }
    const { settle: _, ...unsettled } = this.#handler
    for (const { run, ended } of batch) {
      this.#deps.log.error('settling a job failed', { job: run.job.id, error })
      const outcome = { retry: `settle: ${reasonOf(error)}` }
      await this.#endBatch([{ run, ended: { ...ended, outcome, result: null } }], unsettled)
    }
  }
}

function errorOf(outcome: Outcome<unknown>): string | undefined {
  return 'fail' in outcome ? outcome.fail : 'retry' in outcome ? outcome.retry : undefined
}

const maxErrors = 10
const errorLength = 2000

/** `settle` threw (`cause`); its transaction is rolled back. */
class SettleError extends Error {}

/** Writes the ends of the runs that still hold their lease and calls `settle`; returns these ends. */
async function endRuns(
  db: Db,
  handler: AnyHandler,
  runs: readonly EndedRun[],
  nowMs: number,
): Promise<Ended<unknown, unknown>[]> {
  // By id, as leases are renewed, so that two statements never deadlock on the same rows.
  const ordered = runs.toSorted((a, b) => (a.job.id < b.job.id ? -1 : 1))
  const planned = ordered.map((run) => ({ run, plan: planEnd(handler.kind, run, nowMs) }))
  const keepMs = handler.kind.keepMs ?? defaults.keepMs
  const pick = (how: Plan['how']) => planned.filter(({ plan }) => plan.how === how)
  const ids = [
    ...(await whenAny(pick('remove').map(heldOf), (held) => removeEnded(db, held))),
    ...(await whenAny(pick('done').map(heldOf), (held) => markDone(db, held, { nowMs, keepUntil: nowMs + keepMs }))),
    ...(await whenAny(
      pick('write').flatMap(({ plan }) => plan.row ?? []),
      (rows) => writeEnds(db, rows),
    )),
  ]
  const held = new Set(ids)
  const ended = planned.filter(({ run }) => held.has(run.job.id)).map(({ plan }) => plan.ended)
  if (handler.settle !== undefined && ended.length > 0) {
    try {
      await handler.settle(db, ended as Ended<never, unknown>[])
    } catch (error) {
      throw new SettleError('settle', { cause: error })
    }
  }
  return ended
}

interface Plan {
  how: 'remove' | 'done' | 'write'
  row?: EndRow
  ended: Ended<unknown, unknown>
}

function planEnd(kind: JobKind, run: EndedRun, nowMs: number): Plan {
  const { job, outcome } = run
  const keepMs = kind.keepMs ?? defaults.keepMs
  if ('done' in outcome) {
    const ended = { job, outcome, nextRunAt: null, isLast: true }
    if (keepMs === 0) return { how: 'remove', ended }
    if (run.result === null) return { how: 'done', ended }
    const done = { state: 'done' as const, attempts: run.attempts + 1, result: run.result }
    return { how: 'write', row: { ...rowOf(run), ...done, ...finished(nowMs, keepMs) }, ended }
  }
  if ('snooze' in outcome) {
    const nextRunAt = nowMs + Math.max(0, outcome.snooze)
    const row = { ...rowOf(run), ...waiting(nextRunAt, nowMs) }
    return { how: 'write', row, ended: { job, outcome, nextRunAt, isLast: false } }
  }
  const attempts = run.attempts + 1
  const error = 'fail' in outcome ? outcome.fail : outcome.retry
  const errors = addError(run.errors, { at: nowMs, attempt: attempts, error: error.slice(0, errorLength) })
  if ('fail' in outcome || attempts >= kind.maxAttempts) {
    const row = { ...rowOf(run), state: 'dead' as const, attempts, errors, ...finished(nowMs, defaults.keepDeadMs) }
    return { how: 'write', row, ended: { job, outcome, nextRunAt: null, isLast: true } }
  }
  const asked = Math.max(nowMs + (outcome.afterMs ?? 0), outcome.notBeforeMs ?? 0)
  const nextRunAt = Math.max(asked, nowMs + pauseBefore(kind, attempts))
  const row = { ...rowOf(run), attempts, errors, ...waiting(nextRunAt, nowMs) }
  return { how: 'write', row, ended: { job, outcome, nextRunAt, isLast: false } }
}

/** Milliseconds, with jitter. */
function pauseBefore(kind: JobKind, attempts: number, chance: number = Math.random()): number {
  const delays = kind.retryDelaysMs
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? 0
  return Math.round(delay * (1 + kind.jitter * (2 * chance - 1)))
}

/** Appends an error; the last ten are kept. */
export function addError(errors: string | null, error: RunError): string {
  const before = errors === null ? [] : (JSON.parse(errors) as RunError[])
  return JSON.stringify([...before, error].slice(-maxErrors))
}

export interface RunError {
  /** Epoch milliseconds. */
  at: number
  attempt: number
  error: string
}

function rowOf({ job, fence, attempts, errors }: EndedRun): Omit<EndRow, 'state'> & { state: EndRow['state'] } {
  return {
    id: job.id,
    fence,
    state: 'ready',
    run_at: job.runAt,
    attempts,
    crashes: 0,
    errors,
    result: null,
    finished_at: null,
    keep_until: null,
  }
}

function waiting(nextRunAt: number, nowMs: number) {
  return { state: nextRunAt > nowMs ? ('scheduled' as const) : ('ready' as const), run_at: nextRunAt }
}

function finished(nowMs: number, keepMs: number) {
  return { finished_at: nowMs, keep_until: nowMs + keepMs }
}

function heldOf({ run }: { run: EndedRun }) {
  return { id: run.job.id, fence: run.fence }
}

async function whenAny<T>(rows: T[], write: (rows: T[]) => Promise<string[]>): Promise<string[]> {
  return rows.length === 0 ? [] : write(rows)
}

export function logDead(log: Log, dead: { kind: string; job: string; error: string | undefined }): void {
  const remedy = `Remove the cause, then run: svc jobs retry ${dead.job}`
  log.error('job dead', { ...dead, remedy })
}
