/** UTC month, such as 2026-11. */
export type Month = string

export function monthOf(nowMs: number): Month {
  return new Date(nowMs).toISOString().slice(0, 7)
}

/** UTC day, such as 2026-11-21. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10)
}

/** First instant of a month and of the next one, ISO 8601. */
export function boundsOf(month: Month): { start: string; end: string } {
  const start = new Date(`${month}-01T00:00:00.000Z`)
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
  return { start: start.toISOString(), end: end.toISOString() }
}
