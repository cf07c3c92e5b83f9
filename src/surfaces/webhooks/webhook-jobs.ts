import { createClearing } from './deliveries/index.ts'
import { createRecovering } from './recovery/recovery.ts'
import { type SendingParts, createSending } from './sending/index.ts'

/** The handlers of this surface's jobs: sending, recovering what was missed, and clearing the logs of what was deleted. */
export function webhookJobs(parts: SendingParts) {
  return [createSending(parts), createRecovering(parts.store), createClearing(parts.store)] as const
}
