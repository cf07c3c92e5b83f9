/** Slots taken together. */
export interface Turn {
  /** Number of slots. */
  readonly count: number
  /** Ends the turn; `real` of its slots were used. */
  end(real: number): void
}

/** At most a fixed number of requests in any interval of the window length. */
export interface Window {
  /** Milliseconds until `count` slots are free; 0 if they are now, Infinity if it depends on running requests. */
  waitMs(count: number): number
  /** True if a caller had to wait within the last window length. */
  readonly isTight: boolean
  /** Takes `count` slots, or the maximum if it is smaller; undefined if `waitMs` is not 0. */
  begin(count: number): Turn | undefined
  /** Returns leased tokens. */
  close(): Promise<void>
}

/**
 * Window of one process: a running request counts, and an ended one counts from its end, because the time at which the
 * server saw it is unknown.
 */
export class SlidingWindow implements Window {
  readonly #max: number
  readonly #lengthMs: number
  readonly #now: () => number
  /** End times of requests that still count, oldest first. */
  #ended: number[] = []
  #running = 0
  #tightUntilMs = -Infinity

  constructor(max: number, lengthMs: number, now: () => number) {
    this.#max = max
    this.#lengthMs = lengthMs
    this.#now = now
  }

  waitMs(count: number): number {
    const now = this.#now()
    const firstLeft = this.#ended.findIndex((time) => time + this.#lengthMs > now)
    if (firstLeft !== 0) this.#ended.splice(0, firstLeft < 0 ? this.#ended.length : firstLeft)
    // More slots than the maximum are reduced to it, and need an empty window.
    const wanted = Math.min(count, this.#max)
    const tooMany = this.#running + this.#ended.length + wanted - this.#max
    if (tooMany <= 0) return 0
    this.#tightUntilMs = now + this.#lengthMs
    const last = this.#ended[tooMany - 1]
    return last === undefined ? Infinity : last + this.#lengthMs - now
  }

  get isTight(): boolean {
    return this.#now() < this.#tightUntilMs
  }

  begin(wanted: number): Turn | undefined {
    if (this.waitMs(wanted) > 0) return undefined
    const count = Math.min(wanted, this.#max)
    this.#running += count
    return { count, end: (real) => this.#end(count, real) }
  }

  async close(): Promise<void> {
    // A local window holds no leases.
  }

  #end(begun: number, real: number): void {
    this.#running -= begun
    if (this.#max === Infinity) return
    const now = this.#now()
    for (let each = 0; each < real; each++) this.#ended.push(now)
  }
}
