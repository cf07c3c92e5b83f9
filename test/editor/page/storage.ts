/** A storage of the browser, in memory, of so many characters. */
export class MemoryStorage {
  readonly #items = new Map<string, string>()
  readonly capacity: number

  constructor(capacity = Number.POSITIVE_INFINITY) {
    this.capacity = capacity
  }

  get length(): number {
    return this.#items.size
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    const others = [...this.#items].filter(([each]) => each !== key)
    const size = others.reduce((sum, [, text]) => sum + text.length, value.length)
    if (size > this.capacity) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    this.#items.set(key, value)
  }

  removeItem(key: string): void {
    this.#items.delete(key)
  }
}
