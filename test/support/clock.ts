/** A clock that stands still until a test moves it. */
import type { Clock } from '../../src/platform/jobs/index.ts'

interface Sleeper {
  atMs: number
  wake: () => void
}

export class FakeClock implements Clock {
  readonly #sleepers = new Set<Sleeper>()
  #nowMs: number

  constructor(nowMs = Date.now()) {
    this.#nowMs = nowMs
  }

  nowMs(): number {
    return this.#nowMs
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted || ms <= 0) return resolve()
      const sleeper = {
        atMs: this.#nowMs + ms,
        wake: () => {
          this.#sleepers.delete(sleeper)
          resolve()
        },
      }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', sleeper.wake, { once: true })
    })
  }

  /** Moves on, and wakes who waits for no later. */
  advance(ms: number): void {
    this.#nowMs += ms
    for (const sleeper of this.#sleepers) if (sleeper.atMs <= this.#nowMs) sleeper.wake()
  }
}
