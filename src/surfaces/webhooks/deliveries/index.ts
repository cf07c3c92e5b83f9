/**
 * The delivery log: made by the fan-out of events, shown with every attempt, sent once more by hand. Asks subscriptions
 * whose it is and sending to send. Start at deliveries.ts; fan-out.ts is where events come in.
 */
export { deliverTo, scheduleDeliveries, webhookListener } from './fan-out.ts'
export { createClearing, purgeDeliveries } from './purge.ts'
export { deliveryRoutes } from './routes.ts'
