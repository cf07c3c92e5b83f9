import {
  jobOf,
  type AnyHandler,
  type Job,
  type JobKind,
  LeaseLost,
  type Outcome,
  type RunContext,
  defaults,
} from './kind.ts'
import { type ClaimedRow, lockHeld } from './claim-store.ts'
import type { Progress } from './job-store.ts'

export interface EndedRun {
  job: Job
  fence: number
  attempts: number
  crashes: number
  /** Errors so far, as JSON. */
  errors: string | null
  outcome: Outcome<unknown>
  /** Result of a done run, as JSON. */
  result: string | null
}

/** A claimed job, until its end is committed. */
export class Run {
  readonly job: Job<never>
  readonly row: ClaimedRow
  readonly leaseMs: number
  /** True if the lease is lost: its end is not written. */
  isGone = false
  /** Progress that is not stored yet, as JSON. */
  unsaved: string | undefined
  /** Amount done if the next run continues there; else null. */
  kept: number | null = null
  /** True if it was claimed as the only suspect of this process. */
  readonly isSuspect: boolean
  readonly #keepsProgress: boolean
  #abort: AbortController | undefined
  #reason: Error | undefined

  constructor(row: ClaimedRow, kind: JobKind) {
    this.row = row
    this.job = jobOf(row, kind) as Job<never>
    this.isSuspect = row.crashes < 0
    this.leaseMs = kind.leaseMs ?? defaults.leaseMs
    this.#keepsProgress = kind.keepsProgress === true
  }

  /** Members of the context may be used detached. */
  context<C>(prepared: C, nowMs: () => number): RunContext<C> {
    const readSignal = () => this.#signal()
    return {
      prepared,
      nowMs,
      requireLease: async (db) => {
        if (!(await lockHeld(db, { id: this.job.id, fence: this.row.fence }))) throw new LeaseLost()
      },
      get signal() {
        return readSignal()
      },
      progress: (done, total, note) => {
        this.unsaved = JSON.stringify({ done, total, note, at: nowMs() })
        if (this.#keepsProgress) this.kept = done
      },
    }
  }

  /** Aborts the signal; the outcome is ignored. */
  revoke(reason: string): void {
    if (this.isGone) return
    this.isGone = true
    this.#reason = new Error(reason)
    this.#abort?.abort(this.#reason)
  }

  endedWith(outcome: Outcome<unknown>, result: string | null): EndedRun {
    const { fence, attempts, crashes, errors } = this.row
    return { job: this.job, fence, attempts, crashes, errors, outcome, result }
  }

  // Created on demand: most handlers never use it, and it costs as much as a small job.
  #signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController()
      if (this.#reason !== undefined) this.#abort.abort(this.#reason)
    }
    return this.#abort.signal
  }
}

/** An exception becomes a retry. `result` is the value as JSON if the row stores it. */
export async function runHandler(
  handler: AnyHandler,
  run: Run,
  context: RunContext<unknown>,
): Promise<{ outcome: Outcome<unknown>; result: string | null }> {
  try {
    const outcome = (await handler.run(run.job, context)) as Outcome<unknown> | undefined
    if (outcome === undefined) return { outcome: { retry: 'The handler gave no outcome.' }, result: null }
    const isKept = 'done' in outcome && outcome.done !== undefined && handler.kind.keepMs !== 0
    return { outcome, result: isKept ? JSON.stringify(outcome.done) : null }
  } catch (error) {
    return { outcome: { retry: reasonOf(error) }, result: null }
  }
}

/** The message, with the name of the class unless that is Error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`
}

export function unsavedOf(runs: readonly Run[]): Progress[] {
  return runs.flatMap(({ job, kept, row, unsaved }) =>
    unsaved === undefined ? [] : [{ id: job.id, fence: row.fence, progress: unsaved, kept }],
  )
}
