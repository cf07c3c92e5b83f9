/**
 * Alerts of sending domains: conditions that a job evaluates against the stored reports and records, incidents that open
 * and resolve, and messages about them to chats, recipients of mail and webhooks; the weekly digest. Start at evaluate.ts,
 * then conditions/ and messages/.
 */
export { type EvaluateDeps, evaluateDue } from './evaluate.ts'
export { deleteOldIncidents } from './incident-store.ts'
export { type NotifyDeps, notifyHandler } from './notify.ts'
export { type AlertRouteDeps, alertRoutes } from './routes.ts'
export { visitSealedAlerts } from './alert-store.ts'
