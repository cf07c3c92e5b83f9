import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { fileBody } from '../../kernel/schema/index.ts'
import { type Http, type TakeClientQuota, etagOf, isUnchanged, workContext } from '../../platform/http/index.ts'
import type { BlobRange, Blobs } from '../../platform/blobs/index.ts'
import type { Thumbnails } from '../templates/index.ts'
import { ImageQuery, fileAt } from '../assets/index.ts'
import type { Exports } from '../exports/index.ts'
import type { PluginSurface } from '../plugin/index.ts'
import {
  AssetFileParams,
  CountdownQuery,
  ExportFileParams,
  LinkQuery,
  PreviewParams,
  PreviewQuery,
  SocialIconParams,
  StarterParams,
  StarterQuery,
  ThumbnailLinkQuery,
  ThumbnailParams,
} from './contract.ts'
import type { RenderCountdown } from './countdowns.ts'
import type { Images } from './images/images.ts'
import { type Served, serve, serveStream } from './serve.ts'
import { socialIcon } from './social-icons.ts'

/** An image that ships with the service; its content never changes under the same name. */
export interface StaticImage {
  bytes: Uint8Array
  mime: string
}

export interface DeliveryDeps {
  http: Http
  exports: Pick<Exports, 'openLink'>
  previews: Pick<PluginSurface['previews'], 'open'>
  images: Images
  thumbnails: Pick<Thumbnails, 'getLinked'>
  blobs: Pick<Blobs, 'stream'>
  renderCountdown: RenderCountdown
  /** Rate limits renderings for anonymous clients. */
  takeRender: TakeClientQuota
  /** An image of the starter templates, by file name. */
  readStarterImage(file: string): StaticImage | undefined | Promise<StaticImage | undefined>
}

const forever = 'public, max-age=31536000, immutable'

function responsesOf(whole: string, type: string) {
  const content = { [type]: { schema: fileBody } }
  return {
    200: { description: whole, content },
    206: { description: 'The bytes of the range.', content },
  }
}

