import { limits } from '../../../kernel/limits.ts'
import type { Isolation, RetryCounts } from '../db.ts'
import { StorageError } from '../failure.ts'

/** First and longest pause between two attempts, milliseconds; each is a random part of its length. */
const pauseMs = { first: 8, last: 400 }

/** What a statement says that wants a lock in a serializable transaction: it begins again at READ COMMITTED. */
export class LockInSnapshot extends StorageError {
  constructor() {
    super('A transaction that takes locks is read committed.')
    this.name = 'LockInSnapshot'
  }
}

/** In place of a SQLSTATE: a transaction took an explicit lock that was not declared read committed. */
const undeclared = 'undeclared'
/** SQLSTATEs of what others did meanwhile: the same work may succeed. */
const serialization: ReadonlySet<string> = new Set(['40001', '40P01'])
/** The other row is visible now, so the work decides by itself: it is tried once more. */
const constraints: ReadonlySet<string> = new Set(['23505', '23503'])

/** True if a statement failed because of what other transactions did: a serialization failure or a deadlock. */
export function isConflict(error: unknown): boolean {
  return serialization.has(reasonOf(error) ?? '')
}

/** Repeats transactions that failed because of others, and counts it. */
export class Retries {
  readonly #counts = new Map<string, { retried: number; gaveUp: number }>()

  get counts(): RetryCounts {
    return this.#counts
  }

  /** Runs the attempt until it succeeds, fails for good, or there is no time left. Passes on the last failure. */
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
