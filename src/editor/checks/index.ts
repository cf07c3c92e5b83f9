/**
 * What would go wrong with the email in somebody's hands, while it is made: looked over by email/lint in a worker after each
 * pause, counted in the bar, listed beside the canvas, shown where it is and fixed as one step. Uses the state, the canvas and
 * the texts. Start at checking.ts, then looking.ts for what the worker does.
 */
export { type Checking, checkingOf, createChecking } from './checking.ts'
export { fixAll, fixOne, restoreCheck, ignoreRule } from './fixing.ts'
export { showFinding, showNext } from './showing.ts'
export { Checks } from './checks.tsx'
export { ChecksCount } from './checks-count.tsx'
