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
import { ServiceError } from '../../../kernel/errors/index.ts'

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
 * once. A release that was cancelled, or whose template is in the trash, is left alone.
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
  if (row === undefined || row.deletedAt !== null || release?.state !== 'scheduled')
    return { done: { published: false } }
  // The clock of the database decides, whichever replica runs the job.
  const waitMs = (release.publishAt ?? 0) - db.nowMs()
  if (waitMs > 0) return { snooze: waitMs }
  const caller = await currentCaller(db, scheduledBy)
  if (caller === undefined || !(await mayPublish(db, caller, row))) {
    await cancelScheduled(db, scheduledBy, row)
    return { done: { published: false, reason: lostAccess } }
  }
  await publishScheduled(db, caller, row, release)
  return { done: { published: true } }
}

async function mayPublish(db: Db, caller: Caller, row: Parameters<typeof requireAccess>[2]): Promise<boolean> {
  if (!hasScope(caller, 'templates:write')) return false
  try {
    await requireAccess(db, caller, row, 'publish')
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
