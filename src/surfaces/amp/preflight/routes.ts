import { type Http, digestOf, readCreatedPage, workContext } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import { csvInstead, csvResponse } from '../../dmarc/index.ts'
import { documentErrors } from '../../templates/index.ts'
import { AmpPreflight, AmpPreflightPage, ListPreflights, PreflightParams, StartPreflight } from './contract.ts'
import type { PreflightDeps } from './deps.ts'
import { normalizeAddress } from './message.ts'
import { checkMessage, loadPreflight, openInlet } from './preflights.ts'
import { presentPreflight } from './present.ts'
import { messageOf, sourceOf } from './source.ts'
import { type PreflightRow, selectPreflights } from './store.ts'

export interface PreflightRouteDeps extends PreflightDeps {
  readonly http: Http
  readonly workers: WorkerPool
  readonly cdnUrl: string
}

const csvRows = 10_000
const csvColumns = [
  'id',
  'source',
  'status',
  'verdict',
  'from',
  'subject',
  'failed_checks',
  'created_at',
  'completed_at',
]

export function preflightRoutes(deps: PreflightRouteDeps) {
  const { cdnUrl, http, inboundDomain, store, workers } = deps
  const show = (row: PreflightRow): AmpPreflight => presentPreflight(row, { inboundDomain, nowMs: store.read.nowMs() })

  async function start(request: Request, caller: Caller, body: StartPreflight, source: 'eml' | 'parts' | 'template') {
    const work = workContext(request)
    const message = await messageOf({ db: store.read, workers: workers.forCaller(work), cdnUrl }, caller, body)
    return show(await checkMessage(deps, caller, { body, message, source, work }))
  }

  async function list(caller: Caller, query: ListPreflights): Promise<AmpPreflightPage> {
    const filter = {
      sources: query.source,
      verdict: query.verdict,
      from: query.from === undefined ? undefined : (normalizeAddress(query.from)?.address ?? ''),
    }
    if (query.format === 'csv') {
      const page = { limit: csvRows, descending: query.sort !== 'created_at' }
      const rows = await selectPreflights(store.read, caller.projectId, page, filter)
      return csvResponse('amp-preflights.csv', csvColumns, rows.map(show).map(lineOf)) as never
    }
    const { items, page } = await readCreatedPage(query, {
      key: ['amp preflights', caller.projectId, filter],
      kind: 'ampPreflight',
      sort: '-created_at',
      read: (wanted) => selectPreflights(store.read, caller.projectId, wanted, filter),
    })
    return { data: items.map(show), page }
  }

  return http
    .surface('amp')
    .post(
      '/amp/preflight',
      ({ body, caller, once, request }) => {
        const source = sourceOf(body)
        return source === 'received'
          ? once(async (db) => show(await openInlet(db, caller, { body, inboundDomain })))
          : start(request, caller, body, source)
      },
      {
        id: 'amp.preflight',
        summary: 'Check a message before its sender is registered for AMP',
        description:
          'Checks what Gmail, Yahoo Mail and Mail.ru require of a message with an AMP part: its structure, validity by the ' +
          'official AMP validator, the fallback, remains of production, one-click unsubscribing (RFC 8058), SPF, DKIM and ' +
          'DMARC, the records of the domain, and CORS of every URL that the AMP part requests. With `receive`, the response ' +
          'has an email address: send the real message of the production servers to it, then get the preflight.',
        scope: 'amp',
        once: underLocks,
        location: '/v1/amp/preflight/results/{id}',
        body: StartPreflight,
        response: { 201: AmpPreflight },
        errors: [
          'AMP_INLET_DISABLED',
          'LIMIT_REACHED',
          'PAYLOAD_TOO_LARGE',
          'TEMPLATE_NOT_FOUND',
          'RELEASE_NOT_FOUND',
          'NOT_PUBLISHED',
          ...documentErrors,
          'RENDER_TOO_LARGE',
        ],
      },
    )
    .get('/amp/preflight', ({ caller, query }) => list(caller, query), {
      id: 'amp.listPreflights',
      summary: 'List preflights',
      description: 'Preflights of the project, newest first by default; also as CSV.',
      scope: 'amp',
      query: ListPreflights,
      response: { 200: AmpPreflightPage },
      responses: csvInstead,
      errors: ['INVALID_CURSOR'],
    })
    .get(
      '/amp/preflight/results/:id',
      async ({ caller, params }) => show(await loadPreflight(store.read, caller, params.id)),
      {
        id: 'amp.getPreflight',
        summary: 'Get one preflight',
        description: 'The checks with their remedies, or the email address that waits for the message.',
        scope: 'amp',
        etag: digestOf,
        params: PreflightParams,
        response: { 200: AmpPreflight },
        errors: ['AMP_PREFLIGHT_NOT_FOUND'],
      },
    )
}

function lineOf({ checks, completed_at: at, created_at: from, ...rest }: AmpPreflight) {
  const failures = checks.filter(({ state }) => state === 'fail').map(({ id }) => id)
  return [rest.id, rest.source, rest.status, rest.verdict, rest.from, rest.subject, failures.join(' '), from, at]
}
