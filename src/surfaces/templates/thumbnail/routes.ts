import { limits } from '../../../kernel/limits.ts'
import { type Http, etagOf, isUnchanged } from '../../../platform/http/index.ts'
import { NotModified, TemplateParams } from '../template/index.ts'
import { ThumbnailQuery } from './contract.ts'
import { type ThumbnailParts, createThumbnails } from './thumbnails.ts'

/** The picture of a template. */
export function thumbnailRoutes({ http, ...parts }: ThumbnailParts & { http: Http }) {
  const thumbnails = createThumbnails(parts)
  const content = { 'image/png': { schema: {} }, 'image/webp': { schema: {} } }
  return http.surface('templates').get(
    '/templates/:id/thumbnail',
    async ({ caller, params, query, request }) => {
      const known = request.headers.get('if-none-match')
      const found = await thumbnails.get(caller, params.id, query, (etag) => isUnchanged(known, etagOf(etag)))
      const headers = { etag: etagOf(found.etag), 'cache-control': 'private, no-cache' }
      if (found.bytes === undefined || isUnchanged(known, headers.etag))
        return new Response(null, { status: 304, headers })
      const more = { 'content-type': found.mime, 'x-content-type-options': 'nosniff' }
      return new Response(found.bytes.slice(), { headers: { ...headers, ...more } })
    },
    {
      scope: 'templates:read',
      params: TemplateParams,
      query: ThumbnailQuery,
      response: { 304: NotModified },
      detail: {
        operationId: 'templates.getThumbnail',
        summary: 'Get a picture of a template',
        description:
          'The email as its readers see it, with sample values: on a desktop or a phone, in light or dark colours. The ETag ' +
          'follows what is shown, not the revision. Pictures of other hosts are fetched when they can be; where one is ' +
          `missing a grey box stands. At most ${limits.thumbnailHeight} pixels down.`,
        responses: { 200: { description: 'The picture.', content } },
      },
      errors: ['TEMPLATE_NOT_FOUND', 'RENDER_TOO_LARGE', 'DRAWING_TOO_COMPLEX', 'SERVICE_UNAVAILABLE'],
    },
  )
}
