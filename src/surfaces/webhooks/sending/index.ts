/**
 * Sending: one job a delivery, its schedule and signature, and what keeps receivers that fail or crawl from delaying the
 * others. Asks jobs for turns, net for the wire, and its own store for rows; subscriptions and fan-out are outside.
 * Start at sending.ts, then settling.ts; breaker.ts, pace.ts and partitions.ts decide who may send.
 */
export { type Deliver, deliverWebhook } from './deliver-webhook.ts'
export { type SendingDeps, createSending } from './sending.ts'
