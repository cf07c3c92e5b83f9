import type { SampledClock } from '../storage/index.ts'

/** The time as jobs see it. */
export interface Clock {
  /** Epoch milliseconds. */
  nowMs(): number
  /** Resolves after so many milliseconds, or as soon as the signal aborts; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * Compares itself with the source of its time, and follows it. Answers by how many milliseconds it was off. A clock
   * without it is always right.
   */
  sample?(): Promise<number>
}

/** The clock of jobs over one that can be compared with its source. */
export class SteadyClock implements Clock {
  readonly #clock: Pick<SampledClock, 'nowMs' | 'sample'>

  constructor(clock: Pick<SampledClock, 'nowMs' | 'sample'>) {
    this.#clock = clock
  }

  nowMs(): number {
    return this.#clock.nowMs()
  }

  sample(): Promise<number> {
    return this.#clock.sample()
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done)
    })
  }
}
