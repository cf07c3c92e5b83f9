import { limits } from '../../../kernel/limits.ts'
import { fileBody } from '../../../kernel/schema/index.ts'
import { type Http, etagOf, isUnchanged, workContext } from '../../../platform/http/index.ts'
import { TemplateParams, readChoice } from '../template/index.ts'
import { TemplateThumbnailQuery, ThumbnailQuery, VersionThumbnailParams } from './contract.ts'
import type { ThumbnailRequest, ThumbnailResult, Thumbnails } from './thumbnails.ts'

export interface ThumbnailRouteDeps {
  http: Http
  thumbnails: Thumbnails
}

export function thumbnailRoutes({ http, thumbnails }: ThumbnailRouteDeps) {
  const content = { 'image/png': { schema: fileBody }, 'image/webp': { schema: fileBody } }
  const responses = { 200: { description: 'The image.', content } }
  const errors = ['TEMPLATE_NOT_FOUND', 'RENDER_TOO_LARGE', 'DRAWING_TOO_COMPLEX', 'SERVICE_UNAVAILABLE'] as const
  return http
    .surface('templates')
    .get(
      '/templates/:id/thumbnail',
      ({ caller, params, query, request }) =>
        answer(request, query, (wanted) =>
          thumbnails.get(caller, params.id, wanted, { version: readChoice(query.version), recipient: query.recipient }),
        ),
      {
        id: 'templates.getThumbnail',
        summary: 'Get a thumbnail of a template',
        description:
          'Image of the email with sample values, or as a sample recipient gets it, for desktop or phone, light or dark mode. The ETag depends on the ' +
          'content of the image, not on the revision. Images on other hosts are fetched if possible; a missing one is ' +
          `replaced by a gray box. The height is limited to ${limits.thumbnailHeight} pixels.`,
        scope: 'templates:read',
        params: TemplateParams,
        query: TemplateThumbnailQuery,
        etag: true,
        responses,
        errors: [...errors, 'RELEASE_NOT_FOUND', 'NOT_PUBLISHED', 'RECIPIENT_NOT_FOUND'],
      },
    )
    .get(
      '/templates/:id/versions/:versionId/thumbnail',
      ({ caller, params, query, request }) =>
        answer(request, query, (wanted) => thumbnails.getVersion(caller, params.id, params.versionId, wanted)),
      {
        id: 'templates.getVersionThumbnail',
        summary: 'Get a thumbnail of a version',
        description:
          'Image of the email in that version, rendered like `templates.getThumbnail`. Modules that follow their latest ' +
          'version are current.',
        scope: 'templates:read',
        params: VersionThumbnailParams,
        query: ThumbnailQuery,
        etag: true,
        responses,
        errors: [...errors, 'VERSION_NOT_FOUND'],
      },
    )
}

async function answer(
  request: Request,
  query: ThumbnailQuery,
  get: (wanted: ThumbnailRequest) => Promise<ThumbnailResult>,
): Promise<Response> {
  const known = request.headers.get('if-none-match')
  const isKnown = (etag: string) => isUnchanged(known, etagOf(etag))
  const found = await get({ query, isKnown, work: workContext(request) })
  const headers = { etag: etagOf(found.etag), 'cache-control': 'private, no-cache' }
  if (found.bytes === undefined || isUnchanged(known, headers.etag)) return new Response(null, { status: 304, headers })
  const more = { 'content-type': found.mime, 'x-content-type-options': 'nosniff' }
  return new Response(found.bytes.slice(), { headers: { ...headers, ...more } })
}
