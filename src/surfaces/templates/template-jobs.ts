import type { Store } from '../../platform/storage/index.ts'
import { createRunning } from './modules/instances/run.ts'
import { createPublishAll } from './releases/publishing-mode.ts'
import { createReleasePublisher } from './releases/schedule.ts'

/** Job handlers of this surface. */
export function templateJobs(store: Store) {
  return [createRunning(store), createReleasePublisher(store), createPublishAll(store)] as const
}