/** Routes below `/cdn`. */
export function deliveryRoutes({
  http,
  exports,
  previews,
  images,
  thumbnails,
  blobs,
  renderCountdown,
  takeRender,
  readStarterImage,
}: DeliveryDeps) {
  async function thumbnail(request: Request, id: string, { exp = '', sig = '' }: LinkQuery): Promise<Response> {
    const known = request.headers.get('if-none-match')
    const isKnown = (etag: string) => isUnchanged(known, etagOf(etag))
    const { etag, ...image } = await thumbnails.getLinked({ id, exp, sig }, { isKnown, work: workContext(request) })
    const cacheControl = `private, max-age=${limits.thumbnailLinkCacheSeconds}`
    const headers = { etag: etagOf(etag), 'cache-control': cacheControl }
    if (image.bytes === undefined) return new Response(null, { status: 304, headers })
    return serve(request, { ...image, etag: etagOf(etag), cacheControl })
  }

  async function exportFile(id: string, name: string, link: LinkQuery): Promise<Served> {
    const file = await exports.openLink({ exportId: id, name, exp: link.exp ?? '', sig: link.sig ?? '' })
    return { bytes: file.bytes, mime: file.mime, cacheControl: 'private, no-cache', attachment: file.name }
  }

  async function assetFile(request: Request, address: string, query: ImageQuery): Promise<Response> {
    const { id, version } = fileAt(address)
    const found = await images.open(id, {
      version,
      query,
      accept: request.headers.get('accept'),
      client: { request, takeRender },
    })
    if (found.kind === 'picture') return serve(request, found)
    const { key } = found
    const open = (range: BlobRange) => blobs.stream(key, range)
    if (found.kind === 'stored') return serveStream(request, { ...found, open })
    return serveStream(request, { ...found, cacheControl: forever, attachment: found.name, open })
  }

  return http
    .surface('delivery')
    .get('/cdn/:id/:name', ({ request, params, query }) => assetFile(request, params.id, query), {
      id: 'delivery.asset',
      summary: 'Get an asset',
      description:
        'Returns an image, transformed exactly according to the parameters, or any other file as a download. Unsigned URLs ' +
        `may have ${limits.assetVariants} new variants of an image rendered per day, then the nearest larger size of a short ` +
        'list is served; `crop`, `bg` and `palette` require a signature (`POST /assets/{id}/links`). Animations are served ' +
        'unchanged. An SVG is converted to PNG. Transformations are rate limited per client IP address; above the limit, a ' +
        'cached size or the original is served for a minute. Supports a single byte range, conditional requests and HEAD.',
      open: true,
      params: AssetFileParams,
      query: ImageQuery,
      etag: true,
      responses: responsesOf('The image or the file.', '*/*'),
      errors: [
        'FILE_NOT_FOUND',
        'LINK_INVALID',
        'LINK_EXPIRED',
        'TRANSFORM_INVALID',
        'RATE_LIMIT_EXCEEDED',
        'RANGE_NOT_SATISFIABLE',
      ],
    })
    .get(
      '/cdn/exports/:id/:name',
      async ({ request, params, query }) => serve(request, await exportFile(params.id, params.name, query)),
      {
        id: 'delivery.exportFile',
        summary: 'Download a file of an export',
        description:
          'The signed, temporary link of an exported file. Supports a single byte range, conditional requests and HEAD.',
        open: true,
        params: ExportFileParams,
        query: LinkQuery,
        etag: true,
        responses: responsesOf('The file.', 'application/octet-stream'),
        errors: ['LINK_INVALID', 'LINK_EXPIRED', 'FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
      },
    )
    .get(
      '/cdn/previews/:id',
      async ({ request, params, query }) => {
        const { exp = '', sig = '', view = 'desktop' } = query
        const page = await previews.open({ id: params.id, exp, sig, view })
        const bytes = new TextEncoder().encode(page)
        return serve(request, {
          bytes,
          mime: 'text/html',
          cacheControl: 'private, no-store',
          framesOwn: view === 'mobile',
        })
      },
      {
        id: 'delivery.preview',
        summary: 'Show a preview',
        description: 'The page at the URL that `plugin.preview` returned. Scripts in it do not run.',
        open: true,
        params: PreviewParams,
        query: PreviewQuery,
        etag: true,
        responses: responsesOf('The page.', 'text/html'),
        errors: ['LINK_INVALID', 'LINK_EXPIRED', 'FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
      },
    )
    .get('/cdn/thumbnails/:id', ({ request, params, query }) => thumbnail(request, params.id, query), {
      id: 'delivery.thumbnail',
      summary: 'Get a thumbnail by its link',
      description:
        'The image at the `thumbnail_url` of a template: 320 pixels wide, of the published release, or of the draft where every ' +
        'save is live. Supports a single byte range, conditional requests and HEAD.',
      open: true,
      params: ThumbnailParams,
      query: ThumbnailLinkQuery,
      etag: true,
      responses: responsesOf('The image.', 'image/png'),
      errors: [
        'LINK_INVALID',
        'LINK_EXPIRED',
        'FILE_NOT_FOUND',
        'RANGE_NOT_SATISFIABLE',
        'RENDER_TOO_LARGE',
        'DRAWING_TOO_COMPLEX',
        'SERVICE_UNAVAILABLE',
      ],
    })
    .get(
      '/cdn/starters/:file',
      async ({ request, params }) => {
        const image = (await readStarterImage(params.file)) ?? fail('FILE_NOT_FOUND')
        return serve(request, { ...image, cacheControl: forever })
      },
      {
        id: 'delivery.starterImage',
        summary: 'Get an image of a starter template',
        description: 'Images of the public starter templates. Cached indefinitely.',
        open: true,
        params: StarterParams,
        query: StarterQuery,
        etag: true,
        responses: responsesOf('The image.', 'image/*'),
        errors: ['FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
      },
    )
    .get(
      '/cdn/social/:file',
      ({ request, params }) => {
        const bytes = socialIcon(params.file) ?? fail('FILE_NOT_FOUND')
        return serve(request, { bytes, mime: 'image/png', cacheControl: forever })
      },
      {
        id: 'delivery.socialIcon',
        summary: 'Get the mark of a network',
        description:
          'The mark of a network in a color, on a transparent background, 128 pixels wide: `<network>-<color>.png`. The ' +
          'networks are those of social blocks. Cached indefinitely.',
        open: true,
        params: SocialIconParams,
        query: StarterQuery,
        etag: true,
        responses: responsesOf('The image.', 'image/png'),
        errors: ['FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
      },
    )
    .get(
      '/cdn/countdown.gif',
      async ({ request, query }) => {
        const { bytes, hasEnded } = await renderCountdown(query, {
          get context() {
            return workContext(request)
          },
          takeRender: () => takeRender(request, limits.cdnCountdownCost),
        })
        // Image proxies of email clients revalidate at each opening, and get 304 within the same minute.
        const cacheControl = hasEnded ? 'public, max-age=300' : 'no-cache, max-age=0'
        return serve(request, { bytes, mime: 'image/gif', cacheControl })
      },
      {
        id: 'delivery.countdown',
        summary: 'Get a countdown',
        description:
          'Animated image of the remaining time. It is rendered once a minute for all clients, counts down for a minute ' +
          'and then stops.',
        open: true,
        query: CountdownQuery,
        etag: true,
        responses: responsesOf('The image.', 'image/gif'),
        errors: ['IMAGES_BUSY', 'RATE_LIMIT_EXCEEDED', 'RANGE_NOT_SATISFIABLE', 'VALIDATION_FAILED'],
      },
    )
}
