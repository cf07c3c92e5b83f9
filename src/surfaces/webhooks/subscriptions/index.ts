/**
 * Webhook subscriptions and their secrets. Uses the vault of identity to seal secrets and the job queue for partitions; the
 * other modules of this surface load a webhook here. Start at subscriptions.ts.
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
