/** A time that was read, with the moments of the monotonic clock before and after. Milliseconds. */
export interface TimeSample {
  epochMs: number
  before: number
  after: number
}

const toleratedMs = 5

/** What this host's clock adds to the monotonic time: more exact than its milliseconds, unless it was put right since. */
function hostOffset(): number {
  const measured = Date.now() - performance.now()
  return Math.abs(performance.timeOrigin - measured) < 2 ? performance.timeOrigin : measured
}

/**
 * The time of another clock, by the processor's monotonic time since the last sample of it: requesting the time costs no
 * query, and a jump of this host's clock changes nothing.
 */
export class SampledClock {
  readonly #read: () => Promise<TimeSample>
  /** What is added to the monotonic time. */
  #offsetMs = hostOffset()

  constructor(read: () => Promise<TimeSample>) {
    this.#read = read
  }

  /** Epoch milliseconds. */
  nowMs(): number {
    return Math.floor(performance.now() + this.#offsetMs)
  }

  /** Compares itself with the other clock and follows it; returns by how many milliseconds it was off. */
  async sample(): Promise<number> {
    const { epochMs, before, after } = await this.#read()
    const offBy = epochMs - (before + after) / 2 - this.#offsetMs
    // So little may be the round trip alone, and does no harm.
    if (Math.abs(offBy) > (after - before) / 2 + toleratedMs) this.#offsetMs += offBy
    return offBy
  }
}
