import type { Log } from '../log/index.ts'
import type { Store } from '../storage/index.ts'

const firstPauseMs = 100
const maxPauseMs = 5000

/** Backoff while the database fails; logs an outage once. */
export class Outage {
  readonly #log: Log
  #pauseMs = 0

  constructor(log: Log) {
    this.#log = log
  }

  /** Returns the pause before the next attempt, milliseconds. */
  failed(error: unknown): number {
    if (this.#pauseMs === 0) this.#log.warn('job queue waiting for the database', { error })
    this.#pauseMs = Math.min(maxPauseMs, Math.max(firstPauseMs, this.#pauseMs * 2))
    return this.#pauseMs
  }

  ended(): void {
    if (this.#pauseMs > 0) this.#log.info('job queue resumed')
    this.#pauseMs = 0
  }
}

export function databaseAnswers(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    () => false,
  )
}
