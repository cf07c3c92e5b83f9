import { limits } from '../../../kernel/limits.ts'
import { recordAudit } from '../../../platform/audit/index.ts'
import { type Ended, setPartition } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Counter, Metrics } from '../../../platform/metrics/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Attempted, gone } from './attempt.ts'
import { type Deliver, deliverWebhook } from './deliver-webhook.ts'
import type { Partitions } from './partitions.ts'
import {
  type DueDelivery,
  type Ending,
  type Entry,
  type Health,
  disableWebhook,
  recordEndings,
  recordHealth,
} from './store.ts'

export type Report =
  | { kind: 'attempted'; attempted: Attempted; due: DueDelivery }
  /** The webhook was disabled, or its event is no longer stored. */
  | { kind: 'skipped' }
  /** Not sent, and due again soon. */
  | { kind: 'held' }
  | { kind: 'nothing' }

type EndedDelivery = Ended<Deliver, Report>
type AttemptedReport = Extract<Report, { kind: 'attempted' }>

const failingMs = limits.webhookFailingDays * 86_400_000
/** Maximum age of the stored `lastSuccessAt`, milliseconds: writing every success would cost as much as the delivery. */
const successEveryMs = 60_000

export interface SettlingDeps {
  partitions: Partitions
  log: Log
  metrics: Metrics
  ignoresPauses?: boolean
  nowMs?: () => number
}

/**
 * Writes a batch of ended runs: deliveries in one statement, webhooks that started or stopped failing in a second one, and
 * rarely a disabled webhook or a changed partition.
 */
export function createSettling({ partitions, log, metrics, ignoresPauses, nowMs = Date.now }: SettlingDeps) {
  const count = createCounts(metrics)

  async function disable(db: Db, { attempted, due }: AttemptedReport, projectId: string | null): Promise<void> {
    const reason = attempted.statusCode === gone ? 'gone' : 'failing'
    const at = endOf(attempted)
    const isDisabled = await disableWebhook(db, due.webhookId, { reason, nowMs: at, failingBefore: at - failingMs })
    if (!isDisabled) return
    log.warn('webhook disabled', { webhook_id: due.webhookId, reason })
    const entry = { projectId, action: 'webhook.disabled', target: due.webhookId, detail: { reason } }
    await recordAudit(db, { actor: { kind: 'system', id: 'webhooks' }, ...entry })
  }

  const settledOnce = new WeakSet<EndedDelivery['job']>()

  return async (db: Db, ended: readonly EndedDelivery[]): Promise<void> => {
    for (const { job } of ended) {
      // A previous transaction failed, and the partition state that it wrote was rolled back.
      if (settledOnce.has(job)) partitions.invalidate(job.partition)
      settledOnce.add(job)
    }
    const attempted = ended.map(reportOf).filter((report) => report?.kind === 'attempted')
    const endings = ended.map((each) => endingOf(each, nowMs())).filter((ending) => ending !== undefined)
    for (const round of roundsOf(endings)) await recordEndings(db, round)
    await recordHealth(db, healthsOf(attempted))
    const projects = new Map(ended.map(({ job }) => [job.partition, job.projectId]))
    for (const report of attempted.filter(isReasonToDisable)) {
      await disable(db, report, projects.get(report.due.webhookId) ?? null)
    }
    const changing = ignoresPauses === true ? [] : ended
    for (const id of new Set(changing.map(({ job }) => job.partition))) {
      const state = partitions.changedState(id, nowMs())
      if (state !== undefined) await setPartition(db, deliverWebhook, id, state)
    }
    for (const report of attempted) count(report.attempted)
  }
}

function reportOf({ outcome }: EndedDelivery): Report | undefined {
  return 'done' in outcome ? outcome.done : outcome.value
}

// A statement may update a row only once, and two attempts of one delivery may end together after a manual retry.
function roundsOf(endings: readonly Ending[]): Ending[][] {
  const rounds: Ending[][] = []
  const counts = new Map<string, number>()
  for (const ending of endings) {
    const number = counts.get(ending.id) ?? 0
    counts.set(ending.id, number + 1)
    ;(rounds[number] ??= []).push(ending)
  }
  return rounds
}

/** The changes of a delivery after a run; undefined for none. */
function endingOf(ended: EndedDelivery, nowMs: number): Ending | undefined {
  const { job, nextRunAt } = ended
  const { deliveryId, trigger } = job.payload
  const report = reportOf(ended)
  const ending = { id: deliveryId, nextAttemptAt: nextRunAt, isBeside: trigger === 'retry', endedAt: nowMs }
  if (report === undefined) {
    // The run threw: an internal error, which the job queue records and retries.
    const detail = 'Internal error; see the log of the service.'
    return { ...ending, result: 'failed', entry: { at: nowMs, error: 'internal', detail, duration_ms: 0, trigger } }
  }
  if (report.kind === 'skipped') return { ...ending, result: 'skipped' }
  if (report.kind !== 'attempted') return undefined
  const { attempted } = report
  return {
    ...ending,
    result: attempted.failure === undefined ? 'succeeded' : 'failed',
    entry: entryOf(attempted, trigger),
    endedAt: endOf(attempted),
  }
}

function entryOf(attempted: Attempted, trigger: string): Entry {
  const { at, statusCode, failure, detail, durationMs, excerpt } = attempted
  return {
    at,
    ...(statusCode === undefined ? {} : { status_code: statusCode }),
    ...(failure === undefined ? {} : { error: failure }),
    ...(detail === undefined ? {} : { detail }),
    duration_ms: durationMs,
    ...(excerpt === undefined ? {} : { response_excerpt: excerpt }),
    trigger,
  }
}

/** Changed states of the webhooks of a batch; unchanged ones are omitted. */
function healthsOf(reports: readonly AttemptedReport[]): Health[] {
  const healths = new Map<string, { health: Health; due: DueDelivery }>()
  const byEnd = [...reports].sort((a, b) => endOf(a.attempted) - endOf(b.attempted))
  for (const { attempted, due } of byEnd) {
    const { health } = healths.get(due.webhookId) ?? {
      health: { id: due.webhookId, succeededAt: null, failedAt: null },
    }
    healths.set(due.webhookId, { health, due })
    if (attempted.failure !== undefined) health.failedAt ??= attempted.at
    else {
      health.succeededAt = endOf(attempted)
      health.failedAt = null
    }
  }
  return [...healths.values()].filter(isNews).map(({ health }) => health)
}

function endOf({ at, durationMs }: Attempted): number {
  return at + durationMs
}

function isNews({ health: { succeededAt, failedAt }, due }: { health: Health; due: DueDelivery }): boolean {
  if (succeededAt === null) return due.failingSince === null
  return due.failingSince !== null || failedAt !== null || succeededAt - (due.lastSuccessAt ?? 0) > successEveryMs
}

function isReasonToDisable({ attempted: { failure, statusCode, at }, due }: AttemptedReport): boolean {
  if (failure === undefined) return false
  return statusCode === gone || (due.failingSince !== null && at - due.failingSince >= failingMs)
}

function createCounts(metrics: Metrics): (attempted: Attempted) => void {
  const counters = new Map<string, Counter>()
  const durations = metrics.histogram('svc_webhook_attempt_seconds', 'Response time of webhook receivers in seconds.')
  return ({ failure = 'none', durationMs }) => {
    const known = counters.get(failure)
    const counter = known ?? metrics.counter('svc_webhook_attempts_total', 'Attempts to deliver webhooks.', { failure })
    if (known === undefined) counters.set(failure, counter)
    counter.add()
    durations.observe(durationMs / 1000)
  }
}
