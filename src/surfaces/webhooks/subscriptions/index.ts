/**
 * Subscriptions: who is notified of what, under which secrets. Asks identity's vault for seals and jobs for partitions; the other
 * rooms of this surface load a webhook here. Start at subscriptions.ts.
 */
export { clearDeliveries } from './clear-deliveries.ts'
export { webhookParam, WebhookParams } from './contract.ts'
export { type SubscriptionRouteDeps, subscriptionRoutes } from './routes.ts'
export { visitSealedWebhooks } from './store.ts'
export {
  type SubscriptionDeps,
  dropWebhook,
  findByUrl,
  loadWebhook,
  registerCallback,
  takeWebhook,
  wakeWebhook,
} from './subscriptions.ts'
