import { Elysia } from 'elysia'
import { deliveryRoutes } from './deliveries/index.ts'
import { type PortalLinkDeps, portalLinkRoutes } from './portal/index.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { type SubscriptionRouteDeps, subscriptionRoutes } from './subscriptions/index.ts'

export type WebhookRouteDeps = SubscriptionRouteDeps & PortalLinkDeps

/** Routes below `/webhooks`. */
export function webhookRoutes(parts: WebhookRouteDeps) {
  return new Elysia({ normalize: false })
    .use(portalLinkRoutes(parts))
    .use(subscriptionRoutes(parts))
    .use(deliveryRoutes(parts))
    .use(recoveryRoutes(parts))
}
