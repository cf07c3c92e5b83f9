/**
 * Verification of one address while the caller waits. Uses the examination, and says what came of it.
 * Start at verify.ts.
 */
export { singleRoutes } from './routes.ts'
export type { SingleDeps } from './verify.ts'
