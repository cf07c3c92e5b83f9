import { contentDisposition, contentType } from '../../engines/formats/index.ts'
import { fail } from '../../kernel/errors/index.ts'
import { isUnchanged } from '../../platform/http/index.ts'
import { readRange } from './byte-range.ts'

/** Bytes to answer with, and how they may be used. */
export interface Served {
  bytes: Uint8Array
  mime: string
  cacheControl: string
  /** Name under which a browser saves it instead of showing it. */
  attachment?: string
}

// Whatever a file holds, a browser that opens it here runs nothing of it and sends nothing from it.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; sandbox"
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/**
 * Answers a GET with bytes: 200, 206 for one range, 304 when the client has them. Fails with RANGE_NOT_SATISFIABLE (416).
 * For HEAD the router drops the body and keeps its length.
 */
export async function serve(request: Request, file: Served): Promise<Response> {
  const etag = await etagOfBytes(file.bytes)
  const headers = headersOf(file, etag)
  if (isUnchanged(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  // RFC 9110 14.2: Range is for GET; 13.1.5: a validator that does not fit asks for the whole.
  const condition = request.headers.get('if-range')
  const isRanged = request.method === 'GET' && (condition === null || condition === etag)
  const range = isRanged ? readRange(request.headers.get('range'), file.bytes.length) : 'all'
  if (range === 'none') {
    fail('RANGE_NOT_SATISFIABLE', { headers: { 'content-range': `bytes */${file.bytes.length}` } })
  }
  const bytes = range === 'all' ? file.bytes : file.bytes.subarray(range.start, range.end)
  headers.set('content-length', String(bytes.length))
  if (range !== 'all') headers.set('content-range', `bytes ${range.start}-${range.end - 1}/${file.bytes.length}`)
  const status = range === 'all' ? 200 : 206
  return new Response(bytes.slice(), { status, headers })
}

function headersOf({ mime, cacheControl, attachment }: Served, etag: string): Headers {
  const headers = new Headers({
    'content-type': contentType(mime),
    'cache-control': cacheControl,
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': mime === 'text/html' ? pagePolicy : filePolicy,
    'referrer-policy': 'no-referrer',
  })
  if (attachment !== undefined) headers.set('content-disposition', contentDisposition('attachment', attachment))
  return headers
}

const etags = new WeakMap<Uint8Array, string>()

// Images that live as long as the process are hashed once.
async function etagOfBytes(bytes: Uint8Array): Promise<string> {
  const known = etags.get(bytes)
  if (known !== undefined) return known
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()))
  const etag = `"${digest.subarray(0, 16).toHex()}"`
  etags.set(bytes, etag)
  return etag
}
