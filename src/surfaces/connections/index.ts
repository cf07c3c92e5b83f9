/**
 * Accounts at ESPs and the templates pushed to them: sealed secrets in accounts/, background work in pushing/. Uses exports
 * to render the email in the language of the provider, and email/push for the APIs of providers.
 * Start at routes.ts.
 */
export { visitSealedConnections } from './accounts/store.ts'
export { purgePushes } from './pushing/purge.ts'
export { type PushDeps, pushHandler } from './pushing/push-handler.ts'
export { pushJob } from './pushing/push-job.ts'
export { type ConnectionRouteDeps, connectionRoutes } from './routes.ts'
