import { type Pattern, patterns } from './patterns.ts'

/** Counts of verified and refused addresses of a pattern at a domain. */
export interface Learned {
  readonly pattern: Pattern
  readonly verified: number
  readonly failed: number
}

/** The shares of all patterns add up to 1. */
export interface RankedPattern {
  readonly pattern: Pattern
  readonly share: number
}

/** Weight of the default shares, in addresses: with this many addresses of its own, they count half. */
const priorWeight = 3
/**
 * Refusals weigh little, because most concern people without a mailbox; this many halve the share of an unconfirmed pattern.
 */
const failedWeight = 12

/** Patterns of a domain, most likely first: default shares corrected by learned counts. */
export function rankPatterns(learned: readonly Learned[]): RankedPattern[] {
  const known = new Map(learned.map((each) => [each.pattern, each]))
  const total = learned.reduce((sum, { verified }) => sum + verified, 0)
  const weighed = patterns.map(([pattern, share]) => {
    const { failed = 0, verified = 0 } = known.get(pattern) ?? {}
    const found = (priorWeight * share + verified) / (priorWeight + total)
    return { pattern, share: found * ((verified + failedWeight) / (verified + failed + failedWeight)) }
  })
  const sum = weighed.reduce((all, { share }) => all + share, 0)
  return weighed.map(({ pattern, share }) => ({ pattern, share: share / sum })).toSorted((a, b) => b.share - a.share)
}
