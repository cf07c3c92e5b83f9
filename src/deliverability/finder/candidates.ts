import type { NameParts } from './names.ts'
import { type Pattern, spell } from './patterns.ts'
import type { RankedPattern } from './rank.ts'

/** One guess. */
export interface Candidate {
  readonly local: string
  readonly pattern: Pattern
  /** How likely the guess is, among all of them. */
  readonly share: number
}

/** Guesses that anybody is queried about at most. */
const maxCandidates = 12

/** What a further spelling of a name is worth beside the one before it. */
const spellingWorth = 0.2
const maxLocalLength = 64

/** Guesses for a name by the patterns of a domain, the likeliest first, none twice. */
export function proposeCandidates(name: NameParts, ranked: readonly RankedPattern[], max = 8): Candidate[] {
  const all = ranked.flatMap(({ pattern, share }) =>
    spell(pattern, name).map(({ local, rank }) => ({ local, pattern, share: share * spellingWorth ** rank })),
  )
  const sendable = all.filter(({ local }) => local.length <= maxLocalLength && /^[a-z0-9][a-z0-9._-]*$/.test(local))
  const best = new Map<string, Candidate>()
  for (const each of sendable.toSorted((a, b) => b.share - a.share))
    if (!best.has(each.local)) best.set(each.local, each)
  return [...best.values()].slice(0, Math.min(max, maxCandidates))
}
