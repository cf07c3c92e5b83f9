/**
 * Risk that an address is a spam trap, with the signals. Uses the metered verifier.
 * Start at analyze.ts.
 */
export { spamTrapRoutes } from './routes.ts'
