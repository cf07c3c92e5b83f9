import type { DayValues } from './day-bars.tsx'

const dayMs = 86_400_000

/** The days from `from` to `to` (ISO days, both included); those that are not given have no values. */
export function everyDay(from: string, to: string, given: readonly DayValues[]): DayValues[] {
  const known = new Map(given.map((each) => [each.day, each]))
  const start = Date.parse(from)
  return Array.from({ length: Math.round((Date.parse(to) - start) / dayMs) + 1 }, (_, index) => {
    const day = new Date(start + index * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? { day, values: [] }
  })
}
