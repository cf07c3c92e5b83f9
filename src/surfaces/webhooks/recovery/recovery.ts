/** Resends the deliveries of a time range that a webhook missed. A job, because there may be a million of them. */
import { fail } from '../../../kernel/errors/index.ts'
import { firstId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { republishEvents } from '../../../platform/events/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Job, type JobHandler, type JobKind, defineJob, enqueue } from '../../../platform/jobs/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import { scheduleDeliveries } from '../deliveries/index.ts'
import { takeWebhook } from '../subscriptions/index.ts'
import type { Recover, Recovery } from './contract.ts'
import * as rows from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 500
/** Milliseconds for which a canceled or failed recovery can resume; longer than its job is stored. */
const cachedMs = 60 * dayMs

/** `sinceMs` and `untilMs` are missing in jobs of older versions. */
interface RecoverySpan extends rows.Range {
  sinceMs?: number
  untilMs?: number
}

export const recoverDeliveries: JobKind<RecoverySpan> = defineJob<RecoverySpan>({
  name: 'webhooks.recover',
  maxAttempts: 10,
  retryDelaysMs: [1000, 10_000, 60_000, 600_000],
  jitter: 0.2,
  scope: 'webhooks',
})

export interface Recovered {
  recovered: number
  /** Reason for an early end. */
  stopped?: 'disabled' | 'deleted'
}

/**
 * Starts a recovery of a time range; an identical call joins the running one. WEBHOOK_DISABLED; VALIDATION_FAILED for a
 * range that is empty or older than the stored events. Must run in a transaction.
 */
export async function recover(
  db: Db,
  caller: Caller,
  { webhookId, body }: { webhookId: string; body: Recover },
): Promise<Recovery> {
  const webhook = await takeWebhook(db, caller, webhookId)
  if (!webhook.enabled)
    fail('WEBHOOK_DISABLED', 'Enable the webhook first, with PUT /webhooks/{id} and "enabled": true.')
  const { since, until, only = 'missed' } = body
  const { sinceMs, untilMs } = readSpan({ since, until }, db.nowMs())
  const afterId = firstId('delivery', sinceMs)
  const jobId = await enqueue(db, recoverDeliveries, {
    payload: { webhookId, afterId, untilId: firstId('delivery', untilMs), only, sinceMs, untilMs },
    projectId: webhook.projectId,
    dedupeKey: [webhookId, since, until ?? '', only].join(' '),
  })
  await rows.forgetRecoveries(db, webhookId, firstId('job', db.nowMs() - cachedMs))
  await rows.insertRecovery(db, { jobId, webhookId, afterId, recovered: 0 })
  await recordAct(db, caller, ['webhook.recovered', webhook.id], { job: jobId, since, until: until ?? null, only })
  return { job_id: jobId }
}

/** Recovers in batches. Each transaction also stores the progress, so that nothing is repeated after a crash. */
export function createRecovering(store: Store): JobHandler<RecoverySpan, Recovered> {
  return {
    kind: recoverDeliveries,
    concurrency: 4,
    partitionConcurrency: 1,
    async run(job, { signal, progress, nowMs }) {
      const before = await rows.selectRecovery(store.read, job.id)
      if (before === undefined) return { done: { recovered: 0, stopped: 'deleted' } }
      await republish(store, job)
      const rest = await rows.countInRange(store.read, { ...job.payload, afterId: before.afterId })
      const total = before.recovered + rest
      progress(before.recovered, total)
      for (;;) {
        // The process shuts down: the next run continues from the stored progress.
        if (signal.aborted) return { snooze: 0 }
        const step = await store.tx((db) => recoverBatch(db, job, nowMs()), underLocks)
        progress(step.recovered, Math.max(total, step.recovered))
        if (step.isOver) return { done: doneOf(step) }
      }
    },
    async settle(db, ended) {
      const finished = ended.filter(({ outcome }) => 'done' in outcome).map(({ job }) => job.id)
      if (finished.length > 0) await rows.deleteRecoveries(db, finished)
    },
  }
}

/** Unpublished events have no deliveries yet. Publishing creates them, for every webhook that missed them. */
async function republish(store: Store, { payload, projectId }: Job<RecoverySpan>): Promise<void> {
  const { sinceMs, untilMs } = payload
  if (projectId === null || sinceMs === undefined || untilMs === undefined) return
  await republishEvents(store, { projectId, sinceMs, untilMs })
}

interface Step extends Recovered {
  isOver: boolean
}

async function recoverBatch(db: Db, job: { id: string; payload: rows.Range }, nowMs: number): Promise<Step> {
  const at = await rows.lockRecovery(db, job.id)
  if (at === undefined) return { recovered: 0, isOver: true, stopped: 'deleted' }
  if (!(await rows.isEnabled(db, at.webhookId))) return { recovered: at.recovered, isOver: true, stopped: 'disabled' }
  const range = { ...job.payload, afterId: at.afterId }
  const deliveries = await rows.reopenNext(db, range, { limit: batch, nowMs })
  await scheduleDeliveries(db, deliveries, 'recovery')
  const recovered = at.recovered + deliveries.length
  await rows.updateRecovery(db, { ...at, afterId: deliveries.at(-1)?.id ?? at.afterId, recovered })
  return { recovered, isOver: deliveries.length < batch }
}

function doneOf({ recovered, stopped }: Step): Recovered {
  return stopped === undefined ? { recovered } : { recovered, stopped }
}

function readSpan(
  { since, until }: { since: string; until: string | undefined },
  now: number,
): { sinceMs: number; untilMs: number } {
  const sinceMs = Date.parse(since)
  const untilMs = Math.min(until === undefined ? now + 1 : Date.parse(until), now + 1)
  const earliestMs = now - limits.eventDays * dayMs
  if (sinceMs < earliestMs) {
    const earliest = new Date(earliestMs).toISOString()
    refuse('/since', `Events are stored for ${limits.eventDays} days; use ${earliest} or later.`)
  }
  if (sinceMs >= untilMs) {
    if (until === undefined) refuse('/since', 'Must be in the past.')
    refuse('/until', 'Must be later than since, which must be in the past.')
  }
  return { sinceMs, untilMs }
}

function refuse(path: string, message: string): never {
  fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}
