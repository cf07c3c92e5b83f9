import type { Http } from '../../../../platform/http/index.ts'
import { type Store, statementwise } from '../../../../platform/storage/index.ts'
import { NoContent, Template, TemplateParams, type ThumbnailLinks } from '../../template/index.ts'
import { addFavorite, removeFavorite } from './favorites.ts'

export function favoriteRoutes({ http, store, links }: { http: Http; store: Store; links: ThumbnailLinks }) {
  return http
    .surface('templates')
    .post(
      '/templates/:id/favorite',
      async ({ caller, params, once }) => links.sign(await once((db) => addFavorite(db, caller, params.id))),
      {
        id: 'templates.addFavorite',
        summary: 'Mark a template as a favorite',
        description: 'Idempotent. Public templates can be marked too.',
        scope: 'templates:write',
        once: true,
        params: TemplateParams,
        response: { 200: Template },
        errors: ['TEMPLATE_NOT_FOUND'],
      },
    )
    .delete(
      '/templates/:id/favorite',
      ({ caller, params }) => store.tx((db) => removeFavorite(db, caller, params.id), statementwise),
      {
        id: 'templates.removeFavorite',
        summary: 'Unmark a favorite',
        description: 'Removes the template from the caller’s favorites. Idempotent.',
        scope: 'templates:write',
        params: TemplateParams,
        response: { 204: NoContent },
        errors: ['TEMPLATE_NOT_FOUND'],
      },
    )
}
