import { type Http, etagOf, readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, underLocks } from '../../../platform/storage/index.ts'
import { csvInstead, csvResponse } from '../../dmarc/index.ts'
import type { CheckDeps } from '../preflight/index.ts'
import { providers, registrationForm, reviewedOn } from '../providers/index.ts'
import { checkSenderRecords } from './check-sender.ts'
import {
  AmpProviders,
  AmpSenderDetail,
  AmpSenderPage,
  ListSenders,
  RecordEvent,
  RegisterSender,
  SenderParams,
  SenderRemoved,
  UpdateSender,
} from './contract.ts'
import { presentSender } from './present.ts'
import { changeSender, describeSender, loadSender, recordEvent, registerSender, removeSender } from './senders.ts'
import { type SenderRow, selectRegistrations, selectSenders } from './store.ts'

export interface SenderRouteDeps extends CheckDeps {
  readonly http: Http
}

const csvRows = 10_000
const csvColumns = [
  'id',
  'address',
  'provider',
  'state',
  'reference',
  'reason',
  'submitted_at',
  'approved_at',
  'changed_at',
]

export function senderRoutes(deps: SenderRouteDeps) {
  const { http, store } = deps

  async function list(caller: Caller, query: ListSenders): Promise<AmpSenderPage> {
    const filter = { part: query.q?.toLowerCase(), provider: query.provider, states: query.state }
    const show = async (found: readonly SenderRow[]) => {
      const registrations = await selectRegistrations(
        store.read,
        found.map(({ id }) => id),
      )
      return found.map((row) => presentSender(row, registrations, store.read.nowMs()))
    }
    if (query.format === 'csv') {
      const page = { limit: csvRows, descending: query.sort === '-created_at' }
      const senders = await show(await selectSenders(store.read, caller.projectId, page, filter))
      const lines = senders.flatMap(({ address, id, registrations }) =>
        registrations.map((each) => [
          id,
          address,
          each.provider,
          each.state,
          each.reference,
          each.reason,
          each.submitted_at,
          each.approved_at,
          each.changed_at,
        ]),
      )
      return csvResponse('amp-senders.csv', csvColumns, lines) as never
    }
    const { items, page } = await readCreatedPage(query, {
      key: ['amp senders', caller.projectId, filter],
      kind: 'ampSender',
      sort: 'created_at',
      read: (wanted) => selectSenders(store.read, caller.projectId, wanted, filter),
    })
    return { data: await show(items), page }
  }

  async function shown(set: { headers: Record<string, string | number | undefined> }, db: Db, row: SenderRow) {
    set.headers['etag'] = etagOf(row.revision)
    return describeSender(db, row)
  }

  return http
    .surface('amp')
    .get('/amp/providers', () => listProviders(), {
      id: 'amp.listProviders',
      summary: 'List the providers with AMP',
      description:
        'Mail clients that show AMP parts, what they require of senders and where senders register, with the sources and ' +
        'the day of the last review.',
      scope: 'amp',
      response: { 200: AmpProviders },
    })
    .get('/amp', ({ caller, query }) => list(caller, query), {
      id: 'amp.listSenders',
      summary: 'List senders for AMP',
      description: 'Senders of the project with their registrations, oldest first by default; also as CSV.',
      scope: 'amp',
      query: ListSenders,
      response: { 200: AmpSenderPage },
      responses: csvInstead,
      errors: ['INVALID_CURSOR'],
    })
    .post(
      '/amp',
      ({ body, caller, once }) => once(async (db) => describeSender(db, await registerSender(db, caller, body))),
      {
        id: 'amp.registerSender',
        summary: 'Register a sender for AMP',
        description:
          'Begins a registration of a sender email address at each provider. Providers have no API for it: the response ' +
          'contains the email address for the example, the form, and its answers; record what was sent and decided with ' +
          '`POST /amp/{id}/events`. A preflight of a whole message from the address makes the registration ready.',
        scope: 'amp',
        once: underLocks,
        location: '/v1/amp/{id}',
        body: RegisterSender,
        response: { 201: AmpSenderDetail },
        errors: ['AMP_SENDER_EXISTS', 'LIMIT_REACHED'],
      },
    )
    .get(
      '/amp/:id',
      async ({ caller, params }) => describeSender(store.read, await loadSender(store.read, caller, params.id)),
      {
        id: 'amp.getSender',
        summary: 'Get one sender for AMP',
        description: 'The registrations with their states, history and answers for the forms, and the last checks.',
        scope: 'amp',
        etag: 'revision',
        params: SenderParams,
        response: { 200: AmpSenderDetail },
        errors: ['AMP_SENDER_NOT_FOUND'],
      },
    )
    .put(
      '/amp/:id',
      ({ body, caller, ifMatch, params, set }) =>
        store.tx(
          async (db) => shown(set, db, await changeSender(db, caller, { id: params.id, body, ifMatch })),
          underLocks,
        ),
      {
        id: 'amp.updateSender',
        summary: 'Update a sender for AMP',
        description: 'Changes the members in the body, and begins registrations at further providers.',
        scope: 'amp',
        ifMatch: true,
        params: SenderParams,
        body: UpdateSender,
        response: { 200: AmpSenderDetail },
        errors: ['AMP_SENDER_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/amp/:id',
      ({ caller, ifMatch, params }) => store.tx((db) => removeSender(db, caller, params.id, ifMatch), underLocks),
      {
        id: 'amp.removeSender',
        summary: 'Remove a sender for AMP',
        description: 'Removes the sender with its registrations and history. Registrations at providers stay.',
        scope: 'amp',
        ifMatch: true,
        params: SenderParams,
        response: { 204: SenderRemoved },
        errors: ['AMP_SENDER_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .post(
      '/amp/:id/check',
      async ({ caller, params, set }) => {
        const row = await loadSender(store.read, caller, params.id)
        const checked = await checkSenderRecords(deps, row)
        return shown(set, store.read, checked ?? (await loadSender(store.read, caller, params.id)))
      },
      {
        id: 'amp.checkSelectors',
        summary: 'Check what the domain of a sender publishes',
        description:
          'Queries SPF, the keys of the DKIM selectors, and DMARC. An approved registration whose domain fails is `drifted` ' +
          'until a check passes again. This also happens weekly.',
        scope: 'amp',
        params: SenderParams,
        response: { 200: AmpSenderDetail },
        errors: ['AMP_SENDER_NOT_FOUND'],
      },
    )
    .post(
      '/amp/:id/events',
      ({ body, caller, once, params }) =>
        once(async (db) => describeSender(db, await recordEvent(db, caller, params.id, body))),
      {
        id: 'amp.recordEvent',
        summary: 'Record an event of a registration',
        description:
          'Records what was sent to a provider or what it decided, and moves the registration to its next state. Each ' +
          'registration lists its `allowed_events`.',
        scope: 'amp',
        once: underLocks,
        params: SenderParams,
        body: RecordEvent,
        response: { 200: AmpSenderDetail },
        errors: ['AMP_SENDER_NOT_FOUND', 'AMP_EVENT_INVALID'],
      },
    )
}

function listProviders(): AmpProviders {
  return {
    data: providers.map((each) => ({
      id: each.id,
      name: each.name,
      registers: each.registers,
      example_to: each.exampleTo,
      form_url: each.hasForm ? registrationForm.url : null,
      response_days: each.responseDays,
      requirements: [...each.requirements],
      sources: [...each.sources],
      reviewed_on: reviewedOn,
    })),
  }
}
