import type { NameParts } from './names.ts'
import { type Pattern, spell } from './patterns.ts'
import type { RankedPattern } from './rank.ts'

export interface Candidate {
  readonly local: string
  readonly pattern: Pattern
  /** Probability of the guess among all of them, 0 to 1. */
  readonly share: number
}

/** Maximum number of guesses that are probed. */
const maxCandidates = 12

/** Weight of each further spelling relative to the previous one. */
const spellingWeight = 0.2
const maxLocalLength = 64

/** Guesses by the patterns of a domain, most likely first, without duplicates. */
export function proposeCandidates(name: NameParts, ranked: readonly RankedPattern[], max = 8): Candidate[] {
  const all = ranked.flatMap(({ pattern, share }) =>
    spell(pattern, name).map(({ local, rank }) => ({ local, pattern, share: share * spellingWeight ** rank })),
  )
  const sendable = all.filter(({ local }) => local.length <= maxLocalLength && /^[a-z0-9][a-z0-9._-]*$/.test(local))
  const best = new Map<string, Candidate>()
  for (const each of sendable.toSorted((a, b) => b.share - a.share))
    if (!best.has(each.local)) best.set(each.local, each)
  return [...best.values()].slice(0, Math.min(max, maxCandidates))
}
