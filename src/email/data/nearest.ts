/** The name that was likely meant: at most two letters off, and the only one that near. */
export function nearestName(path: string, names: Iterable<string>): string | undefined {
  if (path.length < 4 || path.length > 100) return undefined
  let best: string | undefined
  let min = 3
  for (const name of names) {
    if (Math.abs(name.length - path.length) > 2) continue
    const far = distance(path.toLowerCase(), name.toLowerCase())
    if (far === min) best = undefined
    if (far < min) [min, best] = [far, name]
  }
  return best
}

/** Letters to change, add, leave out or swap (optimal string alignment). */
function distance(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    ;[before, row] = [row, next]
  }
  return row[other.length] ?? 0
}
