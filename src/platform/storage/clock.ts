/** A time that was read, with the moments of the monotonic clock before and after. Milliseconds. */
export interface TimeSample {
  epochMs: number
  before: number
  after: number
}

/**
 * The time of another clock, by the processor's monotonic time since the last sample of it: asking for the time costs no
 * query, and a jump of this host's clock changes nothing.
 */
export class SampledClock {
  readonly #read: () => Promise<TimeSample>
  /** What is added to the monotonic time. */
  #offsetMs = Date.now() - performance.now()

  constructor(read: () => Promise<TimeSample>) {
    this.#read = read
  }

  /** Epoch milliseconds. */
  nowMs(): number {
    return Math.round(performance.now() + this.#offsetMs)
  }

  /** Compares itself with the other clock and follows it; returns by how many milliseconds it was off. */
  async sample(): Promise<number> {
    const { epochMs, before, after } = await this.#read()
    const offBy = epochMs - (before + after) / 2 - this.#offsetMs
    // Less than half of the round trip may be the round trip alone.
    if (Math.abs(offBy) > (after - before) / 2) this.#offsetMs += offBy
    return offBy
  }
}
