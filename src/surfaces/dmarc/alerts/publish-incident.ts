import { emit } from '../../../platform/events/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { WatchedDomain } from './alert-store.ts'
import type { IncidentRow } from './incident-store.ts'
import { enqueueMessages } from './notify-job.ts'

/** Emits the event of an incident and enqueues its messages, in the transaction that changes it. */
export async function publishIncident(
  db: Db,
  { alert, domain }: WatchedDomain,
  row: IncidentRow,
  state: 'open' | 'resolved',
): Promise<void> {
  const { facts, id: incidentId, openedAt, resolvedAt, severity, summary, trigger } = row
  const data = {
    alert_id: alert.id,
    incident_id: incidentId,
    domain_id: domain.id,
    domain: domain.domain,
    trigger,
    state,
    severity,
    summary,
    facts,
    opened_at: new Date(openedAt).toISOString(),
    resolved_at: resolvedAt === null ? null : new Date(resolvedAt).toISOString(),
  }
  await emit(db, 'dmarc.alert', { projectId: alert.projectId, data })
  await enqueueMessages(db, alert, { incidentId, state })
}
