import { type Http, workContext } from '../../../platform/http/index.ts'
import { etagOf } from '../../../platform/http/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  HtmlQuery,
  NoContent,
  RenderedTemplate,
  Template,
  TemplateParams,
  type TemplateType,
  renderTemplate,
  loadModules,
  loadTemplate,
  withLint,
} from '../template/index.ts'
import { compareVersions } from './compare.ts'
import {
  CompareQuery,
  CreateVersion,
  DuplicateVersion,
  ListVersions,
  RestoreVersion,
  RestoredVersion,
  UpdateVersion,
  Version,
  VersionComparison,
  VersionPage,
  VersionParams,
  VersionWithDocument,
} from './contract.ts'
import { duplicateVersion, restoreVersion } from './restore.ts'
import { createVersion, deleteVersion, getVersion, listVersions, loadVersion, updateVersion } from './versions.ts'

const notFound = ['TEMPLATE_NOT_FOUND', 'VERSION_NOT_FOUND'] as const
const notWritable = ['TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'LOCKED'] as const

export interface VersionDeps {
  http: Http
  store: Store
  cdnUrl: string
  workers: WorkerPool
}

/** The history of a template. */
export function versionRoutes({ http, store, cdnUrl, workers }: VersionDeps) {
  return http
    .surface('versions')
    .get('/templates/:id/versions', ({ caller, params, query }) => listVersions(store.read, caller, params.id, query), {
      id: 'versions.list',
      summary: 'List the versions of a template',
      description: 'The history, latest first: who saved it, when, and a summary of the changes.',
      scope: 'templates:read',
      params: TemplateParams,
      query: ListVersions,
      response: { 200: VersionPage },
      errors: ['TEMPLATE_NOT_FOUND', 'INVALID_CURSOR'],
    })
    .post(
      '/templates/:id/versions',
      ({ caller, params, body, once, set }) =>
        once(async (db) => {
          const version = await createVersion(db, caller, params.id, body)
          set.status = 201
          set.headers.location = `/v1/templates/${params.id}/versions/${version.id}`
          return version
        }),
      {
        id: 'versions.create',
        summary: 'Name the current version',
        description:
          'Saves the current state of the template under a label. Named versions are never deleted automatically.',
        scope: 'templates:write',
        once: underLocks,
        params: TemplateParams,
        body: CreateVersion,
        response: { 201: Version },
        errors: ['TEMPLATE_NOT_FOUND', ...notWritable],
      },
    )
    .get(
      '/templates/:id/versions/compare',
      ({ caller, params, query }) => compareVersions(store.read, caller, params.id, query),
      {
        id: 'versions.compare',
        summary: 'Compare two versions',
        description: 'Blocks added, removed and moved, and properties changed with what they were and are.',
        scope: 'templates:read',
        params: TemplateParams,
        query: CompareQuery,
        response: { 200: VersionComparison },
        errors: [...notFound],
      },
    )
    .get(
      '/templates/:id/versions/:versionId',
      ({ caller, params }) => getVersion(store.read, caller, params.id, params.versionId),
      {
        id: 'versions.get',
        summary: 'Get one version',
        description: 'The version with its document.',
        scope: 'templates:read',
        params: VersionParams,
        response: { 200: VersionWithDocument },
        errors: [...notFound],
      },
    )
    .put(
      '/templates/:id/versions/:versionId',
      ({ caller, params, body }) => store.tx((db) => updateVersion(db, caller, params, body), underLocks),
      {
        id: 'versions.update',
        summary: 'Label or pin a version',
        description: 'A label or a pin keeps a version permanently; `label: null` removes the label.',
        scope: 'templates:write',
        params: VersionParams,
        body: UpdateVersion,
        response: { 200: Version },
        errors: [...notFound, 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED'],
      },
    )
    .delete(
      '/templates/:id/versions/:versionId',
      async ({ caller, params, set }) => {
        await store.tx((db) => deleteVersion(db, caller, params), underLocks)
        set.status = 204
      },
      {
        id: 'versions.delete',
        summary: 'Delete a version',
        description: 'Forgets it. The current version and pinned ones stay.',
        scope: 'templates:write',
        params: VersionParams,
        response: { 204: NoContent },
        errors: [...notFound, 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'VERSION_PROTECTED'],
      },
    )
    .get(
      '/templates/:id/versions/:versionId/html',
      async ({ caller, params, query, request }) => {
        const { document } = await loadVersion(store.read, caller, params.id, params.versionId)
        const modules = await loadModules(store.read, caller.projectId, document)
        const bound = workers.forCaller(workContext(request))
        const view = await renderTemplate({ document, modules }, query, { cdnUrl, workers: bound })
        if (query.lint !== true) return view
        const { type } = await loadTemplate(store.read, caller, params.id)
        const options = { modules, type: type as TemplateType, locale: query.locale, cdnUrl }
        return withLint(view, document, options, bound)
      },
      {
        id: 'versions.getHtml',
        summary: 'Render a version',
        description:
          'The email as it was, with its plain text and a report. Modules that follow their latest version are as they are now.',
        scope: 'templates:read',
        params: VersionParams,
        query: HtmlQuery,
        response: { 200: RenderedTemplate },
        errors: [...notFound, 'RENDER_TOO_LARGE'],
      },
    )
    .post(
      '/templates/:id/versions/:versionId/restore',
      ({ caller, params, body, once, set }) =>
        once(async (db) => {
          const restored = await restoreVersion(db, caller, params, body)
          set.headers.etag = etagOf(restored.template.revision)
          return restored
        }),
      {
        id: 'versions.restore',
        summary: 'Restore a version',
        description: 'Restores the template to a version, entirely or for chosen blocks, as a new version.',
        scope: 'templates:write',
        once: underLocks,
        params: VersionParams,
        body: RestoreVersion,
        response: { 200: RestoredVersion },
        errors: [...notFound, ...notWritable, 'CONTENT_LOCKED', 'DOCUMENT_INVALID'],
      },
    )
    .post(
      '/templates/:id/versions/:versionId/duplicate',
      ({ caller, params, body, once, set }) =>
        once(async (db) => {
          const template = await duplicateVersion(db, caller, params, body)
          set.status = 201
          set.headers.location = `/v1/templates/${template.id}`
          set.headers.etag = etagOf(template.revision)
          return template
        }),
      {
        id: 'versions.duplicate',
        summary: 'Create a template from a version',
        description: 'A new template with the document of the version.',
        scope: 'templates:write',
        once: underLocks,
        params: VersionParams,
        body: DuplicateVersion,
        response: { 201: Template },
        errors: [...notFound, 'FOLDER_NOT_FOUND', 'PERMISSION_DENIED'],
      },
    )
}
