interface Entry<T> {
  value: T
  weight: number
}

interface Partition<T> {
  weight: number
  /** Least recently used first. */
  entries: Map<string, Entry<T>>
}

/**
 * A cache with limited total weight, shared by partitions: a single partition may fill it, and when it is full, the heaviest
 * partition loses its least recently used entries. A partition that exceeds its share therefore evicts its own entries.
 */
export class PartitionedCache<T> {
  readonly #capacity: number
  readonly #partitions = new Map<string, Partition<T>>()
  readonly #partitionOf = new Map<string, Partition<T>>()
  #weight = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Marks the entry as recently used. */
  get(key: string): T | undefined {
    const entries = this.#partitionOf.get(key)?.entries
    const entry = entries?.get(key)
    if (entries === undefined || entry === undefined) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry.value
  }

  /** Adds or replaces an entry; returns the evicted keys, which may include this one. */
  set(key: string, value: T, { partition: name, weight }: { partition: string; weight: number }): string[] {
    this.#remove(key)
    const partition = this.#partitions.get(name) ?? { weight: 0, entries: new Map() }
    this.#partitions.set(name, partition)
    partition.entries.set(key, { value, weight })
    partition.weight += weight
    this.#weight += weight
    this.#partitionOf.set(key, partition)
    const evicted: string[] = []
    while (this.#weight > this.#capacity) {
      const oldest = this.#heaviest()?.entries.keys().next().value
      if (oldest === undefined) break
      this.#remove(oldest)
      evicted.push(oldest)
    }
    if (partition.entries.size === 0) this.#partitions.delete(name)
    return evicted
  }

  #heaviest(): Partition<T> | undefined {
    let heaviest: Partition<T> | undefined
    for (const [name, partition] of this.#partitions) {
      if (partition.entries.size === 0) this.#partitions.delete(name)
      else if (heaviest === undefined || partition.weight > heaviest.weight) heaviest = partition
    }
    return heaviest
  }

  #remove(key: string): void {
    const partition = this.#partitionOf.get(key)
    const entry = partition?.entries.get(key)
    if (partition === undefined || entry === undefined) return
    partition.entries.delete(key)
    partition.weight -= entry.weight
    this.#weight -= entry.weight
    this.#partitionOf.delete(key)
  }
}
