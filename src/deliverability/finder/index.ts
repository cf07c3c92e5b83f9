/**
 * Guesses the email address of a person at a domain: names folded to ASCII, and patterns ranked by their general frequency
 * and by what was learned of the domain. No I/O; callers verify the guesses. Start at candidates.ts.
 */
export { type Candidate, proposeCandidates } from './candidates.ts'
export { type Confidence, type Label, type Proof, confidenceOf } from './confidence.ts'
export { type NameParts, type PersonName, readName } from './names.ts'
export { type Pattern, isOneName, isPattern, patternOf, patterns } from './patterns.ts'
export { type Learned, type RankedPattern, rankPatterns } from './rank.ts'
