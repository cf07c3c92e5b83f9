import type { Caller } from '../../../platform/identity/index.ts'
import { type JobKind, defineJob } from '../../../platform/jobs/index.ts'
import { type VersionChoice, maySeeTemplates } from '../../templates/index.ts'
import { updatePush } from './store.ts'

/** Payload of the job. Permissions are those of the caller when the job runs. */
export interface PushOrder {
  pushId: string
  connectionId: string
  templateId: string
  version?: VersionChoice
  /** Empty for the template in its own language. */
  locale: string
  caller: Caller
}

export const pushJob: JobKind<PushOrder> = defineJob<PushOrder>({
  name: 'connections.push',
  maxAttempts: 8,
  retryDelaysMs: [2000, 10_000, 30_000, 120_000, 300_000, 900_000, 1_800_000],
  jitter: 0.2,
  scope: 'exports',
  mayRead: (db, caller, { templateId }) => maySeeTemplates(db, caller, [templateId]),
  leaseMs: 120_000,
  async cancelled(db, jobs) {
    const end = { status: 'cancelled', nextAttemptAt: null, completedAt: db.nowMs() }
    for (const { payload } of jobs) await updatePush(db, payload.pushId, end)
  },
})
