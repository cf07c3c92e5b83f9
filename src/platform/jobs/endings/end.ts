import { type AnyHandler, type Ended, type JobKind, defaults } from '../kind.ts'
import type { EndedRun } from '../runner/run.ts'
import type { Db } from '../../storage/index.ts'
import { type EndRow, markDone, removeEnded, writeEnds } from './store.ts'

const maxErrors = 10
const errorLength = 2000

/** What `settle` threw; the runs of its transaction have not ended. */
export class SettleError extends Error {}

/**
 * Ends runs in the given transaction, those that still hold their lease: writes their rows, and has the handler settle
 * them. Answers what ended.
 */
export async function endRuns(
  db: Db,
  handler: AnyHandler,
  runs: readonly EndedRun[],
  nowMs: number,
): Promise<Ended<unknown, unknown>[]> {
  // By id, as signs of life are given: of two statements that lock the same rows, one waits for the other.
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

/** The kind's pause after so many attempts, milliseconds, longer or shorter by chance within its jitter. */
function pauseBefore(kind: JobKind, attempts: number, chance: number = Math.random()): number {
  const delays = kind.retryDelaysMs
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? 0
  return Math.round(delay * (1 + kind.jitter * (2 * chance - 1)))
}

/** The errors with one more, the last ten of them. */
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

/** The row of a job as its lease found it, but for its state. */
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
