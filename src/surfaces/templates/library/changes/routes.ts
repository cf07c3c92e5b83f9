import { type Http, workContext } from '../../../../platform/http/index.ts'
import { underLocks } from '../../../../platform/storage/index.ts'
import {
  NoContent,
  Template,
  TemplateParams,
  editErrors,
  importErrors,
  type ThumbnailLinks,
  templateTag,
} from '../../template/index.ts'
import { create, duplicate, remove, restore, update } from './changes.ts'
import { type ContentDeps, changedContent, newContent, reportOf } from './content.ts'
import { CreateTemplate, DeleteQuery, DuplicateTemplate, SavedTemplate, UpdateTemplate } from './contract.ts'

interface ChangeDeps extends ContentDeps {
  http: Http
  links: ThumbnailLinks
}

/** Routes that change one template. Documents are read before a transaction opens. */
export function changeRoutes({ http, links, ...deps }: ChangeDeps) {
  const { store } = deps
  return http
    .surface('templates')
    .post(
      '/templates',
      async ({ caller, body, once, request }) => {
        const content = await newContent(deps, { caller, work: workContext(request) }, body)
        return links.sign(
          await once(async (db) => ({ ...(await create(db, caller, body, content)), ...reportOf(content) })),
        )
      },
      {
        id: 'templates.create',
        summary: 'Create a template',
        description:
          'Creates a template from a document, from HTML, MJML or the design of another editor, or without content. ' +
          'Location contains its URL.',
        scope: 'templates:write',
        once: underLocks,
        location: '/v1/templates/{id}',
        etag: templateTag,
        body: CreateTemplate,
        response: { 201: SavedTemplate },
        errors: ['EXTERNAL_ID_TAKEN', 'FOLDER_NOT_FOUND', 'PERMISSION_DENIED', ...importErrors],
      },
    )
    .put(
      '/templates/:id',
      async ({ caller, params: { id }, body, ifMatch, request }) => {
        const content = await changedContent(deps, { caller, id, work: workContext(request) }, body)
        const template = await store.tx((db) => update(db, caller, { id, body, content, ifMatch }), underLocks)
        return { ...links.sign(template), ...reportOf(content) }
      },
      {
        id: 'templates.update',
        summary: 'Update a template',
        description:
          'Replaces the members in the body and creates one new revision; a request without changes has no effect. With ' +
          'If-Match, the change is rejected if the template has changed since; the response contains the current revision.',
        scope: 'templates:write',
        ifMatch: true,
        etag: templateTag,
        params: TemplateParams,
        body: UpdateTemplate,
        response: { 200: SavedTemplate },
        errors: [...editErrors, 'EXTERNAL_ID_TAKEN', 'FOLDER_NOT_FOUND', 'PRECONDITION_FAILED', ...importErrors],
      },
    )
    .delete(
      '/templates/:id',
      ({ caller, params, query, ifMatch }) =>
        store.tx(
          (db) => remove(db, caller, { id: params.id, permanent: query.permanent ?? false, ifMatch }),
          underLocks,
        ),
      {
        id: 'templates.delete',
        summary: 'Delete a template',
        description: 'Moves the template to the trash for 30 days, or deletes it permanently with `permanent=true`.',
        scope: 'templates:write',
        ifMatch: true,
        params: TemplateParams,
        query: DeleteQuery,
        response: { 204: NoContent },
        errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'LOCKED', 'PRECONDITION_FAILED'],
      },
    )
    .post(
      '/templates/:id/restore',
      async ({ caller, params, once }) => links.sign(await once((db) => restore(db, caller, params.id))),
      {
        id: 'templates.restore',
        summary: 'Restore a template from the trash',
        description:
          'Restores a deleted template unchanged. Refused while another template has its external id: change that one first.',
        scope: 'templates:write',
        once: underLocks,
        etag: templateTag,
        params: TemplateParams,
        response: { 200: Template },
        errors: [
          'TEMPLATE_NOT_FOUND',
          'TEMPLATE_READ_ONLY',
          'TEMPLATE_NOT_IN_TRASH',
          'EXTERNAL_ID_TAKEN',
          'PERMISSION_DENIED',
          'LOCKED',
        ],
      },
    )
    .post(
      '/templates/:id/duplicate',
      async ({ caller, params, body, once }) => links.sign(await once((db) => duplicate(db, caller, params.id, body))),
      {
        id: 'templates.duplicate',
        summary: 'Duplicate a template',
        description: 'Copies a template of the project, or a public one, into the project.',
        scope: 'templates:write',
        once: underLocks,
        location: '/v1/templates/{id}',
        etag: templateTag,
        params: TemplateParams,
        body: DuplicateTemplate,
        response: { 201: Template },
        errors: ['TEMPLATE_NOT_FOUND', 'FOLDER_NOT_FOUND', 'PERMISSION_DENIED'],
      },
    )
}
