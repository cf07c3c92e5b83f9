/**
 * Webhooks: subscriptions to the events of a project, deliveries with every attempt, and the sending itself.
 * The app mounts the routes and registers the jobs and the event listener; other modules request callbacks.
 * Start at subscriptions/, then deliveries/fan-out.ts, then sending/.
 */
export { type Callback, callBack, releaseCallback, takeCallback } from './callbacks.ts'
export { purgeDeliveries, webhookListener } from './deliveries/index.ts'
export { type WebhookRouteDeps, webhookRoutes } from './routes.ts'
export type { SendingDeps } from './sending/index.ts'
export { type SubscriptionDeps, visitSealedWebhooks } from './subscriptions/index.ts'
export { webhookJobs, webhookKinds } from './webhook-jobs.ts'
