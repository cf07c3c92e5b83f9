/** Remembers who blocks an egress, so that nobody is asked again who has just said no. */
export class Breaker {
  readonly #openMs: number
  readonly #now: () => number
  readonly #domains = new Map<string, number>()
  #openUntilMs = 0

  constructor(openMs: number, now: () => number) {
    this.#openMs = openMs
    this.#now = now
  }

  /** How long the domain is not asked any more, milliseconds; 0 when it may be. */
  waitMs(domain: string): number {
    const untilMs = Math.max(this.#openUntilMs, this.#domains.get(domain) ?? 0)
    return Math.max(0, untilMs - this.#now())
  }

  /**
   * Notes that we were blocked. Said before any recipient was named it is meant for all; said to a recipient it may be the
   * rule of one domain, until a second says the same. Answers whether everybody behind these servers is now left alone.
   */
  trip(domain: string, isForAll: boolean): boolean {
    const now = this.#now()
    for (const [each, untilMs] of this.#domains) if (untilMs <= now) this.#domains.delete(each)
    this.#domains.set(domain, now + this.#openMs)
    const isOpening = (isForAll || this.#domains.size > 1) && this.#openUntilMs <= now
    if (isOpening) this.#openUntilMs = now + this.#openMs
    return isOpening
  }

  /** Notes that somebody else was blocked: at a domain, or without one at all of them. */
  learn(domain: string | undefined, leftMs: number): void {
    const untilMs = this.#now() + Math.min(leftMs, this.#openMs)
    if (domain === undefined) this.#openUntilMs = Math.max(this.#openUntilMs, untilMs)
    else this.#domains.set(domain, Math.max(this.#domains.get(domain) ?? 0, untilMs))
  }
}
