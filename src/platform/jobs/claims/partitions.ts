import type { PartitionRow, PartitionSettings } from './store.ts'

export interface Shares {
  claims: PartitionSettings[]
  /** The partition after which the next look begins. */
  after: string
}

/**
 * Shares free places among partitions, given in the order in which it is their turn: one place each, round by round, so that a
 * partition with a hundred thousand jobs gets no more than one with few. Partitions whose first job is more urgent come first.
 * Paused and full partitions get none.
 */
export function sharePlaces(
  partitions: readonly PartitionRow[],
  { places, nowMs, width }: { places: number; nowMs: number; width: number | undefined },
): Shares {
  const open = partitions
    .filter((partition) => (partition.paused_until ?? 0) <= nowMs)
    .map((partition) => ({ ...partition, cap: narrower(width ?? null, partition.concurrency) }))
    .map((partition) => ({
      ...partition,
      capacity: partition.cap === null ? Infinity : partition.cap - partition.running,
      wanted: 0,
    }))
    .filter((partition) => partition.capacity > 0)
    .sort((a, b) => a.priority - b.priority)
  let left = places
  let last = partitions.at(-1)?.partition ?? ''
  for (let isGiving = true; isGiving && left > 0;) {
    isGiving = false
    for (const partition of open) {
      if (left === 0 || partition.wanted >= partition.capacity) continue
      if (partition.wanted === 0) last = partition.partition
      partition.wanted++
      left--
      isGiving = true
    }
  }
  const claims = open
    .filter(({ wanted }) => wanted > 0)
    .map(({ partition, wanted, cap }) => ({ partition, wanted, cap }))
  return { claims, after: last }
}

function narrower(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : Math.min(a, b)
}
