/** A clock reading with the monotonic clock before and after it. Milliseconds. */
export interface TimeSample {
  epochMs: number
  before: number
  after: number
}

const toleratedMs = 5

/**
 * The offset of this host's clock from the monotonic clock: `timeOrigin` is more exact than milliseconds, unless the clock
 * was adjusted since.
 */
function hostOffset(): number {
  const measured = Date.now() - performance.now()
  return Math.abs(performance.timeOrigin - measured) < 2 ? performance.timeOrigin : measured
}

/**
 * The time of another clock, extrapolated with the monotonic clock since its last sample: reading the time costs no query,
 * and an adjustment of this host's clock has no effect.
 */
export class SampledClock {
  readonly #read: () => Promise<TimeSample>
  #offsetMs = hostOffset()

  constructor(read: () => Promise<TimeSample>) {
    this.#read = read
  }

  /** Epoch milliseconds. */
  nowMs(): number {
    return Math.floor(performance.now() + this.#offsetMs)
  }

  /** Samples the other clock and corrects the offset; returns the correction in milliseconds. */
  async sample(): Promise<number> {
    const { epochMs, before, after } = await this.#read()
    const offBy = epochMs - (before + after) / 2 - this.#offsetMs
    // The round trip alone can cause a difference this small, and it is harmless.
    if (Math.abs(offBy) > (after - before) / 2 + toleratedMs) this.#offsetMs += offBy
    return offBy
  }
}
