import { type Pattern, patterns } from './patterns.ts'

/** How often addresses of a pattern were found to exist at a domain, and not to. */
export interface Learned {
  readonly pattern: Pattern
  readonly verified: number
  readonly failed: number
}

/** A pattern with the share that it probably has at the domain; all shares add up to 1. */
export interface RankedPattern {
  readonly pattern: Pattern
  readonly share: number
}

/** What the common shares weigh, in addresses: after so many of its own a domain is half judged by itself. */
const priorWeight = 3
/** Refusals weigh little, for most are of people who are not there; so many halve a share that nothing speaks for. */
const failedWeight = 12

/** The patterns of a domain, the likeliest first: what is common, corrected by what was learned there. */
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
