import { contentDisposition, contentType } from '../../email/formats/index.ts'
import { fail } from '../../kernel/errors/index.ts'
import { isUnchanged, methodOf } from '../../platform/http/index.ts'
import { readRange } from './byte-range.ts'

/** Headers of a served file. */
interface Use {
  mime: string
  cacheControl: string
  /** File name for `Content-Disposition: attachment`, so that browsers save the file instead of displaying it. */
  attachment?: string
  /** Defaults to a hash of the bytes. */
  etag?: string
  vary?: 'Accept'
  /** A page that shows another page of this host in a frame. */
  framesOwn?: boolean
}

/** A file in memory. */
export interface Served extends Use {
  bytes: Uint8Array
}

/** A file that is streamed from storage. */
export interface Streamed extends Use {
  etag: string
  size: number
  /** Opens a range; undefined if the file is deleted. */
  open(range: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | undefined>
}

// Whatever a file contains, a browser that opens it executes no scripts and submits no forms.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; sandbox"
const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; sandbox"
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/**
 * Responds to a GET with 200, 206 for a single range, or 304 if the client has the file. Fails with RANGE_NOT_SATISFIABLE
 * (416). For HEAD the router removes the body and keeps its length.
 */
export async function serve(request: Request, file: Served): Promise<Response> {
  const { bytes } = file
  const etag = file.etag ?? (await etagOfBytes(bytes))
  return answer(request, { ...file, etag, size: bytes.length }, ({ start, end }) => bytes.slice(start, end))
}

/** Like `serve`, for files that are not in memory. Fails with FILE_NOT_FOUND if the file is deleted. */
export function serveStream(request: Request, file: Streamed): Promise<Response> {
  return answer(request, file, async (range) =>
    methodOf(request) === 'HEAD' ? null : ((await file.open(range)) ?? fail('FILE_NOT_FOUND')),
  )
}

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

async function answer(
  request: Request,
  file: Use & { etag: string; size: number },
  bodyOf: (range: { start: number; end: number }) => Body | Promise<Body>,
): Promise<Response> {
  const { etag, size } = file
  const headers = headersOf(file, etag)
  if (isUnchanged(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  // RFC 9110 14.2: Range is for GET; 13.1.5: an If-Range validator that does not match requests the whole file.
  const condition = request.headers.get('if-range')
  const isRanged = methodOf(request) === 'GET' && (condition === null || condition === etag)
  const range = isRanged ? readRange(request.headers.get('range'), size) : 'all'
  if (range === 'none') fail('RANGE_NOT_SATISFIABLE', { headers: { 'content-range': `bytes */${size}` } })
  const { start, end } = range === 'all' ? { start: 0, end: size } : range
  headers.set('content-length', String(end - start))
  if (range !== 'all') headers.set('content-range', `bytes ${start}-${end - 1}/${size}`)
  return new Response(await bodyOf({ start, end }), { status: range === 'all' ? 200 : 206, headers })
}

function headersOf({ mime, cacheControl, attachment, vary, framesOwn = false }: Use, etag: string): Headers {
  const headers = new Headers({
    'content-type': contentType(mime),
    'cache-control': cacheControl,
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    // Lets the editor measure image sizes, to warn about large images; every client with the URL can measure them anyway.
    'timing-allow-origin': '*',
    'content-security-policy': mime === 'text/html' ? (framesOwn ? framePolicy : pagePolicy) : filePolicy,
    'referrer-policy': 'no-referrer',
  })
  if (attachment !== undefined) headers.set('content-disposition', contentDisposition('attachment', attachment))
  if (vary !== undefined) headers.set('vary', vary)
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
