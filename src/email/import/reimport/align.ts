/** Similarity measure for aligning two lists. */
export interface Similarity {
  /** True if the two are equal. */
  isSame(one: number, other: number): boolean
  /** From 0 (nothing in common) upwards. */
  similarity(one: number, other: number): number
}

/** Maximum number of pairs for comparing whole lists; longer lists are compared in document order. */
const maxPairs = { same: 250_000, like: 2500 }
/** Below this similarity, two nodes are unrelated. */
const minSimilarity = 0.3

/**
 * Aligns two lists; returns pairs of indexes in order. Equal elements come first, as many as possible, then the most similar
 * ones between them.
 */
export function align(one: number, other: number, by: Similarity): [number, number][] {
  const pairs: [number, number][] = []
  let start = 0
  while (start < one && start < other && by.isSame(start, start)) pairs.push([start, start++])
  const tail: [number, number][] = []
  let [endOne, endOther] = [one, other]
  while (endOne > start && endOther > start && by.isSame(endOne - 1, endOther - 1)) tail.push([--endOne, --endOther])
  const anchors = highestPairs(
    { from: [start, start], to: [endOne, endOther] },
    (left, right) => (by.isSame(left, right) ? 1 : 0),
    maxPairs.same,
  )
  let from: [number, number] = [start, start]
  for (const anchor of [...anchors, [endOne, endOther] as [number, number]]) {
    pairs.push(...alignSimilar({ from, to: anchor }, by))
    if (anchor[0] < endOne && anchor[1] < endOther) pairs.push(anchor)
    from = [anchor[0] + 1, anchor[1] + 1]
  }
  return [...pairs, ...tail.toReversed()]
}

interface AlignmentGap {
  from: [number, number]
  to: [number, number]
}

function alignSimilar(gap: AlignmentGap, by: Similarity): [number, number][] {
  const [rows, columns] = [gap.to[0] - gap.from[0], gap.to[1] - gap.from[1]]
  const isAlone = rows === 1 && columns === 1
  return highestPairs(
    gap,
    (left, right) => {
      const similarity = by.similarity(left, right)
      return similarity >= minSimilarity || (isAlone && similarity > 0) ? similarity : 0
    },
    maxPairs.like,
  )
}

type PairScore = (one: number, other: number) => number

// The ordered pairs with the highest total value; pairs of value 0 are omitted.
function highestPairs({ from, to }: AlignmentGap, scoreOf: PairScore, max: number): [number, number][] {
  const [rows, columns] = [to[0] - from[0], to[1] - from[1]]
  if (rows <= 0 || columns <= 0) return []
  if (rows * columns > max) return inOrder({ from, to }, scoreOf)
  const wide = columns + 1
  const scores = new Float64Array((rows + 1) * wide)
  const sums = new Float64Array((rows + 1) * wide)
  const at = (list: Float64Array, row: number, column: number) => list[row * wide + column] ?? 0
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const score = scoreOf(from[0] + row, from[1] + column)
      scores[row * wide + column] = score
      const taken = score > 0 ? score + at(sums, row + 1, column + 1) : 0
      sums[row * wide + column] = Math.max(taken, at(sums, row + 1, column), at(sums, row, column + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const [score, sum] = [at(scores, row, column), at(sums, row, column)]
    if (score > 0 && sum === score + at(sums, row + 1, column + 1)) pairs.push([from[0] + row++, from[1] + column++])
    else if (sum === at(sums, row + 1, column)) row++
    else column++
  }
  return pairs
}

// Pairs each element with the next one that has anything in common with it.
function inOrder({ from, to }: AlignmentGap, scoreOf: PairScore): [number, number][] {
  const pairs: [number, number][] = []
  const reach = 20
  for (let row = from[0], column = from[1]; row < to[0] && column < to[1]; row++) {
    for (let ahead = column; ahead < Math.min(to[1], column + reach); ahead++) {
      if (scoreOf(row, ahead) === 0) continue
      pairs.push([row, ahead])
      column = ahead + 1
      break
    }
  }
  return pairs
}
