/** So many that were let in together. */
export interface Turn {
  /** How many there are at most. */
  readonly count: number
  /** They are over, and so many of them really were. */
  end(real: number): void
}

/** At most so many in any stretch of time of a given length, wherever one looks from. */
export interface Window {
  /** How long until so many more may begin, milliseconds; 0 when they may now, Infinity while that hangs on what runs. */
  waitMs(count: number): number
  /** True if someone had to wait for space in it within its length. */
  readonly isTight: boolean
  /** So many begin, or as many as are ever allowed; undefined where `waitMs` is not 0. */
  begin(count: number): Turn | undefined
  /** Gives back what was taken from others. */
  close(): Promise<void>
}

/**
 * The window of one process: what runs counts, and what is done counts from its end, for nobody can say when in between the
 * other side saw it.
 */
export class SlidingWindow implements Window {
  readonly #max: number
  readonly #lengthMs: number
  readonly #now: () => number
  /** When those ended that still count, oldest first. */
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
    // Anyone who wants more than is ever allowed begins where nothing else counts.
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
    // Nobody else has a part in it.
  }

  #end(begun: number, real: number): void {
    this.#running -= begun
    if (this.#max === Infinity) return
    const now = this.#now()
    for (let each = 0; each < real; each++) this.#ended.push(now)
  }
}
