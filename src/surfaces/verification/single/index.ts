/**
 * Verification of one address for a waiting caller. Uses the metered verifier and presents its result.
 * Start at verify.ts.
 */
export { singleRoutes } from './routes.ts'
export type { SingleDeps } from './verify.ts'
