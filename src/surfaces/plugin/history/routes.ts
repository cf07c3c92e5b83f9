import { type Http, etagOf, revisionTag, workContext } from '../../../platform/http/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  renderTemplate,
  listVersions,
  loadModules,
  loadVersion,
  restoreVersion,
  updateVersion,
  versionTag,
} from '../../templates/index.ts'
import type { Admission } from '../admission.ts'
import { readEdited } from '../content/content.ts'
import { EditedDocument } from '../content/contract.ts'
import { emptyList, requireTemplate, templateOf } from '../content/email.ts'
import {
  EditorVersion,
  EditorVersionHtml,
  EditorVersionList,
  EditorVersionParams,
  ListEditorVersions,
  NameEditorVersion,
} from './contract.ts'
import { presentVersion } from './present.ts'

export interface HistoryRouteDeps {
  http: Http
  admission: Admission
  store: Store
  workers: WorkerPool
  cdnUrl: string
}

const notFound = ['TEMPLATE_NOT_FOUND', 'VERSION_NOT_FOUND'] as const

/** Routes of the version sidebar. */
export function historyRoutes({ http, admission, store, workers, cdnUrl }: HistoryRouteDeps) {
  const { sessionOf } = admission
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .get(
      '/plugin/versions',
      async ({ caller, query, request }) => {
        const templateId = await templateOf(store.read, caller, sessionOf(request))
        if (templateId === undefined) return emptyList(query)
        const { data, page } = await listVersions(store.read, caller, templateId, query)
        return { data: data.map(presentVersion), nextCursor: page.next_cursor }
      },
      {
        id: 'plugin.listVersions',
        summary: 'List the versions',
        description: 'Latest first; empty until the first save.',
        admit: admission.editor,
        query: ListEditorVersions,
        response: { 200: EditorVersionList },
        errors: ['TEMPLATE_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .get(
      '/plugin/versions/:versionId',
      async ({ caller, params, request, set }) => {
        const templateId = await requireTemplate(store.read, caller, sessionOf(request))
        const { row, document } = await loadVersion(store.read, caller, templateId, params.versionId)
        const modules = await loadModules(store.read, caller.projectId, document)
        const view = { mode: 'editor', data: 'sample', amp: 'never' } as const
        const { html } = await renderTemplate({ document, modules }, view, {
          cdnUrl,
          workers: workers.forCaller(workContext(request)),
        })
        set.headers.etag = etagOf(revisionTag(versionTag(row), { html, document }))
        return { html, document }
      },
      {
        id: 'plugin.getVersionHtml',
        summary: 'Show a version',
        description:
          'The email of a version, rendered with sample values, and its document for comparison with the current one.',
        admit: admission.editor,
        etag: true,
        params: EditorVersionParams,
        response: { 200: EditorVersionHtml },
        errors: [...notFound, 'RENDER_TOO_LARGE'],
      },
    )
    .put(
      '/plugin/versions/:versionId',
      ({ caller, params, body, ifMatch, request, set }) =>
        store.tx(async (db) => {
          const id = await requireTemplate(db, caller, sessionOf(request))
          const version = await updateVersion(db, caller, { id, versionId: params.versionId, ifMatch }, body)
          set.headers.etag = etagOf(versionTag(version))
          return presentVersion(version)
        }, underLocks),
      {
        id: 'plugin.nameVersion',
        summary: 'Name a version',
        description: 'Labels a version and keeps it permanently.',
        admit: admission.editor,
        ifMatch: true,
        params: EditorVersionParams,
        body: NameEditorVersion,
        response: { 200: EditorVersion },
        errors: [...notFound, 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'PRECONDITION_FAILED'],
      },
    )
    .post(
      '/plugin/versions/:versionId/restore',
      async ({ caller, params, once, request }) => {
        const session = sessionOf(request)
        await once(
          async (db) => {
            const id = await requireTemplate(db, caller, session)
            await restoreVersion(db, caller, { id, versionId: params.versionId }, {})
          },
          { resource: session.emailId },
        )
        return readEdited({ store, workers, cdnUrl }, { caller, session, work: workContext(request) })
      },
      {
        id: 'plugin.restoreVersion',
        summary: 'Restore a version',
        description: 'Restores the email to a version. Creates a new version and returns it.',
        admit: admission.editor,
        once: underLocks,
        params: EditorVersionParams,
        response: { 200: EditedDocument },
        errors: [
          ...notFound,
          'TEMPLATE_READ_ONLY',
          'PERMISSION_DENIED',
          'LOCKED',
          'CONTENT_LOCKED',
          'DOCUMENT_INVALID',
        ],
      },
    )
}
