/** A bounded cache that evicts the least recently used entry first. */
export interface Cache<T> {
  get(key: string): T | undefined
  /** `bytes` is the estimated size of the value; a value larger than the whole cache is not stored. */
  set(key: string, value: T, bytes: number): void
}

/** `maxBytes` limits the sum of the sizes passed to `set`. */
export function createCache<T>(maxBytes: number): Cache<T> {
  const kept = new Map<string, { value: T; bytes: number }>()
  let total = 0

  function drop(key: string): void {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  return {
    get(key) {
      const entry = kept.get(key)
      if (entry === undefined) return undefined
      kept.delete(key)
      kept.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      drop(key)
      if (bytes > maxBytes) return
      kept.set(key, { value, bytes })
      total += bytes
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) return
        drop(oldest)
      }
    },
  }
}
