/**
 * Senders for AMP: their registration at each provider as a state machine, answers for the forms, and a weekly check of what
 * the domain publishes. Start at senders.ts, then states.ts.
 */
export { applyVerdict } from './apply-outcome.ts'
export { checkDueSenders } from './check-sender.ts'
export { type SenderRouteDeps, senderRoutes } from './routes.ts'
