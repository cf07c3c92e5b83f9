/** Months such as `2026-11` (UTC), the newest first. */
export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).toISOString().slice(0, 7),
  )
}

const long = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The name of a month, such as `November 2026`. */
export function printMonth(month: string): string {
  return long.format(new Date(`${month}-01T00:00:00Z`))
}

/** The days of a month, as `2026-11-01`; none for a text that is no month. */
export function daysOf(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  if (Number.isNaN(count)) return []
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}
