import { eventHandlers } from '../platform/events/index.ts'
import type { AnyHandler, JobKind, Schedule } from '../platform/jobs/index.ts'
import { type PushParts, pushHandler, pushJob } from '../surfaces/connections/index.ts'
import { type ExportParts, exportHandler, makeExportJob } from '../surfaces/exports/index.ts'
import { templateJobs } from '../surfaces/templates/index.ts'
import { type BatchParts, batchHandler, verifyBatchJob } from '../surfaces/verification/index.ts'
import { type SendingParts, webhookJobs, webhookKinds, webhookListener } from '../surfaces/webhooks/index.ts'
import { type HousekeepingParts, housekeeping } from './housekeeping.ts'

/** Everything the service does in the background. */
export interface Work {
  handlers: AnyHandler[]
  schedules: Schedule[]
}

/** The kinds that hear of the cancellation of a job, for commands: those run no jobs, and have no handlers. */
export const kindsThatListen: readonly JobKind<never>[] = [...webhookKinds, makeExportJob, pushJob, verifyBatchJob]

/** Every kind of job with who does it, and what the clock has done. */
export function assembleWork(parts: HousekeepingParts & SendingParts & ExportParts & PushParts & BatchParts): Work {
  const { handlers, schedules } = housekeeping(parts)
  return {
    handlers: [
      eventHandlers([webhookListener]),
      ...webhookJobs(parts),
      ...templateJobs(parts.store),
      exportHandler(parts),
      pushHandler(parts),
      batchHandler(parts),
      ...handlers,
    ],
    schedules: [...schedules],
  }
}
