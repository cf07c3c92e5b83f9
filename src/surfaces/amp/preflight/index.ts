/**
 * Preflights: one message, from an upload, parts, a template or the SMTP inlet, checked as the providers with AMP check it.
 * Judges with email/amp and deliverability. Start at run-checks.ts; checks/check.ts lists the checks.
 */
export { AmpCheck, Selector } from './contract.ts'
export { checkRecords } from './checks/records.ts'
export type { CheckDeps, PreflightDeps } from './deps.ts'
export { preflightRecipients } from './inlet.ts'
export { normalizeAddress } from './message.ts'
export { type PreflightRouteDeps, preflightRoutes } from './routes.ts'
export { type PreflightRow, deleteExpired, selectPreflight } from './store.ts'
