import { contentDisposition, contentType } from '../../email/formats/index.ts'
import { fail } from '../../kernel/errors/index.ts'
import { isUnchanged, methodOf } from '../../platform/http/index.ts'
import { readRange } from './byte-range.ts'

/** How something may be used that is answered. */
interface Use {
  mime: string
  cacheControl: string
  /** Name under which a browser saves it instead of showing it. */
  attachment?: string
  /** The tag of the bytes; the hash of them unless given. */
  etag?: string
  vary?: 'Accept'
  /** A page that shows another page of this host in a frame. */
  framesOwn?: boolean
}

/** Bytes to answer with, and how they may be used. */
export interface Served extends Use {
  bytes: Uint8Array
}

/** Bytes that are read while they are answered. */
export interface Streamed extends Use {
  etag: string
  size: number
  /** Opens some of them; undefined when they are gone. */
  open(range: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | undefined>
}

// Whatever a file holds, a browser that opens it here runs nothing of it and sends nothing from it.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; sandbox"
const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; sandbox"
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/**
 * Answers a GET with bytes: 200, 206 for one range, 304 when the client has them. Fails with RANGE_NOT_SATISFIABLE (416).
 * For HEAD the router drops the body and keeps its length.
 */
export async function serve(request: Request, file: Served): Promise<Response> {
  const { bytes } = file
  const etag = file.etag ?? (await etagOfBytes(bytes))
  return answer(request, { ...file, etag, size: bytes.length }, ({ start, end }) => bytes.slice(start, end))
}

/** The same for bytes that are not in memory. Fails with FILE_NOT_FOUND when they are gone. */
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
  // RFC 9110 14.2: Range is for GET; 13.1.5: a validator that does not fit requests the whole.
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
    // The editor warns of images that are large; anyone who has the address can weigh them anyway.
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
