/**
 * How domains make addresses of names, learned by each project from what it verified: counts of patterns, and no address.
 * Uses deliverability/finder which pattern an address has. Start at learn.ts.
 */
export { type Lesson, learnFromVerifications, learnPatterns } from './learn.ts'
export { type PatternRow, deletePatterns, selectPatterns } from './store.ts'
