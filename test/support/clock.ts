/** A clock that stands still until a test moves it. */
import type { Clock } from '../../src/platform/jobs/index.ts'

interface Sleeper {
  /** In milliseconds that have passed. */
  until: number
  wake: () => void
}

export class FakeClock implements Clock {
  readonly #sleepers = new Set<Sleeper>()
  #passedMs = 0
  #offsetMs: number

  constructor(nowMs = Date.now()) {
    this.#offsetMs = nowMs
  }

  nowMs(): number {
    return this.#offsetMs + this.#passedMs
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted || ms <= 0) return resolve()
      const sleeper = {
        until: this.#passedMs + ms,
        wake: () => {
          this.#sleepers.delete(sleeper)
          resolve()
        },
      }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', sleeper.wake, { once: true })
    })
  }

  /** How many wait for time to pass. */
  get waiting(): number {
    return this.#sleepers.size
  }

  /** Lets time pass, and wakes who has waited long enough. */
  advance(ms: number): void {
    this.#passedMs += ms
    for (const sleeper of this.#sleepers) if (sleeper.until <= this.#passedMs) sleeper.wake()
  }

  /** Shows another time, though none has passed. */
  set(nowMs: number): void {
    this.#offsetMs = nowMs - this.#passedMs
  }
}
