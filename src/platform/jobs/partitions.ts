import type { PartitionRow, PartitionClaim } from './claim-store.ts'

interface Shares {
  claims: PartitionClaim[]
  /** The next round starts after this partition. */
  after: string
}

/**
 * Shares free slots among partitions, round-robin in the given order, so that a partition with a hundred thousand jobs gets
 * no more than one with few. Partitions whose first job has a smaller priority number come first; paused and full ones get
 * none.
 */
export function shareSlots(
  partitions: readonly PartitionRow[],
  {
    slots,
    nowMs,
    concurrency,
    ignoresPauses = false,
  }: { slots: number; nowMs: number; concurrency: number | undefined; ignoresPauses?: boolean | undefined },
): Shares {
  const open = partitions
    .filter((partition) => ignoresPauses || (partition.paused_until ?? 0) <= nowMs)
    .map((partition) => ({ ...partition, cap: minLimit(concurrency ?? null, partition.concurrency) }))
    .map((partition) => ({
      ...partition,
      capacity: partition.cap === null ? Infinity : partition.cap - partition.running,
      wanted: 0,
    }))
    .filter((partition) => partition.capacity > 0)
    .sort((a, b) => a.priority - b.priority)
  let left = slots
  let last = partitions.at(-1)?.partition ?? ''
  for (let isSharing = true; isSharing && left > 0;) {
    isSharing = false
    for (const partition of open) {
      if (left === 0 || partition.wanted >= partition.capacity) continue
      if (partition.wanted === 0) last = partition.partition
      partition.wanted++
      left--
      isSharing = true
    }
  }
  const claims = open
    .filter(({ wanted }) => wanted > 0)
    .map(({ partition, wanted, cap }) => ({ partition, wanted, cap }))
  return { claims, after: last }
}

function minLimit(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : Math.min(a, b)
}
