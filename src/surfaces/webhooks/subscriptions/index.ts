/**
 * Webhook subscriptions and their secrets. Uses the vault of identity to seal secrets and the job queue for partitions; the
 * other modules of this surface load a webhook here. Start at subscriptions.ts.
 */
export { clearDeliveries } from './clear-deliveries.ts'
export {
  Customer,
  Events,
  GivenWebhookFilter,
  type Webhook,
  WebhookFilter,
  webhookParam,
  WebhookParams,
} from './contract.ts'
export { presentFilter, readFilter, requireFilterable } from './filter.ts'
export { presentWebhook } from './present.ts'
export { type SubscriptionRouteDeps, subscriptionRoutes } from './routes.ts'
export { visitSealedWebhooks } from './store.ts'
export {
  type SubscriptionDeps,
  dropWebhook,
  findByUrl,
  list,
  loadWebhook,
  register,
  registerCallback,
  remove,
  rotate,
  setEnabled,
  takeWebhook,
  update,
  wakeWebhook,
} from './subscriptions.ts'
