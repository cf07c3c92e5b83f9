/**
 * Email finder: guesses the address of a person by common and learned patterns, and probes the mail server until it accepts
 * one. Uses the verifier and credits. Start at find.ts, then search.ts.
 */
export { type FinderDeps, readMailDomain } from './find.ts'
export { finderRoutes } from './routes.ts'
