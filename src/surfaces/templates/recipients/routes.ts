import { type Http, etagOf, readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { NoContent, loadRecipient, selectRecipients } from '../template/index.ts'
import {
  CreateRecipient,
  ListRecipients,
  RecipientParams,
  SampleRecipient,
  SampleRecipientPage,
  UpdateRecipient,
} from './contract.ts'
import { changeRecipient, createRecipient, deleteRecipient, presentRecipient } from './recipients.ts'

/** A recipient of another project is reported as missing. */
export function recipientRoutes({ http, store }: { http: Http; store: Store }) {
  async function list({ projectId }: Caller, query: ListRecipients): Promise<SampleRecipientPage> {
    const { items, page } = await readCreatedPage(query, {
      key: ['sample recipients', projectId],
      kind: 'sampleRecipient',
      sort: 'created_at',
      read: (wanted) => selectRecipients(store.read, projectId, wanted),
    })
    return { data: items.map(presentRecipient), page }
  }

  return http
    .surface('recipients')
    .get('/sample-recipients', ({ caller, query }) => list(caller, query), {
      id: 'recipients.list',
      summary: 'List the sample recipients',
      description: 'Recipients of the project whose data previews can show, oldest first by default.',
      scope: 'templates:read',
      query: ListRecipients,
      response: { 200: SampleRecipientPage },
      errors: ['INVALID_CURSOR'],
    })
    .post('/sample-recipients', ({ body, caller, once }) => once((db) => createRecipient(db, caller, body)), {
      id: 'recipients.create',
      summary: 'Create a sample recipient',
      description:
        'Previews of all templates of the project can then be shown as this recipient gets them: the thumbnail and the HTML ' +
        'by `recipient`, and the page of a review by its links. Names are unique. Use no data of real people.',
      scope: 'templates:write',
      once: underLocks,
      location: '/v1/sample-recipients/{id}',
      body: CreateRecipient,
      response: { 201: SampleRecipient },
      errors: ['NAME_TAKEN', 'LIMIT_REACHED'],
    })
    .get(
      '/sample-recipients/:id',
      async ({ caller, params }) => presentRecipient(await loadRecipient(store.read, caller.projectId, params.id)),
      {
        id: 'recipients.get',
        summary: 'Get one sample recipient',
        scope: 'templates:read',
        etag: 'revision',
        params: RecipientParams,
        response: { 200: SampleRecipient },
        errors: ['RECIPIENT_NOT_FOUND'],
      },
    )
    .put(
      '/sample-recipients/:id',
      ({ body, caller, ifMatch, params, set }) =>
        store.tx(async (db) => {
          const changed = await changeRecipient(db, caller, { id: params.id, body, ifMatch })
          set.headers.etag = etagOf(changed.revision)
          return changed
        }, underLocks),
      {
        id: 'recipients.update',
        summary: 'Update a sample recipient',
        description: 'Changes the name or the data.',
        scope: 'templates:write',
        ifMatch: true,
        params: RecipientParams,
        body: UpdateRecipient,
        response: { 200: SampleRecipient },
        errors: ['RECIPIENT_NOT_FOUND', 'NAME_TAKEN', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/sample-recipients/:id',
      ({ caller, ifMatch, params }) => store.tx((db) => deleteRecipient(db, caller, params.id, ifMatch), underLocks),
      {
        id: 'recipients.delete',
        summary: 'Delete a sample recipient',
        scope: 'templates:write',
        ifMatch: true,
        params: RecipientParams,
        response: { 204: NoContent },
        errors: ['RECIPIENT_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}
