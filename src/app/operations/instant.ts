/** ISO 8601 of epoch milliseconds. */
export function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

export function instantOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : instant(timeMs)
}
