/**
 * What speaks for a guess. `accepted`: the server takes it and refuses others; `undecided`: it takes it, and whether it takes
 * everything is not known; `full`: it says that the mailbox is full; `pattern`: only the pattern, for the server says nothing.
 */
export type Proof = 'accepted' | 'undecided' | 'full' | 'pattern'

/** A confidence in a word. */
export type Label = 'verified' | 'likely' | 'probable' | 'uncertain' | 'low'

const labels: readonly (readonly [from: number, label: Label])[] = [
  [95, 'verified'],
  [80, 'likely'],
  [60, 'probable'],
  [35, 'uncertain'],
  [0, 'low'],
]

/** The most that a pattern alone is worth. */
const mostForPattern = 70

/** How sure a guess is, 0 to 100, by what speaks for it and by its share of the patterns at the domain. */
export function confidenceOf(proof: Proof, share: number): number {
  if (proof === 'accepted') return 95 + Math.round(4 * share)
  if (proof === 'undecided') return 80 + Math.round(10 * share)
  if (proof === 'full') return 80
  return Math.round(mostForPattern * Math.min(1, share))
}

/** The word for a confidence. */
export function labelOf(confidence: number): Label {
  return labels.find(([from]) => confidence >= from)?.[1] ?? 'low'
}
