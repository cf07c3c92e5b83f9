/**
 * Checks an email while it is edited: email/lint runs in a worker after each pause; findings are counted in the bar,
 * listed beside the canvas, located and fixed. Start at checking.ts; the worker runs lint-task.ts.
 */
export { type CheckedEmail, type Checking, checkingOf, createChecking } from './checking.ts'
export { fixAll, fixOne, restoreCheck, ignoreRule } from './fixing.ts'
export { showFinding, showNext } from './showing.ts'
export { Checks } from './checks.tsx'
export { ChecksCount, openChecks } from './checks-count.tsx'
export { countsOf } from './summary.tsx'
