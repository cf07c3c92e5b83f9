import { limits } from '../../../kernel/limits.ts'
import type { Isolation, RetryCounts } from '../db.ts'
import { StorageError } from '../failure.ts'

/** First and longest pause between two attempts, milliseconds, with full jitter. */
const pauseMs = { first: 8, last: 400 }

/** Thrown by a statement that requests a lock in a serializable transaction, which then restarts at READ COMMITTED. */
export class LockInSnapshot extends StorageError {
  constructor() {
    super('A transaction that takes locks is read committed.')
    this.name = 'LockInSnapshot'
  }
}

/** Counted in place of a SQLSTATE: a transaction that was not declared read committed took an explicit lock. */
const undeclared = 'undeclared'
/** SQLSTATEs of conflicts with concurrent transactions: a retry may succeed. */
const serialization: ReadonlySet<string> = new Set(['40001', '40P01'])
/** Unique and foreign key violations: a retry sees the other row and decides by it, so there is only one. */
const constraints: ReadonlySet<string> = new Set(['23505', '23503'])

/** True for a serialization failure or a deadlock, which concurrent transactions cause. */
export function isConflict(error: unknown): boolean {
  return serialization.has(reasonOf(error) ?? '')
}

/** Retries transactions that failed because of concurrent ones, and counts the retries. */
export class Retries {
  readonly #counts = new Map<string, { retried: number; gaveUp: number }>()

  get counts(): RetryCounts {
    return this.#counts
  }

  /** Repeats the attempt until it succeeds, fails permanently, or the time is up. Rethrows the last error. */
  async run<T>(wanted: Isolation, attempt: (isolation: Isolation) => Promise<T>): Promise<T> {
    const endsAt = performance.now() + limits.postgresAttemptSeconds * 1000
    let isolation = wanted
    let violations = 0
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(isolation)
      } catch (error) {
        const reason = reasonOf(error)
        if (reason === undefined) throw error
        const isViolation = constraints.has(reason)
        if (isViolation && ++violations > 1) throw this.#giveUp(reason, error)
        if (reason === undeclared) isolation = 'read committed'
        if (attempts >= limits.postgresAttempts) throw this.#giveUp(reason, error)
        const pause = reason === undeclared || isViolation ? 0 : pauseAfter(attempts)
        if (performance.now() + pause > endsAt) throw this.#giveUp(reason, error)
        this.#count(reason, 'retried')
        if (pause > 0) await Bun.sleep(pause)
      }
    }
  }

  #giveUp(reason: string, error: unknown): unknown {
    this.#count(reason, 'gaveUp')
    return error
  }

  #count(reason: string, what: 'retried' | 'gaveUp'): void {
    const counts = this.#counts.get(reason) ?? { retried: 0, gaveUp: 0 }
    counts[what]++
    this.#counts.set(reason, counts)
  }
}

function reasonOf(error: unknown): string | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof LockInSnapshot) return undeclared
    const state = String((inner as { errno?: unknown }).errno)
    if (serialization.has(state) || constraints.has(state)) return state
  }
  return undefined
}

function pauseAfter(attempts: number): number {
  return Math.random() * Math.min(pauseMs.first * 2 ** attempts, pauseMs.last)
}
