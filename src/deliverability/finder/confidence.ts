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
const maxForPattern = 70

/** How sure a guess is, with the sum that it is. */
export interface Confidence {
  /** 0 to 100. */
  readonly confidence: number
  readonly label: Label
  readonly breakdown: readonly { readonly term: string; readonly points: number }[]
}

/** A mailbox of one name, or of letters, is someone’s of that name, and not for certain whom one looks for. */
const oneNamePoints = -20

/**
 * How sure a guess is, by what speaks for it and by its share of the patterns at the domain. `isOneName`: that the mailbox
 * exists does not say whose it is.
 */
export function confidenceOf(proof: Proof, share: number, { isOneName = false } = {}): Confidence {
  const part = Math.min(1, Math.max(0, share))
  const terms: Readonly<Record<Proof, readonly (readonly [term: string, points: number])[]>> = {
    accepted: [
      ['accepted_alone', 95],
      ['pattern', Math.round(4 * part)],
    ],
    undecided: [
      ['accepted', 80],
      ['pattern', Math.round(10 * part)],
    ],
    full: [['full_inbox', 80]],
    pattern: [['pattern', Math.round(maxForPattern * part)]],
  }
  const breakdown = terms[proof].map(([term, points]) => ({ term, points }))
  if (isOneName && proof !== 'pattern') breakdown.push({ term: 'one_name', points: oneNamePoints })
  const confidence = breakdown.reduce((sum, { points }) => sum + points, 0)
  return { confidence, label: labels.find(([from]) => confidence >= from)?.[1] ?? 'low', breakdown }
}
