/**
 * The only code that deletes blobs. A writer cannot know the outcome of its commit, so it never deletes blobs that a row may
 * reference: every attempt writes under keys of its own, and blobs that no committed row references are collected.
 */
import { limits } from '../../kernel/limits.ts'
import type { BlobEntry, Blobs } from './blobs.ts'

/** Blobs under a prefix, with the rules for collecting them. */
export interface OwnedBlobs {
  prefix: string
  /**
   * True if the attempt that wrote the key began before the time, epoch milliseconds of the database's clock. False for an
   * unknown key, which is left alone.
   */
  begunBefore(key: string, atMs: number): boolean
  /** The keys that committed rows reference. */
  named(keys: readonly string[]): Promise<ReadonlySet<string>>
}

const batch = 500
const hourMs = 3_600_000

/** True if an attempt took so long that its blobs may be collected before its row is committed: then it must not commit. */
export function isTooLate(begunAtMs: number, nowMs: number): boolean {
  return nowMs - begunAtMs > (limits.orphanHours / 2) * hourMs
}

/**
 * Deletes blobs that no row references, of attempts that began at least `limits.orphanHours` ago: younger ones may not have
 * committed their rows yet. Returns their number. Stops between two batches once the signal aborts.
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
 * Deletes blobs whose rows were deleted by a transaction that is certainly committed, unless other rows reference them;
 * returns their number. Needs no grace time, because no key is written twice.
 */
export function collectReleased(
  blobs: Blobs,
  keys: readonly string[],
  { named }: Pick<OwnedBlobs, 'named'>,
): Promise<number> {
  return deleteUnnamed(blobs, keys, named)
}

/** Deletes the blobs of an attempt, called by the attempt itself: only if certainly no row references them or ever will. */
export async function discardOwn(blobs: Blobs, keys: readonly string[]): Promise<void> {
  for (const key of keys) await blobs.delete(key)
}

/** Deletes blobs of a cache: a missing one is created again. */
export async function evictCached(blobs: Blobs, keys: Iterable<string>): Promise<void> {
  for (const key of keys) await blobs.delete(key)
}

/**
 * Deletes blobs that no row references but that have an expiry of their own; returns their number. Stops once the signal
 * aborts.
 */
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
