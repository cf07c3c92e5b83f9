/**
 * Sending domains: the DMARC record that a domain publishes and should publish, the reports that receivers send about its
 * mail, and what they add up to. Evaluates with deliverability/dmarc, reads with deliverability/reports. The app mounts the
 * routes and registers the jobs. Start at domains/, then reports/.
 */
export { visitSealedAlerts } from './alerts/index.ts'
export { type DmarcJobDeps, dmarcJobs } from './dmarc-jobs.ts'
export { csvInstead, csvResponse } from './csv.ts'
export { type IntakeDeps, reportRecipients } from './reports/index.ts'
export { visitSealedMailboxes } from './mailboxes/index.ts'
export { type ClientDomain, type ClientReport, noteGroupLinkOpened, openGroupLink } from './groups/index.ts'
export type { Network } from './sources/index.ts'
export { type DmarcRouteDeps, dmarcRoutes } from './routes.ts'
