/** The path of the list with its filters, and with the details of one job open. */
export function jobsPath(parts: { state?: string; kind?: string; job?: string }): string {
  const given = Object.entries(parts).filter(([, value]) => value !== '')
  return given.length === 0 ? '/operations' : `/operations?${new URLSearchParams(given)}`
}
