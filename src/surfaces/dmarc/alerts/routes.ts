import { type Http } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { DomainParams, loadDomain } from '../domains/index.ts'
import { csvInstead, csvResponse } from '../csv.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { alertTag, createAlert, listAlerts, loadAlert, presentAlert, removeAlert, testAlert } from './alerts.ts'
import type { ChannelDeps } from './channels.ts'
import {
  AlertParams,
  AlertTest,
  CreateAlert,
  Deleted,
  DmarcAlert,
  DmarcAlerts,
  Incident,
  IncidentPage,
  IncidentParams,
  ListAlerts,
  ListIncidents,
  UpdateIncident,
} from './contract.ts'
import type { DeliverDeps } from './deliver.ts'
import { selectIncidents } from './incident-store.ts'
import { changeIncident, listIncidents, presentIncident } from './incidents.ts'

export interface AlertRouteDeps {
  readonly http: Http
  readonly store: Store
  readonly alerts: ChannelDeps & DeliverDeps
}

const csvRows = 10_000
const columns = [
  'id',
  'alert_id',
  'trigger',
  'key',
  'severity',
  'state',
  'active',
  'summary',
  'opened_at',
  'resolved_at',
] as const

/** Alerts and incidents of a domain. A domain of another project is reported as missing. */
export function alertRoutes({ alerts, http, store }: AlertRouteDeps) {
  return http
    .surface('dmarc')
    .get(
      '/dmarc/domains/:id/alerts',
      ({ caller, params, query }) => listAlerts(store.read, caller, { domainId: params.id, query }),
      {
        id: 'dmarc.listAlerts',
        summary: 'List the alerts of a domain',
        description: 'Oldest first, at most 20, without URLs of channels; also as CSV.',
        scope: 'dmarc',
        params: DomainParams,
        query: ListAlerts,
        response: { 200: DmarcAlerts },
        responses: csvInstead,
        errors: ['DOMAIN_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .post(
      '/dmarc/domains/:id/alerts',
      ({ body, caller, once, params }) =>
        once(async (db) => presentAlert(await createAlert(db, caller, { domainId: params.id, body }, alerts), 0)),
      {
        id: 'dmarc.createAlert',
        summary: 'Create an alert',
        description:
          'Watches a domain for conditions, every 15 minutes. A condition opens an incident, and a message is sent to every ' +
          'channel; another one when the incident is resolved. Webhooks that subscribe to `dmarc.alert` receive both.',
        scope: 'dmarc',
        once: underLocks,
        location: '/v1/dmarc/domains/{id}/alerts',
        etag: alertTag,
        params: DomainParams,
        body: CreateAlert,
        response: { 201: DmarcAlert },
        errors: ['DOMAIN_NOT_FOUND', 'LIMIT_REACHED', 'MAIL_NOT_CONFIGURED'],
      },
    )
    .post(
      '/dmarc/domains/:id/alerts/:alertId/test',
      async ({ caller, params }) => {
        const watched = await loadAlert(store.read, caller, params)
        const act = ['dmarc.alert_tested', watched.alert.id] as const
        await store.tx((db) => recordAct(db, caller, act, { domain: watched.domain.domain }))
        return testAlert(watched, alerts)
      },
      {
        id: 'dmarc.testAlert',
        summary: 'Test an alert',
        description: 'Sends a test message to every recipient of every channel, once, and returns the results.',
        scope: 'dmarc',
        params: AlertParams,
        response: { 200: AlertTest },
        errors: ['DOMAIN_NOT_FOUND', 'ALERT_NOT_FOUND'],
      },
    )
    .delete(
      '/dmarc/domains/:id/alerts/:alertId',
      ({ caller, ifMatch, params }) => store.tx((db) => removeAlert(db, caller, params, ifMatch), underLocks),
      {
        id: 'dmarc.deleteAlert',
        summary: 'Delete an alert',
        description: 'Deletes the alert with its incidents. Messages that are not sent yet are dropped.',
        scope: 'dmarc',
        ifMatch: true,
        params: AlertParams,
        response: { 204: Deleted },
        errors: ['DOMAIN_NOT_FOUND', 'ALERT_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .get(
      '/dmarc/domains/:id/incidents',
      async ({ caller, params, query }) => {
        if (query.format !== 'csv') return listIncidents(store.read, caller, { id: params.id, query })
        const { domain, no: domainNo } = await loadDomain(store.read, caller, params.id)
        const { sort, state, trigger } = query
        const of = { projectId: caller.projectId, domainNo }
        const wanted = { limit: csvRows, descending: sort !== 'opened_at', state, trigger }
        const rows = (await selectIncidents(store.read, of, wanted)).map(presentIncident)
        const cells = rows.map((row) => columns.map((column) => row[column]))
        return csvResponse(`${domain}-incidents.csv`, columns, cells) as never
      },
      {
        id: 'dmarc.listIncidents',
        summary: 'List the incidents of a domain',
        description: 'Conditions that alerts of the domain found, newest first.',
        scope: 'dmarc',
        params: DomainParams,
        query: ListIncidents,
        response: { 200: IncidentPage },
        responses: csvInstead,
        errors: ['DOMAIN_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .post(
      '/dmarc/domains/:id/incidents/:incidentId',
      ({ body, caller, params }) => store.tx((db) => changeIncident(db, caller, { ...params, body }), underLocks),
      {
        id: 'dmarc.updateIncident',
        summary: 'Acknowledge, resolve or mute an incident',
        description: 'An incident is resolved by the next evaluation, too, once its condition no longer holds.',
        scope: 'dmarc',
        params: IncidentParams,
        body: UpdateIncident,
        response: { 200: Incident },
        errors: ['DOMAIN_NOT_FOUND', 'INCIDENT_NOT_FOUND', 'INCIDENT_RESOLVED'],
      },
    )
}
