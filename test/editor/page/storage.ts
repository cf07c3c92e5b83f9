import type { EditDatabase, StoredEdits } from '../../../src/editor/saving/edit-database.ts'

/** The database of a browser, in memory, of so many characters; none are those of a browser without storage. */
export class MemoryDatabase implements EditDatabase {
  isWorking = true
  isOpen = true
  readonly opened: Promise<boolean> = Promise.resolve(true)
  readonly #entries = new Map<string, StoredEdits>()
  readonly #capacity: number

  constructor(capacity = Number.POSITIVE_INFINITY) {
    this.#capacity = capacity
  }

  /** What is stored, oldest first. */
  get entries(): StoredEdits[] {
    return [...this.#entries.values()]
  }

  put(key: string, stored: StoredEdits): void {
    this.isWorking = stored.text.length <= this.#capacity
    if (this.isWorking) this.#entries.set(key, stored)
  }

  remove(key: string): void {
    this.#entries.delete(key)
  }

  list(prefix: string): Promise<[string, StoredEdits][]> {
    return Promise.resolve([...this.#entries].filter(([key]) => key.startsWith(prefix)))
  }

  prune({ before, maxEntries }: { before: number; maxEntries: number }): Promise<void> {
    const surplus = this.#entries.size - maxEntries
    for (const [at, [key, stored]] of [...this.#entries].entries())
      if (stored.at <= before || at < surplus) this.#entries.delete(key)
    return Promise.resolve()
  }
}

/** A database that the browser opens only when `open` is called. */
export class LateDatabase extends MemoryDatabase {
  override isOpen = false
  override readonly opened: Promise<boolean>
  readonly open: () => void

  constructor() {
    super()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.opened = promise
    this.open = () => {
      this.isOpen = true
      resolve(true)
    }
  }

  override list(prefix: string): Promise<[string, StoredEdits][]> {
    return this.isOpen ? super.list(prefix) : Promise.resolve([])
  }
}
