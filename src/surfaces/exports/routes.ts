import { fileBody } from '../../kernel/schema/index.ts'
import { type Http, readCreatedPage } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import {
  CreateExport,
  Deleted,
  DownloadQuery,
  Export,
  ExportPage,
  ExportParams,
  ExportTargets,
  ListExports,
} from './contract.ts'
import { download } from './download.ts'
import type { Exports } from './exports.ts'
import { exportTag } from './present.ts'
import { type FormatId, formatIds, formats } from './formats.ts'
import { targetRoutes } from './targets/routes.ts'

export interface ExportRouteDeps {
  http: Http
  exports: Exports
  store: Store
}

const isText = (id: FormatId) => id !== 'zip' && id !== 'pdf' && id !== 'png'

const schemaOf = (id: FormatId) => (id === 'json' ? {} : isText(id) ? { type: 'string' } : fileBody)

const fileContent: Record<string, { schema: object }> = Object.fromEntries(
  // Binary files first: openapi-python-client reads a body by the first type that it knows.
  formatIds
    .toSorted((a, b) => Number(isText(a)) - Number(isText(b)))
    .map((id) => [formats[id].mime, { schema: schemaOf(id) }]),
)

const creationErrors = [
  'TEMPLATE_NOT_FOUND',
  'DOCUMENT_INVALID',
  'DATA_INVALID',
  'AMP_INVALID',
  'DOCUMENT_TOO_LARGE',
  'RENDER_TOO_LARGE',
  'EXPORT_TOO_LARGE',
  'EXPORT_IMAGE_MISSING',
  'EXPORT_TARGET_UNKNOWN',
  'RELEASE_NOT_FOUND',
  'NOT_PUBLISHED',
  'EXPORT_NOT_EXPRESSIBLE',
  'DRAWING_TOO_COMPLEX',
  'NOT_CONFIGURED',
  'CHROMIUM_UNAVAILABLE',
] as const

/** Routes below `/export`. */
export function exportRoutes({ http, exports, store }: ExportRouteDeps) {
  return http
    .surface('export')
    .use(targetRoutes({ http, store }))
    .get('/export/formats', ({ caller }) => exports.formats(caller), {
      id: 'exports.listFormats',
      summary: 'List the formats',
      description:
        'Export targets, with the custom targets of the project last, and the features of the data language that each ' +
        'preserves.',
      scope: 'exports',
      response: { 200: ExportTargets },
    })
    .post(
      '/export',
      ({ caller, body, once, request, set }) =>
        exports.create(caller, body, {
          transact: (write) => once(async (db) => ordered(set, await write(db))),
          signal: request.signal,
        }),
      {
        id: 'exports.create',
        summary: 'Export templates, a document or HTML',
        description:
          'Exports immediately and returns links to the files, or responds with 202 for a background export. `Location` ' +
          'and `job_id` identify the job, which is completed if the export is. `GET /jobs/{id}/events` streams its events; `GET /export/{id}` returns the files ' +
          'when it is completed. `POST /jobs/{id}/cancel` cancels it. It ends with the event `export.completed` or `export.failed`. The links ' +
          'require no API key; `GET /export/{id}` returns new ones.',
        scope: 'exports',
        once: true,
        location: '/v1/jobs/{job_id}',
        body: CreateExport,
        response: { 200: Export, 202: Export },
        errors: [...creationErrors],
      },
    )
    .get('/export', ({ caller, query }) => listPage(exports, caller, query), {
      id: 'exports.list',
      summary: 'List exports',
      description:
        'Exports of the project that have not expired, newest first by default. Filters combine; a repeated one matches ' +
        'any of its values.',
      scope: 'exports',
      query: ListExports,
      response: { 200: ExportPage },
      errors: ['INVALID_CURSOR'],
    })
    .get('/export/:id', ({ caller, params }) => exports.get(caller, params.id), {
      id: 'exports.get',
      summary: 'Get one export',
      description: 'Status, warnings and files with links that are valid for 50 to 60 minutes.',
      scope: 'exports',
      etag: exportTag,
      params: ExportParams,
      response: { 200: Export },
      errors: ['EXPORT_NOT_FOUND'],
    })
    .get(
      '/export/:id/download',
      async ({ caller, params, query, request }) =>
        download(request.headers.get('accept'), await exports.open(caller, params.id, query.file)),
      {
        id: 'exports.download',
        summary: 'Download a file of an export',
        description:
          'Returns the file. A client that does not accept its type, such as one that accepts only `text/uri-list`, is ' +
          'redirected with 303 to the signed link.',
        scope: 'exports',
        params: ExportParams,
        query: DownloadQuery,
        responses: {
          200: { description: 'The file.', content: fileContent },
          303: { description: 'The signed link.' },
        },
        errors: ['EXPORT_NOT_FOUND', 'FILE_NOT_FOUND'],
      },
    )
    .delete('/export/:id', ({ caller, params, ifMatch }) => exports.remove(caller, params.id, ifMatch), {
      id: 'exports.cancel',
      summary: 'Cancel or delete an export',
      description:
        'Deletes a finished export with its files; its links stop working. Deprecated for a running export, which it ' +
        'cancels: use `POST /jobs/{id}/cancel`.',
      scope: 'exports',
      ifMatch: true,
      params: ExportParams,
      response: { 204: Deleted },
      errors: ['EXPORT_NOT_FOUND', 'PRECONDITION_FAILED'],
    })
}

// 202 for background exports; Location points to the job.
function ordered(set: { status?: number | string }, made: Export): Export {
  if (made.status === 'queued') set.status = 202
  return made
}

async function listPage(exports: Exports, caller: Caller, query: ListExports): Promise<ExportPage> {
  const { format: formats, status: statuses, target: targets, template_id: templateIds } = query
  const filter = { formats, statuses, targets, templateIds }
  const { items, page } = await readCreatedPage(query, {
    key: ['exports', caller.projectId, filter],
    kind: 'export',
    sort: '-created_at',
    read: (wanted) => exports.list(caller, wanted, filter),
  })
  return { data: items, page }
}
