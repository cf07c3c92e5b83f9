import { eventHandlers } from '../platform/events/index.ts'
import type { AnyHandler, Schedule } from '../platform/jobs/index.ts'
import { templateJobs } from '../surfaces/templates/index.ts'
import { type SendingParts, webhookJobs, webhookListener } from '../surfaces/webhooks/index.ts'
import { type HousekeepingParts, housekeeping } from './housekeeping.ts'

/** Everything the service does in the background. */
export interface Work {
  handlers: AnyHandler[]
  schedules: Schedule[]
}

/** Every kind of job with who does it, and what the clock has done. */
export function assembleWork(parts: HousekeepingParts & SendingParts): Work {
  const { handlers, schedules } = housekeeping(parts)
  return {
    handlers: [eventHandlers([webhookListener]), ...webhookJobs(parts), ...templateJobs(parts.store), ...handlers],
    schedules: [...schedules],
  }
}
