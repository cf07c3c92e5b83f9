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

/** A clock that runs by the processor's monotonic time from the last sample of a source, the database or this host. */
export class SteadyClock implements Clock {
  readonly #source: () => Promise<number>
  readonly #mayGoBack: boolean
  /** What is added to the monotonic time. */
  #offsetMs = Date.now() - performance.now()

  /** `mayGoBack`: whether the source is followed back too. */
  constructor(source: () => Promise<number>, { mayGoBack }: { mayGoBack: boolean }) {
    this.#source = source
    this.#mayGoBack = mayGoBack
  }

  nowMs(): number {
    return Math.round(performance.now() + this.#offsetMs)
  }

  async sample(): Promise<number> {
    const before = performance.now()
    const sourceMs = await this.#source()
    const after = performance.now()
    const offBy = sourceMs - (before + after) / 2 - this.#offsetMs
    if (offBy > 0 || this.#mayGoBack) this.#offsetMs += offBy
    return offBy
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
