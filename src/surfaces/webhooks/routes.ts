import { Elysia } from 'elysia'
import { deliveryRoutes } from './deliveries/index.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { type SubscriptionRouteParts, subscriptionRoutes } from './subscriptions/index.ts'

export type WebhookRouteParts = SubscriptionRouteParts

/** The routes of the webhooks surface, from `/webhooks` on. */
export function webhookRoutes(parts: WebhookRouteParts) {
  return new Elysia({ normalize: false })
    .use(subscriptionRoutes(parts))
    .use(deliveryRoutes(parts))
    .use(recoveryRoutes(parts))
}
