import { Elysia } from 'elysia'
import { deliveryRoutes } from './deliveries/index.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { type SubscriptionRouteDeps, subscriptionRoutes } from './subscriptions/index.ts'

export type WebhookRouteDeps = SubscriptionRouteDeps

/** Routes below `/webhooks`. */
export function webhookRoutes(parts: WebhookRouteDeps) {
  return new Elysia({ normalize: false })
    .use(subscriptionRoutes(parts))
    .use(deliveryRoutes(parts))
    .use(recoveryRoutes(parts))
}
