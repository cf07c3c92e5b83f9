/** The candidate closest to what was typed, when it is close enough to be a slip of the hand. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const worst = Math.max(2, Math.floor(typed.length / 3))
  let best: { name: string; distance: number } | undefined
  for (const name of candidates) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase())
    if (distance <= worst && (best === undefined || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

/** Insertions, deletions and replacements between two words (Levenshtein). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
