import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { emit } from '../../../platform/events/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import { dayOf } from '../days.ts'
import { type AlertRow, type WatchedDomain, lockAlert, selectDueAlerts, updateAlert } from './alert-store.ts'
import type { Condition } from './conditions/condition.ts'
import { findConditions } from './conditions/find-conditions.ts'
import type { Digest, Thresholds } from './contract.ts'
import { type WeekFigures, nextDigest, readDigest } from './digest.ts'
import { type IncidentRow, insertIncident, selectActive, selectLastEnd, updateIncident } from './incident-store.ts'
import { enqueueMessages } from './notify-job.ts'
import { publishIncident } from './publish-incident.ts'

export interface EvaluateDeps {
  readonly store: Store
}

const minuteMs = 60_000
const atOnce = 20

/**
 * Evaluates every alert whose stored time is due at `nowMs`; returns their number. An alert is locked and its time checked
 * again before anything is written, so that two evaluations, of replicas or of one, count as one.
 */
export async function evaluateDue({ store }: EvaluateDeps, nowMs: number, signal: AbortSignal): Promise<number> {
  let evaluated = 0
  while (!signal.aborted) {
    const due = await selectDueAlerts(store.read, nowMs, atOnce)
    for (const watched of due) {
      if (signal.aborted) break
      await evaluate(store, watched, nowMs)
      evaluated++
    }
    // An evaluation sets the time of the next one, so that the list shrinks.
    if (due.length < atOnce) break
  }
  return evaluated
}

async function evaluate(store: Store, { alert, domain }: WatchedDomain, nowMs: number): Promise<void> {
  const input = { db: store.read, domain, thresholds: alert.thresholds as Thresholds, nowMs }
  const conditions = await findConditions(input, alert.triggers)
  const isDigestDue = alert.digestAt !== null && alert.digestAt <= nowMs
  const toDay = dayOf(nowMs) - 1
  const week = isDigestDue ? await readDigest(store.read, domain, toDay) : undefined
  await store.tx(async (db) => {
    const now = await lockAlert(db, alert.projectId, alert.id)
    if (now === undefined || now.dueAt > nowMs) return
    const watched = { alert: now, domain }
    await reconcile(db, watched, conditions, nowMs)
    if (week !== undefined && now.digestAt !== null) await sendDigest(db, watched, week, toDay)
    await updateAlert(db, now, {
      dueAt: nowMs + limits.dmarcAlertMinutes * minuteMs,
      ...(week === undefined ? {} : { digestAt: nextDigest(now.digest as Digest, nowMs) }),
    })
  }, underLocks)
}

/** Opens, continues and ends the incidents of an alert. */
async function reconcile(
  db: Db,
  watched: WatchedDomain,
  conditions: readonly Condition[],
  nowMs: number,
): Promise<void> {
  const active = new Map((await selectActive(db, watched.alert.id)).map((row) => [keyOf(row), row]))
  const holding = new Set(conditions.map(keyOf))
  for (const [key, row] of active) if (!holding.has(key)) await end(db, watched, row, nowMs)
  const opened = new Map<string, number>()
  for (const condition of conditions) {
    const row = active.get(keyOf(condition))
    if (row !== undefined) {
      const { facts, severity, summary } = condition
      await updateIncident(db, row, { seenAt: nowMs, facts, severity, summary })
      continue
    }
    const count = opened.get(condition.trigger) ?? 0
    if (count >= limits.dmarcIncidentsAtOnce || (await isCoolingDown(db, watched.alert, condition, nowMs))) continue
    opened.set(condition.trigger, count + 1)
    await open(db, watched, condition, nowMs)
  }
}

function keyOf({ key, trigger }: { trigger: string; key: string }): string {
  return `${trigger} ${key}`
}

async function isCoolingDown(
  db: Db,
  { cooldownMinutes, id: alertId }: AlertRow,
  { key, trigger }: Condition,
  nowMs: number,
): Promise<boolean> {
  const endedAt = await selectLastEnd(db, { alertId, trigger, key })
  return endedAt !== undefined && endedAt + cooldownMinutes * minuteMs > nowMs
}

async function open(db: Db, watched: WatchedDomain, condition: Condition, nowMs: number): Promise<void> {
  const { alert, domain } = watched
  const row: IncidentRow = {
    ...condition,
    id: createId('incident', nowMs),
    projectId: alert.projectId,
    domainNo: domain.no,
    alertId: alert.id,
    state: 'open',
    isActive: true,
    note: null,
    actorName: null,
    openedAt: nowMs,
    seenAt: nowMs,
    endedAt: null,
    acknowledgedAt: null,
    resolvedAt: null,
    mutedUntil: null,
  }
  await insertIncident(db, row)
  await publishIncident(db, watched, row, 'open')
}

/** A condition that no longer holds resolves its incident, unless a caller did before. */
async function end(db: Db, watched: WatchedDomain, row: IncidentRow, nowMs: number): Promise<void> {
  const ended = { isActive: false, endedAt: nowMs }
  if (row.state === 'resolved') return updateIncident(db, row, ended)
  await updateIncident(db, row, { ...ended, state: 'resolved', resolvedAt: nowMs })
  const isMuted = row.mutedUntil !== null && row.mutedUntil > nowMs
  if (!isMuted) await publishIncident(db, watched, { ...row, resolvedAt: nowMs }, 'resolved')
}

async function sendDigest(db: Db, { alert, domain }: WatchedDomain, week: WeekFigures, toDay: number): Promise<void> {
  const data = { alert_id: alert.id, domain_id: domain.id, domain: domain.domain, ...week }
  await emit(db, 'dmarc.digest', { projectId: alert.projectId, data })
  await enqueueMessages(db, alert, { digestTo: toDay })
}
