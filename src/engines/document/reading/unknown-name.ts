const mostListed = 30

/** What to say about a property that nobody knows: the one that was probably meant, else those there are. */
export function unknownName(name: string, known: ReadonlyMap<string, unknown>): string {
  const names = [...known.keys()]
  const meant = name.length > 40 ? undefined : names.find((one) => distance(one.toLowerCase(), name.toLowerCase()) <= 2)
  if (meant !== undefined) return `is not a property here; did you mean ${meant}?`
  const listed = names.slice(0, mostListed).join(', ')
  return `is not a property here; there are ${listed}${names.length > mostListed ? ', …' : ''}`
}

// Levenshtein distance by rows; names are short.
function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2) return 3
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let at = 1; at <= left.length; at++) {
    const next = [at]
    for (let to = 1; to <= right.length; to++) {
      const change = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1)
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
