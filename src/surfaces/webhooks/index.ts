/**
 * Webhooks: subscriptions to the events of a project, deliveries with every attempt, and the sending itself.
 * portal/ has links with which customers manage their own. The app mounts the routes and registers the jobs and the event listener; other modules request callbacks.
 * Start at subscriptions/, then deliveries/fan-out.ts, then sending/.
 */
export { type Callback, callBack, releaseCallback, takeCallback } from './callbacks.ts'
export {
  type Delivery,
  type DeliveryWithPayload,
  getDelivery,
  listDeliveries,
  purgeDeliveries,
  retryDelivery,
  sendTest,
  webhookListener,
} from './deliveries/index.ts'
export { type Portal, notePortalOpened, openPortal, portalLinkRoutes } from './portal/index.ts'
export { type WebhookRouteDeps, webhookRoutes } from './routes.ts'
export type { SendingDeps } from './sending/index.ts'
export {
  type SubscriptionDeps,
  type Webhook,
  list as listWebhooks,
  loadWebhook,
  presentWebhook,
  register as registerWebhook,
  remove as removeWebhook,
  rotate as rotateWebhook,
  setEnabled as setWebhookEnabled,
  update as updateWebhook,
  visitSealedWebhooks,
} from './subscriptions/index.ts'
export { pauseWebhooks, webhookJobs, webhookKinds } from './webhook-jobs.ts'
