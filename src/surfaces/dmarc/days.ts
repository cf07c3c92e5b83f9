/** UTC days as numbers since 1970-01-01, as tables store them. */
const dayMs = 86_400_000

export function dayOf(atMs: number): number {
  return Math.floor(atMs / dayMs)
}
