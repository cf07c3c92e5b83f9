/**
 * Verification of one address while the caller waits. Asks the verifier, remembers through memory, pays through credits.
 * Start at verify.ts.
 */
export { singleRoutes } from './routes.ts'
export { type Single, type SingleParts, createSingle } from './verify.ts'
