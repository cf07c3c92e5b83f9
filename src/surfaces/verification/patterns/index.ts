/**
 * Address patterns of domains, which each project learns from its verifications: counts per pattern, no addresses.
 * Uses deliverability/finder to detect the pattern of an address. Start at learn.ts.
 */
export { type Lesson, learnFromVerifications, learnPatterns } from './learn.ts'
export { type PatternRow, deletePatterns, selectPatterns } from './store.ts'
