import { limits } from '../../../kernel/limits.ts'
import { type Http, etagOf, readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, underLocks } from '../../../platform/storage/index.ts'
import { csvInstead, csvResponse } from '../csv.ts'
import type { ConnectDeps } from './connect.ts'
import {
  CreateMailbox,
  ListMailboxes,
  MailboxDeleted,
  MailboxDetail,
  MailboxPage,
  MailboxParams,
  MailboxTest,
  UpdateMailbox,
} from './contract.ts'
import { enqueuePoll } from './jobs.ts'
import { type MailboxDeps, changeMailbox, createMailbox, loadMailbox, removeMailbox } from './mailboxes.ts'
import { presentMailbox, presentMailboxDetail } from './present.ts'
import { type MailboxRow, selectMailboxes, selectRuns } from './store.ts'
import { testMailbox } from './test-mailbox.ts'

export type MailboxRouteDeps = ConnectDeps & MailboxDeps & { readonly http: Http }

const csvColumns = [
  'id',
  'name',
  'host',
  'username',
  'state',
  'problem',
  'messages',
  'reports',
  'last_run_at',
  'last_success_at',
]

/** A mailbox of another project is reported as missing. */
export function mailboxRoutes(deps: MailboxRouteDeps) {
  const { http, store } = deps
  const describe = async (db: Db, row: MailboxRow) =>
    presentMailboxDetail(row, await selectRuns(db, row.id, limits.mailboxRuns))

  async function list(caller: Caller, query: ListMailboxes): Promise<MailboxPage> {
    if (query.format === 'csv') {
      const page = { limit: limits.mailboxes, descending: query.sort === '-created_at' }
      const found = await selectMailboxes(store.read, caller.projectId, page, query.state)
      const lines = found
        .map(presentMailbox)
        .map((each) => [
          each.id,
          each.name,
          each.host,
          each.username,
          each.state,
          each.problem,
          each.messages,
          each.reports,
          each.last_run_at,
          each.last_success_at,
        ])
      return csvResponse('dmarc-mailboxes.csv', csvColumns, lines) as never
    }
    const { items, page } = await readCreatedPage(query, {
      key: ['dmarc mailboxes', caller.projectId, query.state],
      kind: 'mailbox',
      sort: 'created_at',
      read: (wanted) => selectMailboxes(store.read, caller.projectId, wanted, query.state),
    })
    return { data: items.map(presentMailbox), page }
  }

  return http
    .surface('dmarc')
    .get('/dmarc/mailboxes', ({ caller, query }) => list(caller, query), {
      id: 'dmarc.listMailboxes',
      summary: 'List mailboxes with reports',
      description: 'Mailboxes of the project, oldest first by default, without secrets; also as CSV.',
      scope: 'dmarc',
      query: ListMailboxes,
      response: { 200: MailboxPage },
      responses: csvInstead,
      errors: ['INVALID_CURSOR'],
    })
    .post(
      '/dmarc/mailboxes',
      ({ body, caller, once }) =>
        once(async (db) => {
          const row = await createMailbox(db, caller, body, deps)
          if (row.isEnabled) await enqueuePoll(db, row)
          return describe(db, row)
        }),
      {
        id: 'dmarc.createMailbox',
        summary: 'Read a mailbox for reports',
        description:
          'Reads the reports in a folder over IMAP: each message is stored first and moved or marked afterwards, and each report ' +
          'is counted once. Credentials are stored encrypted and never returned. Its host must be public unless the operator ' +
          'allows its network.',
        scope: 'dmarc',
        once: underLocks,
        location: '/v1/dmarc/mailboxes/{id}',
        body: CreateMailbox,
        response: { 201: MailboxDetail },
        errors: ['LIMIT_REACHED'],
      },
    )
    .get(
      '/dmarc/mailboxes/:id',
      async ({ caller, params }) => describe(store.read, await loadMailbox(store.read, caller, params.id)),
      {
        id: 'dmarc.getMailbox',
        summary: 'Get one mailbox',
        description: 'Returns the settings, the state with the remedy of a failure, and the last runs.',
        scope: 'dmarc',
        etag: 'revision',
        params: MailboxParams,
        response: { 200: MailboxDetail },
        errors: ['MAILBOX_NOT_FOUND'],
      },
    )
    .put(
      '/dmarc/mailboxes/:id',
      ({ body, caller, ifMatch, params, set }) =>
        store.tx(async (db) => {
          const row = await changeMailbox(db, caller, { id: params.id, body, ifMatch }, deps)
          set.headers.etag = etagOf(row.revision)
          return describe(db, row)
        }, underLocks),
      {
        id: 'dmarc.updateMailbox',
        summary: 'Update a mailbox',
        description: 'Changes the members in the body. A change of server or user name requires the credentials.',
        scope: 'dmarc',
        ifMatch: true,
        params: MailboxParams,
        body: UpdateMailbox,
        response: { 200: MailboxDetail },
        errors: ['MAILBOX_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/dmarc/mailboxes/:id',
      ({ caller, ifMatch, params }) => store.tx((db) => removeMailbox(db, caller, params.id, ifMatch), underLocks),
      {
        id: 'dmarc.deleteMailbox',
        summary: 'Delete a mailbox',
        description: 'Stops reading the mailbox and deletes its credentials. Its messages and their reports stay.',
        scope: 'dmarc',
        ifMatch: true,
        params: MailboxParams,
        response: { 204: MailboxDeleted },
        errors: ['MAILBOX_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .post(
      '/dmarc/mailboxes/:id/test',
      async ({ caller, params, request }) =>
        testMailbox(deps, await loadMailbox(store.read, caller, params.id), request.signal),
      {
        id: 'dmarc.testMailbox',
        summary: 'Test a mailbox',
        description: 'Signs in, opens the folder and counts the messages that were not read yet. Changes nothing.',
        scope: 'dmarc',
        params: MailboxParams,
        response: { 200: MailboxTest },
        errors: ['MAILBOX_NOT_FOUND'],
      },
    )
    .post(
      '/dmarc/mailboxes/:id/poll',
      ({ caller, params }) =>
        store.tx(async (db) => {
          const row = await loadMailbox(db, caller, params.id)
          if (row.isEnabled) await enqueuePoll(db, row)
          return describe(db, row)
        }, underLocks),
      {
        id: 'dmarc.pollMailbox',
        summary: 'Read a mailbox now',
        description: 'Starts a run in the background, unless one is running or the mailbox is disabled.',
        scope: 'dmarc',
        params: MailboxParams,
        response: { 200: MailboxDetail },
        errors: ['MAILBOX_NOT_FOUND'],
      },
    )
}
