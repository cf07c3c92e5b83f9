/** UTC days as numbers since 1970-01-01, as tables store them. */
export const dayMs = 86_400_000

export function dayOf(atMs: number): number {
  return Math.floor(atMs / dayMs)
}
export function printDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** Undefined if the text is not a date such as 2026-11-21. */
export function readDay(text: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN
  return Number.isNaN(ms) || printDay(dayOf(ms)) !== text ? undefined : dayOf(ms)
}
