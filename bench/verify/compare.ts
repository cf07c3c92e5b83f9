import type { MixRequest } from './mix.ts'

/** How often verdicts were true, and in which way they were not. */
export interface Counts {
  right: number
  /** Mailboxes that exist, or may, called invalid: those that someone then never writes to. */
  falseInvalid: number
  /** Called safe, and not. */
  falseSafe: number
  /** Called unknown, or not answered, though the server tells. */
  undecided: number
  /** Anything else. */
  other: number
}

/** Holds verdicts against the truth. */
export function compare(asked: readonly MixRequest[], said: ReadonlyMap<string, string>): Counts {
  const counts: Counts = { right: 0, falseInvalid: 0, falseSafe: 0, undecided: 0, other: 0 }
  for (const { email, truth } of asked) counts[evaluate(truth, said.get(email) ?? 'unknown')]++
  return counts
}

function evaluate(truth: string, word: string): keyof Counts {
  if (word === truth) return 'right'
  if (word === 'invalid') return 'falseInvalid'
  if (word === 'safe') return 'falseSafe'
  return word === 'unknown' ? 'undecided' : 'other'
}
