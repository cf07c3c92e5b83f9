/** What an input of the type datetime-local takes for an instant, in the time of the browser. */
export function localTime(instant: string): string {
  const time = new Date(instant)
  if (Number.isNaN(time.getTime())) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
