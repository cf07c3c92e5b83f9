import { SampledClock, type Store } from '../storage/index.ts'

export interface Clock {
  /** Epoch milliseconds. */
  nowMs(): number
  /** Resolves after `ms` or when the signal aborts; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Synchronizes with the source of the time; returns the correction in milliseconds. A clock without it is exact. */
  sample?(): Promise<number>
}

/** Adds `wait` to a sampled clock. */
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

/**
 * The clock of the database on Postgres, which replicas share, and of this host on SQLite, whose jumps are noticed by
 * sampling.
 */
export function storeClock(store: Store): SteadyClock {
  if (store.dialect === 'postgres') {
    return new SteadyClock({ nowMs: () => store.read.nowMs(), sample: () => store.sampleClock() })
  }
  return new SteadyClock(
    new SampledClock(async () => {
      const at = performance.now()
      return { epochMs: Date.now(), before: at, after: at }
    }),
  )
}
