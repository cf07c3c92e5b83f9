import type { TimeRange } from '../report.ts'

const dayMs = 86_400_000

/**
 * Distributes the messages of consecutive records over days, in proportion to the part of the range on each day. Each
 * result sums up to its count. Remainders go to the largest fractions, and what a day got too much or too little is carried
 * to the next record, so that many records of one message are spread too.
 */
export function createSpread({ begin, end }: TimeRange, days: readonly number[]): (count: number) => number[] {
  if (days.length === 1) return (count) => [count]
  const shares = days.map((day) => (Math.min(end, day + dayMs) - Math.max(begin, day)) / (end - begin))
  const carried = shares.map(() => 0)
  return (count) => {
    const exact = shares.map((share) => share * count)
    const spread = exact.map(Math.floor)
    for (const [index, value] of exact.entries()) carried[index] = (carried[index] ?? 0) + value - (spread[index] ?? 0)
    for (let left = count - spread.reduce((sum, each) => sum + each, 0); left > 0; left--) {
      const index = carried.indexOf(Math.max(...carried))
      spread[index] = (spread[index] ?? 0) + 1
      carried[index] = (carried[index] ?? 0) - 1
    }
    return spread
  }
}
