import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { writeCell } from '../../deliverability/csv/index.ts'
import { type Http, idAfter, readPage } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { ListRequests, type LoggedRequest, LoggedRequestPage, RequestQuery } from './contract.ts'
import type { RequestLog } from './log.ts'
import { type KeyedRequest, type RequestFilter, selectRequests } from './store.ts'

export interface RequestLogDeps {
  http: Http
  store: Store
  requests: Pick<RequestLog, 'flush'>
}

/** Routes below `/v1/console/requests`, for the section Developers of the console. Only the console calls them. */
export function requestLogRoutes({ http, requests, store }: RequestLogDeps) {
  return http
    .surface('console', { crossOrigin: false })
    .get('/console/requests', ({ caller, query }) => listPage(caller, query), {
      id: 'console.listRequests',
      summary: 'List the last requests of the API keys of a project',
      hidden: true,
      scope: 'admin',
      query: ListRequests,
      response: { 200: LoggedRequestPage },
      errors: ['INVALID_CURSOR'],
    })
    .get('/console/requests.csv', ({ caller, query }) => download(caller, query), {
      id: 'console.exportRequests',
      summary: 'Download the last requests of the API keys of a project as CSV',
      hidden: true,
      scope: 'admin',
      query: RequestQuery,
      responses: { 200: { description: 'The log.', content: { 'text/csv': { schema: { type: 'string' } } } } },
    })

  async function listPage(caller: Caller, query: ListRequests): Promise<LoggedRequestPage> {
    await prepare(caller)
    const { cursor: _, limit: __, ...filters } = query
    const { items, page } = await readPage(query, {
      key: JSON.stringify(['requests', caller.projectId, filters]),
      read: ({ after, limit }) =>
        selectRequests(store.read, caller.projectId, filterOf(filters), { after: idAfter(after), limit }),
      positionOf: ({ request }) => [request.id],
    })
    return { data: items.map(present), page }
  }

  async function download(caller: Caller, query: RequestQuery): Promise<Response> {
    await prepare(caller)
    const page = { limit: limits.requestLogRows * 2 }
    const rows = (await selectRequests(store.read, caller.projectId, filterOf(query), page)).map(present)
    const lines = rows.map(({ key, ...row }) => {
      const cells = { ...row, key_id: key.id, key_name: key.name, key_prefix: key.prefix }
      return columns.map((name) => writeCell(cells[name])).join(',')
    })
    return new Response([columns.join(','), ...lines, ''].join('\r\n'), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="requests.csv"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  }

  /** Writes what this process has recorded, so that the request of a moment ago is in the list. */
  async function prepare({ actor }: Caller): Promise<void> {
    if (actor.kind !== 'user') fail('FORBIDDEN', 'Only a person who is signed in to the console may do this.')
    await requests.flush()
  }
}

const columns = [
  'at',
  'method',
  'operation',
  'status',
  'duration_ms',
  'request_id',
  'key_id',
  'key_name',
  'key_prefix',
  'code',
  'field',
] as const

function filterOf({ key_id: keyId, operation, request_id: requestId, status }: RequestQuery): RequestFilter {
  return { keyId, operation, requestId, statusClass: status === undefined ? undefined : Number(status[0]) }
}

function present({ key, request }: KeyedRequest): LoggedRequest {
  const { at, code, durationUs, field, id, keyId, method, operation, requestId, status } = request
  return {
    id,
    at: new Date(at).toISOString(),
    method,
    operation,
    status,
    duration_ms: durationUs / 1000,
    request_id: requestId,
    key: { id: keyId, name: key?.name ?? null, prefix: key?.prefix ?? null },
    code,
    field,
  }
}
