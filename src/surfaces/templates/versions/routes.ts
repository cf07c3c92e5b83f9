import { type Http, digestOf, etagOf, workContext } from '../../../platform/http/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  HtmlQuery,
  NoContent,
  RenderedTemplate,
  type SignImageUrls,
  Template,
  TemplateParams,
  type ThumbnailLinks,
  templateTag,
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
import { renderVersion } from './render.ts'
import { createVersion, deleteVersion, getVersion, listVersions, versionTag, updateVersion } from './versions.ts'

const notFound = ['TEMPLATE_NOT_FOUND', 'VERSION_NOT_FOUND'] as const
const notWritable = ['TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'LOCKED'] as const

export interface VersionDeps {
  links: ThumbnailLinks
  http: Http
  store: Store
  cdnUrl: string
  workers: WorkerPool
  signImages?: SignImageUrls | undefined
}

export function versionRoutes({ http, store, cdnUrl, workers, links, signImages }: VersionDeps) {
  return http
    .surface('versions')
    .get('/templates/:id/versions', ({ caller, params, query }) => listVersions(store.read, caller, params.id, query), {
      id: 'versions.list',
      summary: 'List the versions of a template',
      description: 'Versions, latest first: author, time and a summary of the changes.',
      scope: 'templates:read',
      params: TemplateParams,
      query: ListVersions,
      response: { 200: VersionPage },
      errors: ['TEMPLATE_NOT_FOUND', 'INVALID_CURSOR'],
    })
    .post(
      '/templates/:id/versions',
      ({ caller, params, body, once }) => once((db) => createVersion(db, caller, params.id, body)),
      {
        id: 'versions.create',
        summary: 'Name the current version',
        description:
          'Saves the current state of the template under a label. Labeled versions are never deleted automatically.',
        scope: 'templates:write',
        once: underLocks,
        location: '/v1/templates/:id/versions/{id}',
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
        description: 'Added, removed and moved blocks, and changed properties with their old and new values.',
        scope: 'templates:read',
        params: TemplateParams,
        query: CompareQuery,
        response: { 200: VersionComparison },
        errors: [...notFound],
      },
    )
    .get(
      '/templates/:id/versions/:versionId',
      async ({ caller, params, set }) => tagged(set, await getVersion(store.read, caller, params.id, params.versionId)),
      {
        id: 'versions.get',
        summary: 'Get one version',
        description:
          'The version with its document. The ETag depends on the label and the pin: the content never changes.',
        scope: 'templates:read',
        params: VersionParams,
        etag: true,
        response: { 200: VersionWithDocument },
        errors: [...notFound],
      },
    )
    .put(
      '/templates/:id/versions/:versionId',
      async ({ caller, params, body, ifMatch, set }) =>
        tagged(set, await store.tx((db) => updateVersion(db, caller, { ...params, ifMatch }, body), underLocks)),
      {
        id: 'versions.update',
        summary: 'Label or pin a version',
        description: 'A label or a pin keeps a version permanently; `label: null` removes the label.',
        scope: 'templates:write',
        ifMatch: true,
        params: VersionParams,
        body: UpdateVersion,
        response: { 200: Version },
        errors: [...notFound, 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/templates/:id/versions/:versionId',
      ({ caller, params, ifMatch }) => store.tx((db) => deleteVersion(db, caller, { ...params, ifMatch }), underLocks),
      {
        id: 'versions.delete',
        summary: 'Delete a version',
        description: 'Deletes a version permanently. The current version and pinned versions cannot be deleted.',
        scope: 'templates:write',
        ifMatch: true,
        params: VersionParams,
        response: { 204: NoContent },
        errors: [...notFound, 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'VERSION_PROTECTED', 'PRECONDITION_FAILED'],
      },
    )
    .get(
      '/templates/:id/versions/:versionId/html',
      ({ caller, params, query, request }) =>
        renderVersion(
          { store, cdnUrl, workers: workers.forCaller(workContext(request)), signImages },
          caller,
          params,
          query,
        ),
      {
        id: 'versions.getHtml',
        summary: 'Render a version',
        description:
          'The email of the version with its plain text and a report. Modules that follow their latest version are ' +
          'rendered in their current version.',
        scope: 'templates:read',
        etag: digestOf,
        params: VersionParams,
        query: HtmlQuery,
        response: { 200: RenderedTemplate },
        errors: [...notFound, 'RENDER_TOO_LARGE'],
      },
    )
    .post(
      '/templates/:id/versions/:versionId/restore',
      async ({ caller, params, body, once }) => {
        const { template, ...rest } = await once((db) => restoreVersion(db, caller, params, body))
        return { template: links.sign(template), ...rest }
      },
      {
        id: 'versions.restore',
        summary: 'Restore a version',
        description: 'Restores the whole template or chosen blocks to a version, as a new version.',
        scope: 'templates:write',
        once: underLocks,
        etag: ({ template }: RestoredVersion) => templateTag(template),
        params: VersionParams,
        body: RestoreVersion,
        response: { 200: RestoredVersion },
        errors: [...notFound, ...notWritable, 'CONTENT_LOCKED', 'DOCUMENT_INVALID'],
      },
    )
    .post(
      '/templates/:id/versions/:versionId/duplicate',
      async ({ caller, params, body, once }) =>
        links.sign(await once((db) => duplicateVersion(db, caller, params, body))),
      {
        id: 'versions.duplicate',
        summary: 'Create a template from a version',
        description: 'Creates a template with the document of the version.',
        scope: 'templates:write',
        once: underLocks,
        location: '/v1/templates/{id}',
        etag: templateTag,
        params: VersionParams,
        body: DuplicateVersion,
        response: { 201: Template },
        errors: [...notFound, 'FOLDER_NOT_FOUND', 'PERMISSION_DENIED'],
      },
    )
}

function tagged<V extends Version>(set: { headers: Record<string, string | number> }, version: V): V {
  set.headers.etag = etagOf(versionTag(version))
  return version
}
