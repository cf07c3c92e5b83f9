/** Max characters of a part that are compared. */
const maxLength = 200_000

/**
 * Share of the distinct words of the shorter text that the other one has, too, from 0 to 1; undefined if one of them has
 * fewer than five words.
 */
export function likenessOf(one: string, other: string): number | undefined {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size < 5) return undefined
  let shared = 0
  for (const word of small) if (large.has(word)) shared++
  return shared / small.size
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .slice(0, maxLength)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )
}
