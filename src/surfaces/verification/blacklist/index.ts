/**
 * What block lists have of a domain or an address. Uses the lists that the verifier asks, and pays through credits.
 * Start at check.ts.
 */
export type { BlacklistDeps } from './check.ts'
export { blacklistRoutes } from './routes.ts'
