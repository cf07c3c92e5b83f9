import { contentDisposition, contentType } from '../../email/formats/index.ts'
import type { OpenFile } from './exports.ts'

/**
 * The file itself, or 303 to its signed link if the client does not accept the file's type, such as a client that requests
 * `application/json` or `text/uri-list`: the link can be shared, because it needs no API key.
 */
export function download(accept: string | null, { file, url }: { file: OpenFile; url: string }): Response {
  if (!accepts(accept, file.mime)) {
    return new Response(null, { status: 303, headers: { location: url, 'cache-control': 'no-store', vary: 'Accept' } })
  }
  return new Response(file.bytes.slice(), {
    headers: {
      'content-type': contentType(file.mime),
      'content-length': String(file.bytes.length),
      'content-disposition': contentDisposition('attachment', file.name),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'Accept',
    },
  })
}

// RFC 9110 12.5.1: the most specific range decides, and q=0 refuses.
function accepts(accept: string | null, mime: string): boolean {
  if (accept === null || accept.trim() === '') return true
  const wanted = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return [type, q === undefined || Number(q.slice(2)) > 0] as const
    }),
  )
  const candidates = [mime, 'application/octet-stream', `${mime.split('/')[0]}/*`, '*/*']
  return candidates.map((range) => wanted.get(range)).find((choice) => choice !== undefined) ?? false
}
