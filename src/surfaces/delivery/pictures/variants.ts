import { limits } from '../../../kernel/limits.ts'
import type { Blobs } from '../../../platform/blobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'

/** What may be kept. */
export interface VariantRoom {
  /** Bytes in blobs, and in the memory of this process. */
  blobBytes: number
  memoryBytes: number
}

/** Pictures that were made, by their keys. */
export interface Variants {
  /** The picture under the key; made when it is not kept, by one of those who ask for it at the same time. */
  get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>
  /** The picture, if it is in memory. */
  peek(key: string): Uint8Array | undefined
}

/** The largest share of the memory that one picture may have. */
const largestShare = 1 / 16

/**
 * Variants in blobs under a prefix, the most recent in memory too. Those of this process are counted: what was not asked
 * for the longest is deleted when there is no room left. A store that fails is logged, and the picture is answered all the
 * same.
 */
export function createVariants(
  { blobs, log, prefix }: { blobs: Blobs; log: Log; prefix: string },
  room: VariantRoom = { blobBytes: limits.variantBytes, memoryBytes: limits.variantMemoryBytes },
): Variants {
  const memory = new Weighed<Uint8Array>(room.memoryBytes)
  const stored = new Weighed<true>(room.blobBytes)
  const making = new Map<string, Promise<Uint8Array>>()
  let counted: Promise<void> | undefined

  function remember(key: string, bytes: Uint8Array): void {
    if (bytes.length <= room.memoryBytes * largestShare) memory.set(key, bytes, bytes.length)
  }

  async function count(): Promise<void> {
    const entries = await blobs.list(prefix)
    const oldestFirst = entries.toSorted((a, b) => a.storedAtMs - b.storedAtMs)
    for (const { key, sizeBytes } of oldestFirst) stored.set(key, true, sizeBytes)
  }

  async function keep(key: string, bytes: Uint8Array): Promise<void> {
    counted ??= count()
    await counted
    await blobs.put(key, bytes)
    for (const gone of stored.set(key, true, bytes.length)) if (gone !== key) await blobs.delete(gone)
  }

  async function load(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = await blobs.get(prefix + key)
    if (kept !== undefined) {
      stored.touch(prefix + key)
      remember(key, kept)
      return kept
    }
    const bytes = await make()
    remember(key, bytes)
    try {
      await keep(prefix + key, bytes)
    } catch (error) {
      log.warn('A picture that was made is not kept', { key, error })
    }
    return bytes
  }

  return {
    peek: (key) => memory.get(key),
    async get(key, make) {
      const known = memory.get(key)
      // Else what is asked for most would be the first to go from the blobs.
      if (known !== undefined) stored.touch(prefix + key)
      const coming = known ?? making.get(key)
      if (coming !== undefined) return coming
      const loading = load(key, make).finally(() => making.delete(key))
      making.set(key, loading)
      return loading
    },
  }
}

/** A map that holds so much weight; what was not asked for the longest goes first. */
class Weighed<T> {
  readonly #room: number
  readonly #entries = new Map<string, { value: T; weight: number }>()
  #weight = 0

  constructor(room: number) {
    this.#room = room
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  touch(key: string): void {
    this.get(key)
  }

  /** Puts it in, and answers the keys of what has to go. */
  set(key: string, value: T, weight: number): string[] {
    this.#drop(key)
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    const gone: string[] = []
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#room) break
      this.#drop(oldest)
      gone.push(oldest)
    }
    return gone
  }

  #drop(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
