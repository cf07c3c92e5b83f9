import type { Store } from '../../platform/storage/index.ts'
import { createRunning } from './modules/instances/run.ts'
import { createReleasePublisher } from './releases/schedule.ts'

/** The handlers of this surface's jobs: changing the instances of a module in many templates. */
export function templateJobs(store: Store) {
  return [createRunning(store), createReleasePublisher(store)] as const
}
