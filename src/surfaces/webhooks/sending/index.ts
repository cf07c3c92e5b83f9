/**
 * Sends deliveries: one job each, with schedule and signature, so that failing or slow receivers do not delay the others.
 * Uses the job queue, the HTTP client of net, and its own store; subscriptions and fan-out are separate modules.
 * Start at sending.ts, then settling.ts; breaker.ts, pace.ts and partitions.ts decide which delivery is sent.
 */
export { deleteSlots } from './slot-store.ts'
export { type Deliver, deliverWebhook } from './deliver-webhook.ts'
export { type SendingDeps, createSending } from './sending.ts'
