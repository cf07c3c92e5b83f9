const maxLength = 60

/**
 * The known word closest to the typed one, ignoring case; undefined unless a typo explains the difference: at most one
 * letter wrong, missing, extra or swapped with its neighbor for every three.
 */
export function nearest(typed: string, known: Iterable<string>): string | undefined {
  if (typed.length > maxLength) return undefined
  let best: { word: string; typos: number } | undefined
  for (const word of known) {
    const max = Math.max(1, Math.floor(Math.min(typed.length, word.length) / 3))
    if (Math.abs(typed.length - word.length) > max) continue
    const typos = typosBetween(typed.toLowerCase(), word.toLowerCase())
    if (typos <= max && (best === undefined || typos < best.typos)) best = { word, typos }
  }
  return best?.word
}

/** Damerau-Levenshtein distance without overlapping edits (optimal string alignment). */
function typosBetween(left: string, right: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let at = 1; at <= left.length; at++) {
    const row = [at]
    for (let to = 1; to <= right.length; to++) {
      const isSame = left[at - 1] === right[to - 1]
      const isExchange = left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1]
      row.push(
        Math.min(
          (last[to - 1] ?? 0) + (isSame ? 0 : 1),
          (last[to] ?? 0) + 1,
          (row[to - 1] ?? 0) + 1,
          isExchange ? (beforeLast[to - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = row
  }
  return last.at(-1) ?? 0
}
