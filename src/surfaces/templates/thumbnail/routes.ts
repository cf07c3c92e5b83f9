import { limits } from '../../../kernel/limits.ts'
import { type Http, etagOf, isUnchanged, workContext } from '../../../platform/http/index.ts'
import { NotModified, TemplateParams } from '../template/index.ts'
import { ThumbnailQuery, VersionThumbnailParams } from './contract.ts'
import { type Shown, type ThumbnailParts, type Wish, createThumbnails } from './thumbnails.ts'

/** The picture of a template, and of one of its versions. */
export function thumbnailRoutes({ http, ...parts }: ThumbnailParts & { http: Http }) {
  const thumbnails = createThumbnails(parts)
  const content = { 'image/png': { schema: {} }, 'image/webp': { schema: {} } }
  const responses = { 200: { description: 'The picture.', content } }
  const errors = ['TEMPLATE_NOT_FOUND', 'RENDER_TOO_LARGE', 'DRAWING_TOO_COMPLEX', 'SERVICE_UNAVAILABLE'] as const
  return http
    .surface('templates')
    .get(
      '/templates/:id/thumbnail',
      ({ caller, params, query, request }) => answer(request, query, (wish) => thumbnails.get(caller, params.id, wish)),
      {
        id: 'templates.getThumbnail',
        summary: 'Get a picture of a template',
        description:
          'The email as its readers see it, with sample values: on a desktop or a phone, in light or dark colours. The ' +
          'ETag follows what is shown, not the revision. Pictures of other hosts are fetched when they can be; where one ' +
          `is missing a grey box stands. At most ${limits.thumbnailHeight} pixels down.`,
        scope: 'templates:read',
        params: TemplateParams,
        query: ThumbnailQuery,
        response: { 304: NotModified },
        responses,
        errors: [...errors],
      },
    )
    .get(
      '/templates/:id/versions/:versionId/thumbnail',
      ({ caller, params, query, request }) =>
        answer(request, query, (wish) => thumbnails.getVersion(caller, params.id, params.versionId, wish)),
      {
        id: 'templates.getVersionThumbnail',
        summary: 'Get a picture of a version',
        description:
          'The email as it was, as `templates.getThumbnail` draws it; modules that follow their latest are as they are now.',
        scope: 'templates:read',
        params: VersionThumbnailParams,
        query: ThumbnailQuery,
        response: { 304: NotModified },
        responses,
        errors: [...errors, 'VERSION_NOT_FOUND'],
      },
    )
}

async function answer(request: Request, query: ThumbnailQuery, get: (wish: Wish) => Promise<Shown>): Promise<Response> {
  const known = request.headers.get('if-none-match')
  const isKnown = (etag: string) => isUnchanged(known, etagOf(etag))
  const found = await get({ query, isKnown, work: workContext(request) })
  const headers = { etag: etagOf(found.etag), 'cache-control': 'private, no-cache' }
  if (found.bytes === undefined || isUnchanged(known, headers.etag)) return new Response(null, { status: 304, headers })
  const more = { 'content-type': found.mime, 'x-content-type-options': 'nosniff' }
  return new Response(found.bytes.slice(), { headers: { ...headers, ...more } })
}
