import type { Http } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { csvInstead } from '../csv.ts'
import type { ReportAddresses } from './addresses.ts'
import {
  AddDomain,
  DmarcDomain,
  DmarcDomainPage,
  DomainParams,
  ListDomains,
  RemoveByName,
  Removed,
  UpdateDomain,
} from './contract.ts'
import { addDomain, loadDomain, recentDays, removeByName, removeDomain, updateSettings } from './domains.ts'
import { listDomains } from './list.ts'
import { domainTag, presentDomain } from './present.ts'
import { type DomainRow, countOpenIncidents, selectVolumes } from './store.ts'

export interface DomainRouteDeps {
  readonly http: Http
  readonly store: Store
  readonly addresses: ReportAddresses
  /** Checks what a domain publishes and stores the result; undefined if it was removed meanwhile. */
  check(row: DomainRow): Promise<DomainRow | undefined>
}

/** A domain of another project is reported as missing. */
export function domainRoutes({ http, store, addresses, check }: DomainRouteDeps) {
  async function show(row: DomainRow, caller: Caller): Promise<DmarcDomain> {
    const [volumes, incidents] = await Promise.all([
      selectVolumes(store.read, caller.projectId, recentDays(store.read.nowMs())),
      countOpenIncidents(store.read, caller.projectId),
    ])
    return presentDomain(row, { volume: volumes.get(row.no), openAlerts: incidents.get(row.no) }, addresses)
  }

  // A route keeps its options, so each has its own.
  const list = () =>
    ({
      id: 'dmarc.listDomains',
      summary: 'List sending domains',
      description:
        'Domains of the project with their published policy, the volume and compliance of the last 30 days, and the last ' +
        'report; also as CSV. Also as `GET /dmarc`.',
      scope: 'dmarc',
      query: ListDomains,
      response: { 200: DmarcDomainPage },
      responses: csvInstead,
      errors: ['INVALID_CURSOR'],
    }) as const
  const add = () =>
    ({
      id: 'dmarc.addDomain',
      summary: 'Add a sending domain',
      description:
        'Returns the email address for reports of the domain, the DMARC record to publish and, if the address belongs to ' +
        'another organization, the record by which its host consents. The same domain may be added in several projects: ' +
        'each has addresses and reports of its own. Also as `POST /dmarc`.',
      scope: 'dmarc',
      once: underLocks,
      location: '/v1/dmarc/domains/{id}',
      body: AddDomain,
      response: { 201: DmarcDomain },
      errors: ['DOMAIN_EXISTS', 'LIMIT_REACHED'],
    }) as const
  return http
    .surface('dmarc')
    .get('/dmarc/domains', ({ caller, query }) => listDomains(store, caller, query, addresses), list())
    .get('/dmarc', ({ caller, query }) => listDomains(store, caller, query, addresses), { ...list(), hidden: true })
    .post(
      '/dmarc/domains',
      ({ body, caller, once }) => once(async (db) => presentDomain(await addDomain(db, caller, body), {}, addresses)),
      add(),
    )
    .post(
      '/dmarc',
      ({ body, caller, once }) => once(async (db) => presentDomain(await addDomain(db, caller, body), {}, addresses)),
      { ...add(), hidden: true },
    )
    .get(
      '/dmarc/domains/:id',
      async ({ caller, params }) => show(await loadDomain(store.read, caller, params.id), caller),
      {
        id: 'dmarc.getDomain',
        summary: 'Get one sending domain',
        description: 'Returns the settings, the last verification, and the figures of the last 30 days.',
        scope: 'dmarc',
        etag: domainTag,
        params: DomainParams,
        response: { 200: DmarcDomain },
        errors: ['DOMAIN_NOT_FOUND'],
      },
    )
    .put(
      '/dmarc/domains/:id',
      async ({ body, caller, ifMatch, params }) => {
        const update = { id: params.id, body, ifMatch }
        const row = await store.tx((db) => updateSettings(db, caller, update, addresses), underLocks)
        return show(row, caller)
      },
      {
        id: 'dmarc.updateDomain',
        summary: 'Update the settings of a sending domain',
        description:
          'Changes the members in the body. A shorter retention applies to stored reports too, within a day. Failure ' +
          'reports that arrive while they are switched off are refused.',
        scope: 'dmarc',
        ifMatch: true,
        etag: domainTag,
        params: DomainParams,
        body: UpdateDomain,
        response: { 200: DmarcDomain },
        errors: ['DOMAIN_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/dmarc/domains/:id',
      ({ caller, ifMatch, params }) => store.tx((db) => removeDomain(db, caller, params.id, ifMatch), underLocks),
      {
        id: 'dmarc.removeDomain',
        summary: 'Remove a sending domain',
        description:
          'Removes the domain and deletes its reports, records, totals and history in the background. Its reporting address ' +
          'no longer accepts mail. Also as `DELETE /dmarc?domain=`.',
        scope: 'dmarc',
        ifMatch: true,
        params: DomainParams,
        response: { 204: Removed },
        errors: ['DOMAIN_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .delete('/dmarc', ({ caller, query }) => store.tx((db) => removeByName(db, caller, query.domain), underLocks), {
      id: 'dmarc.removeDomain',
      summary: 'Remove a sending domain by its name',
      scope: 'dmarc',
      query: RemoveByName,
      response: { 204: Removed },
      errors: ['DOMAIN_NOT_FOUND'],
      hidden: true,
    })
    .post(
      '/dmarc/domains/:id/verify',
      async ({ caller, params }) => {
        const row = await loadDomain(store.read, caller, params.id)
        return show((await check(row)) ?? (await loadDomain(store.read, caller, params.id)), caller)
      },
      {
        id: 'dmarc.verifyDomain',
        summary: 'Verify what a sending domain publishes',
        description:
          'Queries the DMARC record that applies to the domain, as receivers do (RFC 9989 4.10), and whether each host ' +
          'outside of the organization consents to receive its reports, wildcards included (RFC 9990 4). Changed records are ' +
          'kept in the DNS history. Domains are also verified daily.',
        scope: 'dmarc',
        params: DomainParams,
        response: { 200: DmarcDomain },
        errors: ['DOMAIN_NOT_FOUND'],
      },
    )
}
