/** Lists incidents and changes their states. */
import { fail } from '../../../kernel/errors/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { idAfter, readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { dayMs } from '../days.ts'
import { loadDomain } from '../domains/index.ts'
import { selectWatched } from './alert-store.ts'
import type { Incident, IncidentPage, ListIncidents, UpdateIncident } from './contract.ts'
import { type IncidentRow, lockIncident, selectIncidents, updateIncident } from './incident-store.ts'
import { publishIncident } from './publish-incident.ts'

const maxMuteDays = 366

/** Newest first by default. */
export async function listIncidents(
  db: Db,
  caller: Caller,
  { id, query }: { id: string; query: ListIncidents },
): Promise<IncidentPage> {
  const { no: domainNo } = await loadDomain(db, caller, id)
  const { sort = '-opened_at', state, trigger } = query
  const { items, page } = await readPage(query, {
    key: `dmarc incidents ${domainNo} ${JSON.stringify([state, trigger, sort])}`,
    read: ({ after, limit }) => {
      const range = { after: idAfter(after), descending: sort === '-opened_at', limit }
      return selectIncidents(db, { projectId: caller.projectId, domainNo }, { ...range, state, trigger })
    },
    positionOf: (row) => [row.id],
  })
  return { data: items.map(presentIncident), page }
}

/** Acknowledges, resolves or mutes. INCIDENT_RESOLVED for one that is. Must run in a transaction. */
export async function changeIncident(
  db: Db,
  caller: Caller,
  { body, id, incidentId }: { id: string; incidentId: string; body: UpdateIncident },
): Promise<Incident> {
  const { no: domainNo } = await loadDomain(db, caller, id)
  const found = isId('incident', incidentId)
    ? await lockIncident(db, caller.projectId, { domainNo, id: incidentId })
    : undefined
  const row = found ?? fail('INCIDENT_NOT_FOUND')
  if (row.state === 'resolved') fail('INCIDENT_RESOLVED')
  const now = db.nowMs()
  const change = {
    ...stateAfter(row, body, now),
    actorName: caller.actor.name,
    ...(body.note === undefined ? {} : { note: body.note }),
  }
  await updateIncident(db, row, change)
  const isMuted = row.mutedUntil !== null && row.mutedUntil > now
  const watched = await selectWatched(db, caller.projectId, row.alertId)
  if (body.action === 'resolve' && !isMuted && watched !== undefined)
    await publishIncident(db, watched, { ...row, ...change }, 'resolved')
  await recordAct(db, caller, ['dmarc.incident_updated', row.id], { action: body.action })
  return presentIncident({ ...row, ...change })
}

function stateAfter(row: IncidentRow, { action, until }: UpdateIncident, now: number): Partial<IncidentRow> {
  if (action === 'mute') return { mutedUntil: endOfMute(until, now) }
  if (action === 'resolve') return { state: 'resolved', resolvedAt: now }
  return { state: 'acknowledged', acknowledgedAt: row.acknowledgedAt ?? now }
}

function endOfMute(until: string | undefined, now: number): number {
  const ms = until === undefined ? Number.NaN : Date.parse(until)
  const message = `must be a time within ${maxMuteDays} days from now`
  const isValid = ms > now && ms <= now + maxMuteDays * dayMs
  return isValid ? ms : fail('VALIDATION_FAILED', { issues: [{ path: '/until', message }] })
}

export function presentIncident(row: IncidentRow): Incident {
  return {
    id: row.id,
    alert_id: row.alertId,
    trigger: row.trigger as Incident['trigger'],
    key: row.key,
    severity: row.severity,
    state: row.state,
    active: row.isActive,
    summary: row.summary,
    facts: row.facts,
    note: row.note,
    changed_by: row.actorName,
    opened_at: new Date(row.openedAt).toISOString(),
    last_seen_at: new Date(row.seenAt).toISOString(),
    ended_at: instant(row.endedAt),
    acknowledged_at: instant(row.acknowledgedAt),
    resolved_at: instant(row.resolvedAt),
    muted_until: instant(row.mutedUntil),
  }
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
