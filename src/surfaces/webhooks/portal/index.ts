/**
 * Links with which customers of a project manage their own webhooks. Uses subscriptions and deliveries. Start at links.ts;
 * guest.ts is what a link opens, app/pages/webhook-portal its page.
 */
export { type Portal, notePortalOpened, openPortal } from './guest.ts'
export { portalLinkRoutes } from './routes.ts'
