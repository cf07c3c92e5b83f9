import { type Http, digestOf, etagOf, revisionTag, workContext } from '../../../platform/http/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { listReleases, loadRelease, releaseTag, renderTemplate } from '../../templates/index.ts'
import type { Admission } from '../admission.ts'
import { emptyList, requireTemplate, templateOf } from '../content/email.ts'
import { EditorPublication } from '../publication/contract.ts'
import { presentRelease, readPublication } from '../publication/publication.ts'
import {
  EditorReleaseHtml,
  EditorReleaseList,
  EditorReleaseParams,
  ListEditorReleases,
  PublishEmail,
  PublishedEmail,
  RollBackEmail,
  UnpublishedEmail,
} from './contract.ts'
import { cancelSchedule, publishEmail, rollBackEmail, unpublishEmail } from './publishing.ts'

export interface ReleaseRouteDeps {
  http: Http
  admission: Admission
  store: Store
  workers: WorkerPool
  cdnUrl: string
}

const publishErrors = ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED'] as const

/** Routes to publish the email of a session, and its releases. */
export function editorReleaseRoutes({ http, admission, store, workers, cdnUrl }: ReleaseRouteDeps) {
  const { sessionOf } = admission
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .get(
      '/plugin/publication',
      async ({ caller, request }) =>
        readPublication(store.read, caller, await templateOf(store.read, caller, sessionOf(request))),
      {
        id: 'plugin.getPublication',
        summary: 'Get what is published',
        description:
          'The live release, the schedule, whether the draft was changed since, and whether the user may publish.',
        admit: admission.editor,
        etag: digestOf,
        response: { 200: EditorPublication },
        errors: ['TEMPLATE_NOT_FOUND'],
      },
    )
    .post(
      '/plugin/publish',
      ({ caller, body, once, request }) => {
        const session = sessionOf(request)
        return once((db) => publishEmail(db, caller, session, body), { resource: session.emailId })
      },
      {
        id: 'plugin.publish',
        summary: 'Publish the email',
        description:
          'Makes a release of the draft, which is live from then on, whatever is saved. With `publishAt` the release is ' +
          'made now and published at that time. With `baseRevision` it fails if the draft has another revision. In ' +
          'a project that requires approval, exactly this content must have been approved.',
        admit: admission.session,
        once: underLocks,
        body: PublishEmail,
        response: { 200: PublishedEmail },
        errors: [...publishErrors, 'REVISION_CONFLICT', 'LOCKED', 'APPROVAL_REQUIRED'],
      },
    )
    .post(
      '/plugin/unpublish',
      ({ caller, once, request }) => {
        const session = sessionOf(request)
        return once((db) => unpublishEmail(db, caller, session), { resource: session.emailId })
      },
      {
        id: 'plugin.unpublish',
        summary: 'Unpublish the email',
        description:
          'Nothing is published any more where the project publishes by hand; in other projects every save is live again. ' +
          'Cancels a scheduled release. Releases stay.',
        admit: admission.session,
        once: underLocks,
        response: { 200: UnpublishedEmail },
        errors: [...publishErrors],
      },
    )
    .post(
      '/plugin/rollback',
      ({ caller, body, once, request }) => {
        const session = sessionOf(request)
        return once((db) => rollBackEmail(db, caller, session, body), { resource: session.emailId })
      },
      {
        id: 'plugin.rollback',
        summary: 'Roll back to an earlier release',
        description: 'Publishes the content of an earlier release again, as a new release. The draft stays as it is.',
        admit: admission.session,
        once: underLocks,
        body: RollBackEmail,
        response: { 200: PublishedEmail },
        errors: [...publishErrors, 'RELEASE_NOT_FOUND'],
      },
    )
    .get(
      '/plugin/releases',
      async ({ caller, query, request }) => {
        const id = await templateOf(store.read, caller, sessionOf(request))
        if (id === undefined) return emptyList(query)
        const { data, page } = await listReleases(store.read, caller, id, query)
        return { data: data.map(presentRelease), nextCursor: page.next_cursor }
      },
      {
        id: 'plugin.listReleases',
        summary: 'List the releases',
        description: 'Latest first, scheduled and cancelled ones included; empty until the first release.',
        admit: admission.editor,
        query: ListEditorReleases,
        response: { 200: EditorReleaseList },
        errors: ['TEMPLATE_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .get(
      '/plugin/releases/:number',
      async ({ caller, params, request, set }) => {
        const id = await requireTemplate(store.read, caller, sessionOf(request))
        const { release, document, modules } = await loadRelease(store.read, caller, id, params.number)
        const view = { mode: 'editor', data: 'sample', amp: 'never' } as const
        const { html } = await renderTemplate({ document, modules }, view, {
          cdnUrl,
          workers: workers.forCaller(workContext(request)),
        })
        const shown = { release: presentRelease(release), html, document }
        set.headers.etag = etagOf(revisionTag(releaseTag(release), shown))
        return shown
      },
      {
        id: 'plugin.getReleaseHtml',
        summary: 'Show a release',
        description:
          'The email of a release, rendered with sample values, and its document for comparison with the current one.',
        admit: admission.editor,
        etag: true,
        params: EditorReleaseParams,
        response: { 200: EditorReleaseHtml },
        errors: ['TEMPLATE_NOT_FOUND', 'RELEASE_NOT_FOUND', 'RENDER_TOO_LARGE'],
      },
    )
    .delete(
      '/plugin/releases/:number',
      async ({ caller, ifMatch, params: { number }, request, set }) => {
        const { email, revision } = await store.tx(
          (db) => cancelSchedule(db, caller, sessionOf(request), { number, ifMatch }),
          underLocks,
        )
        set.headers.etag = etagOf(revision)
        return email
      },
      {
        id: 'plugin.cancelRelease',
        summary: 'Cancel a scheduled release',
        description: 'The release stays in the list as cancelled. The ETag is that of the release.',
        admit: admission.session,
        ifMatch: true,
        params: EditorReleaseParams,
        response: { 200: UnpublishedEmail },
        errors: [...publishErrors, 'RELEASE_NOT_FOUND', 'RELEASE_NOT_SCHEDULED', 'PRECONDITION_FAILED'],
      },
    )
}
