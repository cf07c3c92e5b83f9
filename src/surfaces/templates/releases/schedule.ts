/** The job that publishes a scheduled release when its time has come. */
import { type Caller, currentCaller, hasScope } from '../../../platform/identity/index.ts'
import { type JobHandler, type JobKind, defineJob } from '../../../platform/jobs/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  cancelScheduled,
  findTemplateRecord,
  publishScheduled,
  requireAccess,
  selectRelease,
} from '../template/index.ts'
import { refusalOf } from '../../../kernel/errors/index.ts'

interface Order {
  /** The caller that scheduled it, whose rights at the time of publishing decide. */
  caller: Caller
  templateId: string
  number: number
}

export const publishRelease: JobKind<Order> = defineJob<Order>({
  name: 'templates.publish_release',
  maxAttempts: 10,
  retryDelaysMs: [1000, 10_000, 60_000, 600_000],
  jitter: 0.2,
  scope: 'templates:write',
})

const lostAccess =
  'The caller that scheduled this release was revoked, has expired or may no longer publish the template.'

/**
 * Publishes in the transaction that reads the state of the release, so that two replicas, a restart or a repeated run publish it
 * once. Cancels it if the template is in the trash, the approval was revoked, or the caller may no longer publish.
 */
export function createReleasePublisher(store: Store): JobHandler<Order, { published: boolean }> {
  return {
    kind: publishRelease,
    concurrency: 2,
    partitionConcurrency: 1,
    run: ({ payload }) => store.tx((db) => publishDue(db, payload), underLocks),
  }
}

async function publishDue(db: Db, { caller: scheduledBy, templateId, number }: Order) {
  const row = await findTemplateRecord(db, scheduledBy.projectId, templateId)
  const release = row && (await selectRelease(db, templateId, number))
  if (row === undefined || release?.state !== 'scheduled') return { done: { published: false } }
  // The clock of the database decides, whichever replica runs the job.
  const waitMs = (release.publishAt ?? 0) - db.nowMs()
  if (waitMs > 0) return { snooze: waitMs }
  const caller = await currentCaller(db, scheduledBy)
  const cancel = async (reason: string) => {
    await cancelScheduled(db, scheduledBy, row, reason)
    return { done: { published: false, reason } }
  }
  if (row.deletedAt !== null) return cancel('The template is in the trash.')
  if (caller === undefined || !(await mayPublish(db, caller, row))) return cancel(lostAccess)
  const refusal = await refusalOf(() => publishScheduled(db, caller, row, release))
  if (refusal !== undefined) return cancel(refusal.message)
  return { done: { published: true } }
}

async function mayPublish(db: Db, caller: Caller, row: Parameters<typeof requireAccess>[2]): Promise<boolean> {
  if (!hasScope(caller, 'templates:write')) return false
  return (await refusalOf(() => requireAccess(db, caller, row, 'publish'))) === undefined
}
