/**
 * DNS block list lookups for a domain, IP address or email address. Uses the lists of the verifier and costs a credit.
 * Start at check.ts.
 */
export type { BlacklistDeps } from './check.ts'
export { blacklistRoutes } from './routes.ts'
