/**
 * The only code that deletes blobs. A writer cannot know how its commit ended, so nothing that a row may name is deleted by
 * anyone who wrote it: every attempt writes under keys of its own, and what no committed row names is collected.
 */
import { limits } from '../../kernel/limits.ts'
import type { BlobEntry, Blobs } from './blobs.ts'

/** Blobs under a prefix, and which of them are needed. */
export interface OwnedBlobs {
  prefix: string
  /**
   * True if the attempt that wrote the key began before the time, epoch milliseconds of the database's clock. False for a key
   * that is none of these: it is left alone.
   */
  begunBefore(key: string, atMs: number): boolean
  /** Those of the keys that rows name. Asks what is committed. */
  named(keys: readonly string[]): Promise<ReadonlySet<string>>
}

const batch = 500
const hourMs = 3_600_000

/** True if an attempt took so long that its blobs may be collected before its row is committed: then it must not commit. */
export function isTooLate(begunAtMs: number, nowMs: number): boolean {
  return nowMs - begunAtMs > (limits.orphanHours / 2) * hourMs
}

/**
 * Deletes blobs that no row names, of attempts that began `limits.orphanHours` ago or earlier: the rows of younger ones may be
 * on their way. Returns how many. Stops between two batches once the signal aborts.
 */
export async function collectUnnamed(
  blobs: Blobs,
  { prefix, begunBefore, named }: OwnedBlobs,
  { nowMs, signal }: { nowMs: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const beforeMs = nowMs - limits.orphanHours * hourMs
  let removed = 0
  let after: string | undefined
  for (;;) {
    const entries = await blobs.list(prefix, { limit: batch, ...(after === undefined ? {} : { after }) })
    const old = entries.map(({ key }) => key).filter((key) => begunBefore(key, beforeMs))
    removed += await deleteUnnamed(blobs, old, named)
    after = entries.at(-1)?.key
    if (after === undefined || signal?.aborted === true) return removed
  }
}

/**
 * Deletes blobs whose rows were deleted by a transaction that is certainly committed, unless rows name them after all; returns
 * how many. Needs no grace time, for no key is written twice.
 */
export function collectReleased(
  blobs: Blobs,
  keys: readonly string[],
  { named }: Pick<OwnedBlobs, 'named'>,
): Promise<number> {
  return deleteUnnamed(blobs, keys, named)
}

/** Deletes what an attempt wrote, by the attempt itself: only when certainly no row names it or ever will. */
export async function discardOwn(blobs: Blobs, keys: readonly string[]): Promise<void> {
  for (const key of keys) await blobs.delete(key)
}

/** Deletes blobs of a cache: anyone who misses one has it made again. */
export async function evictCached(blobs: Blobs, keys: Iterable<string>): Promise<void> {
  for (const key of keys) await blobs.delete(key)
}

/** Deletes blobs that no row names but that have an end of their own; returns how many. Stops once the signal aborts. */
export async function collectExpired(
  blobs: Blobs,
  entries: readonly BlobEntry[],
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (const { key } of entries) {
    if (signal?.aborted === true) break
    await blobs.delete(key)
    removed++
  }
  return removed
}

async function deleteUnnamed(blobs: Blobs, keys: readonly string[], named: OwnedBlobs['named']): Promise<number> {
  let removed = 0
  for (let at = 0; at < keys.length; at += batch) {
    const some = keys.slice(at, at + batch)
    const kept = await named(some)
    for (const key of some) {
      if (kept.has(key)) continue
      await blobs.delete(key)
      removed++
    }
  }
  return removed
}
