/**
 * Accounts at ESPs and the templates that are pushed to them: secrets sealed in accounts/, the background work in
 * pushing/. Uses exports for the email in the language of the provider, and email/push for what to say to whom. Start at
 * routes.ts.
 */
export { visitSealedConnections } from './accounts/store.ts'
export { purgePushes } from './pushing/purge.ts'
export { type PushDeps, pushHandler } from './pushing/push-handler.ts'
export { pushJob } from './pushing/push-job.ts'
export { type ConnectionRouteDeps, connectionRoutes } from './routes.ts'
