import { type Http, etagOf, readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import type { AddressHash } from '../cache/index.ts'
import {
  AddListEntries,
  AddListEntry,
  ListEntries,
  ListEntriesAdded,
  ListEntry,
  ListEntryPage,
  ListEntryParams,
  ListEntryRemoved,
  UpdateListEntry,
} from './contract.ts'
import { csvInstead, downloadEntries } from './download.ts'
import {
  addEntries,
  addEntry,
  changeEntry,
  keysOf,
  loadEntry,
  presentEntry,
  removeEntry,
  requireValue,
} from './entries.ts'
import { readValue } from './read-value.ts'
import { type EntryFilter, selectEntries } from './store.ts'

export interface ListEntryDeps {
  readonly http: Http
  readonly store: Store
  readonly hashOf: AddressHash
}

export function listEntryRoutes({ hashOf, http, store }: ListEntryDeps) {
  function filterOf({ projectId }: Caller, { domain, kind, list, value }: ListEntries): EntryFilter {
    const read = domain === undefined ? undefined : readValue(domain)
    return {
      kind,
      list,
      // A text that is no domain selects nothing.
      domain: read === undefined ? undefined : read.kind === 'domain' ? read.domain : '',
      keys: value === undefined ? undefined : keysOf(hashOf, projectId, requireValue(value, '/value')).keys,
    }
  }

  async function readEntries({ projectId }: Caller, query: Omit<ListEntries, 'format'>, filter: EntryFilter) {
    const { items, page } = await readCreatedPage(query, {
      key: ['verification lists', projectId, filter],
      kind: 'listEntry',
      sort: '-created_at',
      read: (wanted) => selectEntries(store.read, projectId, wanted, filter),
    })
    return { data: items.map(presentEntry), page }
  }

  return http
    .surface('verification')
    .get(
      '/verify/lists',
      async ({ caller, query }) => {
        const { format, ...wanted } = query
        const filter = filterOf(caller, query)
        if (format !== 'csv') return readEntries(caller, wanted, filter)
        const { cursor: _, ...all } = wanted
        return downloadEntries((page) => readEntries(caller, { ...all, ...page }, filter)) as never
      },
      {
        id: 'verification.listEntries',
        summary: 'List the entries of the allow and block lists',
        description:
          'Entries of the project, newest first by default. Email addresses are stored as hashes: `value` finds the entry of one.',
        scope: 'verification',
        query: ListEntries,
        response: { 200: ListEntryPage },
        responses: csvInstead,
        errors: ['INVALID_CURSOR'],
      },
    )
    .post(
      '/verify/lists',
      ({ body, caller, once }) => once(async (db) => presentEntry(await addEntry(db, caller, body, hashOf))),
      {
        id: 'verification.addEntry',
        summary: 'Add an email address or a domain to the allow or block list',
        description:
          'The entry decides the verdict of later verifications, single and in batches, before anything is queried and at no ' +
          'cost. An email address precedes its domain, a subdomain the domains above it. Text that is no email address stays ' +
          '`invalid`.',
        scope: 'verification',
        once: underLocks,
        location: '/v1/verify/lists/{id}',
        body: AddListEntry,
        response: { 201: ListEntry },
        errors: ['LIST_ENTRY_EXISTS', 'LIMIT_REACHED'],
      },
    )
    .post(
      '/verify/lists/bulk',
      ({ body, caller, once }) => once((db) => addEntries(db, caller, body.entries, hashOf)),
      {
        id: 'verification.addEntries',
        summary: 'Add many entries to the allow and block lists',
        description:
          'Stores the entries in one transaction. Existing ones get the given list, note and expiry, so that a list may be sent ' +
          'again as a whole. What is neither an email address nor a domain is returned in `refused`.',
        scope: 'verification',
        once: underLocks,
        body: AddListEntries,
        response: { 200: ListEntriesAdded },
        errors: ['LIMIT_REACHED'],
      },
    )
    .get(
      '/verify/lists/:id',
      async ({ caller, params }) => presentEntry(await loadEntry(store.read, caller, params.id)),
      {
        id: 'verification.getEntry',
        summary: 'Get one entry of the allow and block lists',
        scope: 'verification',
        etag: 'revision',
        params: ListEntryParams,
        response: { 200: ListEntry },
        errors: ['LIST_ENTRY_NOT_FOUND'],
      },
    )
    .put(
      '/verify/lists/:id',
      ({ body, caller, ifMatch, params, set }) =>
        store.tx(async (db) => {
          const row = await changeEntry(db, caller, { id: params.id, body, ifMatch })
          set.headers.etag = etagOf(row.revision)
          return presentEntry(row)
        }, underLocks),
      {
        id: 'verification.updateEntry',
        summary: 'Update an entry of the allow and block lists',
        description: 'Changes list, note or expiry. Another email address or domain is another entry.',
        scope: 'verification',
        ifMatch: true,
        params: ListEntryParams,
        body: UpdateListEntry,
        response: { 200: ListEntry },
        errors: ['LIST_ENTRY_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/verify/lists/:id',
      ({ caller, ifMatch, params }) => store.tx((db) => removeEntry(db, caller, params.id, ifMatch), underLocks),
      {
        id: 'verification.removeEntry',
        summary: 'Remove an entry of the allow and block lists',
        scope: 'verification',
        ifMatch: true,
        params: ListEntryParams,
        response: { 204: ListEntryRemoved },
        errors: ['LIST_ENTRY_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}
