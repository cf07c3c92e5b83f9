import { eventHandlers } from '../platform/events/index.ts'
import type { AnyHandler, JobKind, Schedule } from '../platform/jobs/index.ts'
import { createShowAsset } from '../surfaces/assets/index.ts'
import { type PushDeps, pushHandler, pushJob } from '../surfaces/connections/index.ts'
import { type AmpDeps, ampJobs } from '../surfaces/amp/index.ts'
import { type DmarcJobDeps, dmarcJobs } from '../surfaces/dmarc/index.ts'
import { type ExportDeps, exportHandler, makeExportJob } from '../surfaces/exports/index.ts'
import { templateJobs } from '../surfaces/templates/index.ts'
import { type BatchDeps, batchHandler, verifyBatchJob } from '../surfaces/verification/index.ts'
import { type SendingDeps, webhookJobs, webhookKinds, webhookListener } from '../surfaces/webhooks/index.ts'
import { type HousekeepingDeps, housekeeping } from './housekeeping.ts'

/** All background work of the service. */
export interface Work {
  handlers: AnyHandler[]
  schedules: Schedule[]
}

/** Job kinds with a cancellation hook, for commands, which run no jobs and have no handlers. */
export const cancelableKinds: readonly JobKind<never>[] = [...webhookKinds, makeExportJob, pushJob, verifyBatchJob]

/** All job kinds with their handlers, and the schedules. */
export function assembleWork(
  parts: HousekeepingDeps & SendingDeps & ExportDeps & PushDeps & BatchDeps & { dmarc: DmarcJobDeps; amp: AmpDeps },
): Work {
  const { handlers, schedules } = housekeeping(parts)
  const dmarc = dmarcJobs(parts.dmarc)
  const amp = ampJobs(parts.amp)
  return {
    handlers: [
      eventHandlers([webhookListener]),
      ...webhookJobs(parts),
      ...templateJobs(parts.store),
      createShowAsset(parts),
      exportHandler(parts),
      pushHandler(parts),
      batchHandler(parts),
      ...dmarc.handlers,
      ...amp.handlers,
      ...handlers,
    ],
    schedules: [...schedules, ...dmarc.schedules, ...amp.schedules],
  }
}
