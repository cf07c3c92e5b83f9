/**
 * The delivery log: created by the fan-out of events, readable with every attempt, with manual retries. Uses subscriptions
 * and sending. Start at deliveries.ts; fan-out.ts is where events come in.
 */
export type { Delivery, DeliveryWithPayload } from './contract.ts'
export { getDelivery, listDeliveries, retryDelivery, sendTest } from './deliveries.ts'
export { deliverTo, scheduleDeliveries, webhookListener } from './fan-out.ts'
export { createClearing, purgeDeliveries } from './purge.ts'
export { deliveryRoutes } from './routes.ts'
