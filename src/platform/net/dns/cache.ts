const maxEntries = 10_000

/** A cache with expiry per entry; when full, it evicts the oldest entry. */
export class ExpiringCache<V> {
  readonly #entries = new Map<string, { value: V; untilMs: number }>()

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.untilMs > performance.now()) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  set(key: string, value: V, ttlSeconds: number): void {
    if (ttlSeconds <= 0) return
    const [oldest] = this.#entries.size >= maxEntries ? this.#entries.keys() : []
    if (oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.delete(key)
    this.#entries.set(key, { value, untilMs: performance.now() + ttlSeconds * 1000 })
  }
}
