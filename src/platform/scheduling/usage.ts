/** Milliseconds in which what was used counts half. */
const halfLifeMs = 10_000

/** Slot time used by one party, which decays, with the time of what is running now. */
export class Usage {
  #ms = 0
  #atMs = 0
  #running = 0
  /** Sum of the start times of what is running. */
  #startsMs = 0

  /** Pieces of work that are running. */
  get running(): number {
    return this.#running
  }

  /** Milliseconds used, as of now. */
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
