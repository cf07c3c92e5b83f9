import { fail } from '../../kernel/errors/index.ts'
import type { Http } from '../../platform/http/index.ts'
import type { Exports } from '../exports/index.ts'
import { ExportFileParams, LinkQuery, StarterParams } from './contract.ts'
import { type Served, serve } from './serve.ts'

/** An image that is part of the service: it never changes under its name. */
export interface StaticImage {
  bytes: Uint8Array
  mime: string
}

export interface DeliveryParts {
  http: Http
  exports: Pick<Exports, 'openLink'>
  /** The image of the starter templates under this file name. */
  readStarterImage(file: string): StaticImage | undefined | Promise<StaticImage | undefined>
}

function responsesOf(whole: string, type: string) {
  const content = { [type]: { schema: {} } }
  return {
    200: { description: whole, content },
    206: { description: 'The bytes of the range.', content },
    304: { description: 'Not changed since the ETag of If-None-Match.' },
  }
}

/** The routes of the CDN paths, with `/cdn` in front. */
export function deliveryRoutes({ http, exports, readStarterImage }: DeliveryParts) {
  async function exportFile(id: string, name: string, link: LinkQuery): Promise<Served> {
    const file = await exports.openLink({ exportId: id, name, exp: link.exp ?? '', sig: link.sig ?? '' })
    return { bytes: file.bytes, mime: file.mime, cacheControl: 'private, no-cache', attachment: file.name }
  }

  return http
    .surface('delivery')
    .get(
      '/cdn/exports/:id/:name',
      async ({ request, params, query }) => serve(request, await exportFile(params.id, params.name, query)),
      {
        open: true,
        params: ExportFileParams,
        query: LinkQuery,
        errors: ['LINK_INVALID', 'LINK_EXPIRED', 'FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
        detail: {
          operationId: 'delivery.exportFile',
          summary: 'Download a file of an export',
          description: 'The signed temporary link of an export. Takes one byte range, conditional requests and HEAD.',
          responses: responsesOf('The file.', 'application/octet-stream'),
        },
      },
    )
    .get(
      '/cdn/starters/:file',
      async ({ request, params }) => {
        const image = (await readStarterImage(params.file)) ?? fail('FILE_NOT_FOUND')
        return serve(request, { ...image, cacheControl: 'public, max-age=31536000, immutable' })
      },
      {
        open: true,
        params: StarterParams,
        errors: ['FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
        detail: {
          operationId: 'delivery.starterImage',
          summary: 'Get an image of a starter template',
          description: 'Images that the public starter templates use. Cached for ever.',
          responses: responsesOf('The image.', 'image/*'),
        },
      },
    )
}
