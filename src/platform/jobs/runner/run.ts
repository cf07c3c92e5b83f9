import { jobOf } from '../claims/job.ts'
import { type ClaimedRow, lockHeld } from '../claims/store.ts'
import type { Progress } from '../endings/store.ts'
import { type AnyHandler, type Job, type JobKind, LeaseLost, type Outcome, type RunContext, defaults } from '../kind.ts'

export interface EndedRun {
  job: Job
  fence: number
  attempts: number
  crashes: number
  /** Errors so far, as JSON. */
  errors: string | null
  outcome: Outcome<unknown>
  /** What a done run leaves, as JSON. */
  result: string | null
}

/** One claimed job, from its claim until its end is durable. */
export class Run {
  readonly job: Job<never>
  readonly row: ClaimedRow
  readonly leaseMs: number
  /** True if the job is no longer this process's: it ends without a trace. */
  isGone = false
  /** How far it is, as JSON, until that is kept. */
  unsaved: string | undefined
  /** How much of it is done; null where the next run would not begin there. */
  kept: number | null = null
  /** True if it was claimed as the one suspect of this process. */
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

  /** What the handler is given. Detached use of its members is safe. */
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

  /** Takes the job from the handler: its signal aborts, and what it answers is no longer heard. */
  takeAway(reason: string): void {
    if (this.isGone) return
    this.isGone = true
    this.#reason = new Error(reason)
    this.#abort?.abort(this.#reason)
  }

  /** This run with its outcome. */
  endedWith(outcome: Outcome<unknown>, result: string | null): EndedRun {
    const { fence, attempts, crashes, errors } = this.row
    return { job: this.job, fence, attempts, crashes, errors, outcome, result }
  }

  // Most handlers never inspect it, and making one costs as much as a small job.
  #signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController()
      if (this.#reason !== undefined) this.#abort.abort(this.#reason)
    }
    return this.#abort.signal
  }
}

/** Runs the handler; a throw becomes a retry. Answers the outcome, and its value as JSON where the row keeps it. */
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

/** What an error says, with its kind unless that is plain. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`
}

/** How far runs are, as far as nobody has written it yet. */
export function unsavedOf(runs: readonly Run[]): Progress[] {
  return runs.flatMap(({ job, kept, row, unsaved }) =>
    unsaved === undefined ? [] : [{ id: job.id, fence: row.fence, progress: unsaved, kept }],
  )
}
