/** Half-life of usage, milliseconds. */
const halfLifeMs = 10_000

/** Slot time of a partition or client with exponential decay, including running work. */
export class Usage {
  #ms = 0
  #atMs = 0
  #running = 0
  /** Sum of the start times of running work. */
  #startsMs = 0

  /** Number of running tasks. */
  get running(): number {
    return this.#running
  }

  /** Milliseconds used at this time. */
  at(nowMs: number): number {
    return this.#decayed(nowMs) + this.#running * nowMs - this.#startsMs
  }

  start(nowMs: number): void {
    this.#running++
    this.#startsMs += nowMs
  }

  end(startedMs: number, nowMs: number): void {
    this.#running--
    this.#startsMs -= startedMs
    this.#ms = this.#decayed(nowMs) + (nowMs - startedMs)
    this.#atMs = nowMs
  }

  #decayed(nowMs: number): number {
    return this.#ms === 0 ? 0 : this.#ms * 2 ** ((this.#atMs - nowMs) / halfLifeMs)
  }
}
