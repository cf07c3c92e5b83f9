/**
 * The address of a person at a domain: guesses by the patterns that are common and learned, put to the mail server until it
 * accepts one. Uses the verifier, and pays through credits. Start at find.ts, then search.ts.
 */
export { type FinderDeps, readMailDomain } from './find.ts'
export { finderRoutes } from './routes.ts'
