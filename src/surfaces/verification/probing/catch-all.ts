const mostDomains = 100_000

/** Which domains take mail for everybody, remembered for a time. */
export class CatchAllMemory {
  readonly #keptMs: number
  readonly #now: () => number
  readonly #known = new Map<string, { isCatchAll: boolean; untilMs: number }>()

  constructor(keptMs: number, now: () => number) {
    this.#keptMs = keptMs
    this.#now = now
  }

  /** Undefined where nobody has asked, or not lately. */
  get(domain: string): boolean | undefined {
    const known = this.#known.get(domain)
    if (known === undefined || known.untilMs > this.#now()) return known?.isCatchAll
    this.#known.delete(domain)
    return undefined
  }

  /** Remembers, for so long where it was found out before; the oldest is forgotten where there are too many. */
  set(domain: string, isCatchAll: boolean, leftMs = this.#keptMs): void {
    const [oldest] = this.#known.size >= mostDomains ? this.#known.keys() : []
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(domain, { isCatchAll, untilMs: this.#now() + Math.min(leftMs, this.#keptMs) })
  }
}
