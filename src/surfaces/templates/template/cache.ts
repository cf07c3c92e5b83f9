/** A bounded memory, least recently used out first. */
export interface Cache<T> {
  get(key: string): T | undefined
  /** `bytes` is what the value weighs; one heavier than the whole memory is not kept. */
  set(key: string, value: T, bytes: number): void
}

/** A cache that holds at most so many bytes, as its callers count them. */
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
