/** Counts of connections by client IP address, with the limit of each. */
export class ConnectionCounts {
  readonly #max: number
  readonly #counts = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** False if the client has too many. Otherwise the caller must close it. */
  open(ip: string): boolean {
    const count = this.#counts.get(ip) ?? 0
    if (count >= this.#max) return false
    this.#counts.set(ip, count + 1)
    return true
  }

  close(ip: string): void {
    const count = (this.#counts.get(ip) ?? 0) - 1
    if (count > 0) this.#counts.set(ip, count)
    else this.#counts.delete(ip)
  }
}
