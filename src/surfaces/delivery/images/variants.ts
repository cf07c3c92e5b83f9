import { limits } from '../../../kernel/limits.ts'
import { type Blobs, evictCached } from '../../../platform/blobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { type WorkContext, createSingleFlight } from '../../../platform/scheduling/index.ts'
import { PartitionedCache } from '../partitioned-cache.ts'

/** What may be kept. */
export interface VariantUsage {
  /** Bytes in blobs, and in the memory of this process. */
  blobBytes: number
  memoryBytes: number
}

export interface VariantDeps {
  blobs: Blobs
  log: Log
  /** Precedes every key in blobs. */
  prefix: string
  /** The partition of each of these keys, for variants that an earlier process stored; one for all where it is not known. */
  partitionsOf(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export interface VariantRequest {
  key: string
  /** Whose share of the cache it takes: the project of the image. */
  partition: string
  /** Read only where the variant is not in memory. */
  context?: Pick<WorkContext, 'signal'> | undefined
  /** Called before the variant is made, by the one request that starts it; throws when the request may not. */
  admit?(): void
  make(signal: AbortSignal): Promise<Uint8Array>
}

/** Images that were made, by their keys. */
export interface Variants {
  /** The image under the key; made when it is not cached, once for all requests that wait for it. */
  get(request: VariantRequest): Promise<Uint8Array>
  /** The image, if it is in memory. */
  peek(key: string): Uint8Array | undefined
}

/** The largest share of the memory that one image may have. */
const largestShare = 1 / 16

/**
 * Variants in blobs under a prefix, the most recent in memory too. Those of this process are counted: when there is no capacity
 * left, the least recently used of the partition with the most bytes are deleted. A store that fails is logged, and the image is
 * served all the same.
 */
export function createVariants(
  { blobs, log, prefix, partitionsOf }: VariantDeps,
  room: VariantUsage = { blobBytes: limits.variantBytes, memoryBytes: limits.variantCacheBytes },
): Variants {
  const memory = new PartitionedCache<Uint8Array>(room.memoryBytes)
  const stored = new PartitionedCache<true>(room.blobBytes)
  const lookUps = createSingleFlight<Uint8Array | undefined>()
  const making = createSingleFlight<Uint8Array>()
  let counted: Promise<void> | undefined

  function cache({ key, partition }: VariantRequest, bytes: Uint8Array): void {
    if (bytes.length <= room.memoryBytes * largestShare) memory.set(key, bytes, { partition, weight: bytes.length })
  }

  async function count(): Promise<void> {
    const entries = await blobs.list(prefix)
    const oldestFirst = entries.toSorted((a, b) => a.storedAtMs - b.storedAtMs)
    const partitions = await partitionsOf(oldestFirst.map(({ key }) => key.slice(prefix.length)))
    for (const { key, sizeBytes } of oldestFirst) {
      const name = key.slice(prefix.length)
      stored.set(name, true, { partition: partitions.get(name) ?? '', weight: sizeBytes })
    }
  }

  async function store({ key, partition }: VariantRequest, bytes: Uint8Array): Promise<void> {
    counted ??= count().catch((error: unknown) => {
      counted = undefined
      throw error
    })
    await counted
    await blobs.put(prefix + key, bytes)
    const evicted = stored.set(key, true, { partition, weight: bytes.length })
    await evictCached(
      blobs,
      evicted.map((name) => prefix + name),
    )
  }

  async function make(request: VariantRequest, signal: AbortSignal): Promise<Uint8Array> {
    const bytes = await request.make(signal)
    cache(request, bytes)
    try {
      await store(request, bytes)
    } catch (error) {
      log.warn('storing an image variant failed', { key: request.key, error })
    }
    return bytes
  }

  return {
    peek: (key) => memory.get(key),
    async get(request) {
      const { key } = request
      const cached = memory.get(key)
      // Else what is requested most would be the first to be evicted from the blobs.
      if (cached !== undefined) stored.get(key)
      if (cached !== undefined) return cached
      const signal = request.context?.signal
      if (!making.has(key)) {
        const found = await lookUps.get(key, signal, () => blobs.get(prefix + key))
        if (found !== undefined) {
          stored.get(key)
          cache(request, found)
          return found
        }
      }
      if (!making.has(key)) request.admit?.()
      return making.get(key, signal, (all) => make(request, all))
    },
  }
}
