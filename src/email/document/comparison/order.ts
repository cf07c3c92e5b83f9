/** Indexes of one longest increasing subsequence. All values are different. */
export function longestIncreasing(values: readonly number[]): number[] {
  const { lengths, maxLength } = lengthsOf(values)
  const picked: number[] = []
  let wanted = maxLength
  let below = Number.POSITIVE_INFINITY
  for (let at = values.length - 1; at >= 0 && wanted > 0; at--) {
    const value = values[at] as number
    if (lengths[at] !== wanted || value >= below) continue
    picked.push(at)
    below = value
    wanted--
  }
  return picked.reverse()
}

/** Indexes that belong to every longest increasing subsequence. */
export function alwaysIncreasing(values: readonly number[]): Set<number> {
  const { lengths, maxLength } = lengthsOf(values)
  const { lengths: backwards } = lengthsOf(values.map((value) => -value).reverse())
  const bySize = new Map<number, number[]>()
  for (const [at, length] of lengths.entries()) {
    if (length + (backwards[values.length - 1 - at] ?? 0) - 1 !== maxLength) continue
    const same = bySize.get(length)
    if (same === undefined) bySize.set(length, [at])
    else same.push(at)
  }
  return new Set([...bySize.values()].flatMap((positions) => (positions.length === 1 ? positions : [])))
}

// The length of the longest increasing subsequence that ends at each index, by binary search over the smallest tails.
function lengthsOf(values: readonly number[]): { lengths: number[]; maxLength: number } {
  const tops: number[] = []
  const lengths = values.map((value) => {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tops[middle] as number) < value) low = middle + 1
      else high = middle
    }
    tops[low] = value
    return low + 1
  })
  return { lengths, maxLength: tops.length }
}
