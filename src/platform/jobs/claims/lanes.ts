import type { LaneRow, LaneWish } from './store.ts'

export interface Shares {
  wishes: LaneWish[]
  /** The lane after which the next look begins. */
  after: string
}

/**
 * Shares free places among lanes, given in the order in which it is their turn: one place each, round by round, so that a
 * lane with a hundred thousand jobs gets no more than one with few. Lanes whose first job is more urgent come first.
 * Paused and full lanes get none.
 */
export function sharePlaces(
  lanes: readonly LaneRow[],
  { places, nowMs, width }: { places: number; nowMs: number; width: number | undefined },
): Shares {
  const open = lanes
    .filter((lane) => (lane.paused_until ?? 0) <= nowMs)
    .map((lane) => ({ ...lane, cap: narrower(width ?? null, lane.concurrency) }))
    .map((lane) => ({ ...lane, room: lane.cap === null ? Infinity : lane.cap - lane.running, wanted: 0 }))
    .filter((lane) => lane.room > 0)
    .sort((a, b) => a.priority - b.priority)
  let left = places
  let last = lanes.at(-1)?.lane ?? ''
  for (let isGiving = true; isGiving && left > 0;) {
    isGiving = false
    for (const lane of open) {
      if (left === 0 || lane.wanted >= lane.room) continue
      if (lane.wanted === 0) last = lane.lane
      lane.wanted++
      left--
      isGiving = true
    }
  }
  const wishes = open.filter(({ wanted }) => wanted > 0).map(({ lane, wanted, cap }) => ({ lane, wanted, cap }))
  return { wishes, after: last }
}

function narrower(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : Math.min(a, b)
}
