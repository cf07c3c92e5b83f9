/** At most so many in any stretch of time of a given length. */
export class SlidingWindow {
  readonly #most: number
  readonly #lengthMs: number
  readonly #now: () => number
  /** When the last ones were, in a ring. */
  readonly #times: number[] = []
  #next = 0

  constructor(most: number, lengthMs: number, now: () => number) {
    this.#most = most
    this.#lengthMs = lengthMs
    this.#now = now
  }

  /** How long until another one may be, milliseconds; 0 when it may be now. */
  get waitMs(): number {
    const oldest = this.#times.length < this.#most ? undefined : this.#times[this.#next]
    return oldest === undefined ? 0 : Math.max(0, oldest + this.#lengthMs - this.#now())
  }

  /** Counts one. */
  count(): void {
    if (this.#most === Infinity) return
    this.#times[this.#next] = this.#now()
    this.#next = (this.#next + 1) % this.#most
  }
}
