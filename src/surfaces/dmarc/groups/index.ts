/**
 * Groups of sending domains: the accounts that see them, and links to a page with their figures for clients without an
 * account. Start at group/groups.ts; links/ holds the links and what they show.
 */
export { type ClientDomain, type ClientReport, noteGroupLinkOpened, openGroupLink } from './links/guest.ts'
export { type GroupRouteDeps, groupRoutes } from './routes.ts'
