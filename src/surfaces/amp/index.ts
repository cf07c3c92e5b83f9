/**
 * Senders of dynamic email: preflights of their messages, and their registration at the providers that show AMP parts. The
 * app mounts the routes, adds the one-time email addresses to the SMTP inlet and registers the jobs. Start at preflight/, then
 * senders/.
 */
import type { RecipientKind } from '../../platform/inbound/index.ts'
import { type PreflightDeps, preflightRecipients } from './preflight/index.ts'
import { applyVerdict } from './senders/index.ts'

export { ampJobs } from './amp-jobs.ts'
export type { CheckDeps as AmpDeps } from './preflight/index.ts'
export { type AmpRouteDeps, ampRoutes } from './routes.ts'

/** The one-time email addresses of preflights. */
export function ampRecipients(deps: Omit<PreflightDeps, 'noteVerdict'>): RecipientKind {
  return preflightRecipients({ ...deps, noteVerdict: applyVerdict })
}
