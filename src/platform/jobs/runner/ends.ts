import { changedChannel } from '../channels.ts'
import type { Clock } from '../clock.ts'
import { SettleError, endRuns } from '../endings/end.ts'
import { writeProgress } from '../endings/store.ts'
import type { AnyHandler, Outcome } from '../kind.ts'
import type { Log } from '../../log/index.ts'
import { type Store, storageFailure, underLocks } from '../../storage/index.ts'
import { logDead } from './log-dead.ts'
import { type Outage, databaseAnswers } from './outage.ts'
import { type EndedRun, type Run, reasonOf, unsavedOf } from './run.ts'

/** Runs of one transaction: SQLite blocks the process while a statement runs. */
const batchSize = 500
/** Another transaction was in the way: a moment later it is not, milliseconds. */
const busyMs = 20

/** A run that has come to its end, which is not durable yet. */
export interface Ending {
  run: Run
  ended: EndedRun
}

export interface EndsDeps {
  store: Store
  clock: Clock
  log: Log
  /** Of writing: a full disk still answers who looks for work. */
  outage: Outage
  /** Has the runner look for work by this time, epoch milliseconds. */
  lookAt(atMs: number): void
}

/** Makes the ends of one kind's runs durable: those that come together in one transaction, however long the database takes. */
export class Ends {
  /** Runs that ended so far. */
  count = 0
  /** Resolves when nothing is left to be written; undefined when nothing is. */
  pending: Promise<void> | undefined
  readonly #handler: AnyHandler
  readonly #parts: EndsDeps
  readonly #onEnded: (runs: Run[]) => void
  readonly #waiting: Ending[] = []

  /** `onEnded` is called with runs whose end is durable, or no longer this process's affair. */
  constructor(handler: AnyHandler, parts: EndsDeps, onEnded: (runs: Run[]) => void) {
    this.#handler = handler
    this.#parts = parts
    this.#onEnded = onEnded
  }

  /** Takes a run that has ended. */
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

  /** Gives up only what is no longer this process's. */
  async #endBatch(batch: readonly Ending[], handler: AnyHandler = this.#handler): Promise<void> {
    const { store, clock, outage } = this.#parts
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
    const { store, clock, log, lookAt } = this.#parts
    const isKept = handler.kind.keepMs !== 0
    const ends = batch.map((each) => each.ended)
    const ended = await store.tx(async (db) => {
      if (isKept) db.signal(changedChannel)
      // What a run said of itself at its end is nowhere else once it is forgotten.
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

  /** One that cannot be settled must not keep the others from their end; it is tried again like one that threw. */
  async #endUnsettled(batch: readonly Ending[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const one of batch) await this.#endBatch([one])
      return
    }
    const { settle: _, ...unsettled } = this.#handler
    for (const { run, ended } of batch) {
      this.#parts.log.error('settling a job failed', { job: run.job.id, error })
      const outcome = { retry: `settle: ${reasonOf(error)}` }
      await this.#endBatch([{ run, ended: { ...ended, outcome, result: null } }], unsettled)
    }
  }
}

function errorOf(outcome: Outcome<unknown>): string | undefined {
  return 'fail' in outcome ? outcome.fail : 'retry' in outcome ? outcome.retry : undefined
}
