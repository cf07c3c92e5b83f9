import type { Http } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { Template, TemplateParams, type ThumbnailLinks, templateTag } from '../template/index.ts'
import {
  CompareReleases,
  ListReleases,
  PublishTemplate,
  PublishedTemplate,
  Release,
  ReleaseComparison,
  ReleasePage,
  ReleaseParams,
  ReleaseWithDocument,
  RollBackTemplate,
} from './contract.ts'
import {
  cancelRelease,
  compareReleases,
  getRelease,
  listReleases,
  publish,
  rollBackTemplate,
  unpublishTemplate,
  releaseTag,
} from './releases.ts'

const publishErrors = ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'PRECONDITION_FAILED'] as const

const publishedTag = ({ template }: PublishedTemplate) => templateTag(template)

/** Publishing a template, and its releases. */
export function releaseRoutes({ http, store, links }: { http: Http; store: Store; links: ThumbnailLinks }) {
  const signed = ({ template, release }: Awaited<ReturnType<typeof publish>>): PublishedTemplate => ({
    template: links.sign(template),
    release,
  })
  return http
    .surface('releases')
    .post(
      '/templates/:id/publish',
      async ({ caller, params: { id }, body, ifMatch, once }) =>
        signed(await once((db) => publish(db, caller, { id, body, ifMatch }))),
      {
        id: 'releases.publish',
        summary: 'Publish a template',
        description:
          'Makes a release of the draft with the modules that it shows. From then on callers of the published version get ' +
          'this release, whatever is saved. With `publish_at` the release is made now and published at that time. In a project ' +
          'that requires approval, exactly this content must have been approved.',
        scope: 'templates:write',
        once: underLocks,
        ifMatch: true,
        etag: publishedTag,
        params: TemplateParams,
        body: PublishTemplate,
        response: { 200: PublishedTemplate },
        errors: [...publishErrors, 'LOCKED', 'APPROVAL_REQUIRED'],
      },
    )
    .post(
      '/templates/:id/unpublish',
      async ({ caller, params: { id }, ifMatch, once }) =>
        links.sign(await once((db) => unpublishTemplate(db, caller, { id, ifMatch }))),
      {
        id: 'releases.unpublish',
        summary: 'Unpublish a template',
        description:
          'Nothing is published any more where the project publishes by hand; in other projects every save is live again. ' +
          'Cancels a scheduled release. Releases stay and can be requested by number.',
        scope: 'templates:write',
        once: underLocks,
        ifMatch: true,
        etag: templateTag,
        params: TemplateParams,
        response: { 200: Template },
        errors: [...publishErrors],
      },
    )
    .post(
      '/templates/:id/rollback',
      async ({ caller, params: { id }, body, ifMatch, once }) =>
        signed(await once((db) => rollBackTemplate(db, caller, { id, body, ifMatch }))),
      {
        id: 'releases.rollback',
        summary: 'Roll back to an earlier release',
        description: 'Publishes the content of an earlier release again, as a new release. The draft stays as it is.',
        scope: 'templates:write',
        once: underLocks,
        ifMatch: true,
        etag: publishedTag,
        params: TemplateParams,
        body: RollBackTemplate,
        response: { 200: PublishedTemplate },
        errors: [...publishErrors, 'RELEASE_NOT_FOUND'],
      },
    )
    .get('/templates/:id/releases', ({ caller, params, query }) => listReleases(store.read, caller, params.id, query), {
      id: 'releases.list',
      summary: 'List the releases of a template',
      description: 'The latest first, scheduled and cancelled ones included.',
      scope: 'templates:read',
      params: TemplateParams,
      query: ListReleases,
      response: { 200: ReleasePage },
      errors: ['TEMPLATE_NOT_FOUND', 'INVALID_CURSOR'],
    })
    .get(
      '/templates/:id/releases/compare',
      ({ caller, params, query }) => compareReleases(store.read, caller, params.id, query),
      {
        id: 'releases.compare',
        summary: 'Compare releases and the draft',
        description:
          'Blocks added, removed and moved, and properties changed: from what is published to the draft by default.',
        scope: 'templates:read',
        params: TemplateParams,
        query: CompareReleases,
        response: { 200: ReleaseComparison },
        errors: ['TEMPLATE_NOT_FOUND', 'RELEASE_NOT_FOUND', 'NOT_PUBLISHED'],
      },
    )
    .get(
      '/templates/:id/releases/:number',
      ({ caller, params }) => getRelease(store.read, caller, params.id, params.number),
      {
        id: 'releases.get',
        summary: 'Get one release',
        description: 'The release with its document.',
        scope: 'templates:read',
        etag: releaseTag,
        params: ReleaseParams,
        response: { 200: ReleaseWithDocument },
        errors: ['TEMPLATE_NOT_FOUND', 'RELEASE_NOT_FOUND'],
      },
    )
    .delete(
      '/templates/:id/releases/:number',
      ({ caller, params, ifMatch }) => store.tx((db) => cancelRelease(db, caller, { ...params, ifMatch }), underLocks),
      {
        id: 'releases.cancel',
        summary: 'Cancel a scheduled release',
        description: 'The release stays in the list as cancelled. One that was published is immutable.',
        scope: 'templates:write',
        ifMatch: true,
        etag: releaseTag,
        params: ReleaseParams,
        response: { 200: Release },
        errors: [
          'TEMPLATE_NOT_FOUND',
          'TEMPLATE_READ_ONLY',
          'PERMISSION_DENIED',
          'RELEASE_NOT_FOUND',
          'RELEASE_NOT_SCHEDULED',
          'PRECONDITION_FAILED',
        ],
      },
    )
}
