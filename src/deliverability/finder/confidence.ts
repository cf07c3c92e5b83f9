/**
 * Evidence for a guess. `accepted`: the server accepts it and refuses others; `undecided`: it accepts it, and may be a
 * catch-all; `full`: the mailbox is full; `pattern`: only the pattern, because the server reveals nothing.
 */
export type Proof = 'accepted' | 'undecided' | 'full' | 'pattern'

export type Label = 'verified' | 'likely' | 'probable' | 'uncertain' | 'low'

const labels: readonly (readonly [from: number, label: Label])[] = [
  [95, 'verified'],
  [80, 'likely'],
  [60, 'probable'],
  [35, 'uncertain'],
  [0, 'low'],
]

/** Maximum points for a pattern alone. */
const maxForPattern = 70

/** The confidence and its terms. */
export interface Confidence {
  /** 0 to 100. */
  readonly confidence: number
  readonly label: Label
  readonly breakdown: readonly { readonly term: string; readonly points: number }[]
}

/** An address of one name or of initials may belong to a namesake. */
const oneNamePoints = -20

/**
 * Computes the confidence from the evidence and the share of the pattern at the domain. `isOneName`: the mailbox may belong
 * to a namesake.
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
