import { limits } from '../../../kernel/limits.ts'
import { type Blobs, evictCached } from '../../../platform/blobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { type WorkContext, createSingleFlight } from '../../../platform/scheduling/index.ts'
import { PartitionedCache } from '../partitioned-cache.ts'

export interface VariantUsage {
  /** Capacity in bytes of the blob storage and of the memory of this process. */
  blobBytes: number
  memoryBytes: number
}

export interface VariantDeps {
  blobs: Blobs
  log: Log
  /** Prefix of all blob keys. */
  prefix: string
  /** Partitions of variants stored by an earlier process; keys without an entry share one partition. */
  partitionsOf(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export interface VariantRequest {
  key: string
  /** The project of the image; its share of the cache is used. */
  partition: string
  /** Only read if the variant is not in memory. */
  context?: Pick<WorkContext, 'signal'> | undefined
  /** Called before the variant is generated, by the one request that starts it; throws if the request is not allowed to. */
  admit?(): void
  make(signal: AbortSignal): Promise<Uint8Array>
}

export interface Variants {
  /** Returns a cached variant, or generates it once for all concurrent requests. */
  get(request: VariantRequest): Promise<Uint8Array>
  /** Undefined if the image is not in memory. */
  peek(key: string): Uint8Array | undefined
}

/** Maximum fraction of the memory for one image. */
const largestShare = 1 / 16

/**
 * Variants in blobs under a prefix, the most recent ones in memory too. Each process counts the blobs on its own: over
 * capacity, the least recently used variants of the partition with the most bytes are deleted. A storage failure is logged,
 * and the image is served anyway.
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
      // Otherwise the most requested variants, which are served from memory, would be the first to be evicted from the
      // blobs.
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
