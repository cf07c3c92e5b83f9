/** A month in UTC, as 2026-11. */
export type Month = string

/** The month of a moment, milliseconds since epoch. */
export function monthOf(nowMs: number): Month {
  return new Date(nowMs).toISOString().slice(0, 7)
}

/** The day of a moment in UTC, as 2026-11-21. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10)
}

/** The first moment of a month and the first after it, as ISO 8601. */
export function boundsOf(month: Month): { start: string; end: string } {
  const start = new Date(`${month}-01T00:00:00.000Z`)
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
  return { start: start.toISOString(), end: end.toISOString() }
}
