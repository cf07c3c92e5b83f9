/**
 * The address of a person at a domain, guessed: names folded to what addresses are written in, the patterns that
 * organizations give addresses by, ranked by how common they are and by what is known of the domain. Asks nobody; whether a
 * guess exists is for others to find out. Start at candidates.ts.
 */
export { type Candidate, proposeCandidates } from './candidates.ts'
export { type Confidence, type Label, type Proof, confidenceOf } from './confidence.ts'
export { type NameParts, type PersonName, readName } from './names.ts'
export { type Pattern, isOneName, isPattern, patternOf, patterns } from './patterns.ts'
export { type Learned, type RankedPattern, rankPatterns } from './rank.ts'
