import { limits } from '../../../kernel/limits.ts'
import { shareWith } from '../access/cors.ts'
import type { Draft, DraftHeaders } from '../draft.ts'
import type { Exchange } from '../exchange.ts'
import { type Coding, codingFor, isCompressible, compressFast, compressBest, varyByCoding } from './compression.ts'
import { isUnchanged, knownSpelling, compressedEtag } from './etag.ts'
import { createWriteHeaders } from './headers.ts'
import type { Hsts } from './hsts.ts'

/**
 * Builds the response of a request from a draft, or completes one that a handler made: common headers, 304, HEAD and
 * compression. A draft becomes a Response only once, because constructing one costs as much as routing a request.
 */
type Respond = (exchange: Exchange, draft: Draft | Response) => Response | Promise<Response>

export function createRespond(hsts: Hsts | undefined): Respond {
  // Fixed pages and files, compressed once: by path, tag and coding.
  const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const writeHeaders = createWriteHeaders()

  /** Adds the headers of every response. */
  function sign(exchange: Exchange, headers: DraftHeaders): void {
    headers['x-request-id'] = exchange.id
    headers['x-content-type-options'] = 'nosniff'
    const transport = hsts?.(exchange.request.url)
    if (transport !== undefined) headers['strict-transport-security'] = transport
    // No shared cache stores responses to an authenticated caller; one with an ETag may be stored privately and revalidated.
    if (exchange.caller !== undefined)
      headers['cache-control'] ??= headers['etag'] === undefined ? 'no-store' : 'private, no-cache'
    if (exchange.allowedOrigin !== undefined) shareWith(exchange.allowedOrigin, headers)
    if (exchange.host?.isDraining === true) headers['connection'] = 'close'
  }

  function written(exchange: Exchange, { status, headers, body }: Draft): Response | Promise<Response> {
    sign(exchange, headers)
    const isLong = body !== null && body.length >= limits.compressBytes && isCompressible(headers)
    if (isLong) varyByCoding(headers)
    if (isKnown(exchange, status, headers['etag'])) {
      delete headers['content-type']
      headers['etag'] = knownSpelling(exchange.request.headers.get('if-none-match'), String(headers['etag']))
      return new Response(null, { status: 304, headers: headers as Record<string, string> })
    }
    const coding = isLong && !hasCookies(exchange) ? codingFor(acceptedBy(exchange), ['gzip', 'br']) : undefined
    if (coding !== undefined && body !== null) {
      const bytes = compressFast(body, coding)
      if (bytes instanceof Promise)
        return bytes.then((done) => compressedResponse(exchange, done, { coding, status, headers }))
      return compressedResponse(exchange, bytes, { coding, status, headers })
    }
    if (exchange.method !== 'HEAD' || body === null)
      return new Response(body, { status, headers: writeHeaders(exchange.operation?.id ?? '', headers) })
    headers['content-length'] = Buffer.byteLength(body)
    return new Response(null, { status, headers: headers as Record<string, string> })
  }

  function compressedResponse(
    { method }: Exchange,
    bytes: Uint8Array<ArrayBuffer>,
    { coding, headers, status }: { coding: Coding; headers: DraftHeaders; status: number },
  ): Response {
    headers['content-encoding'] = coding
    if (headers['etag'] !== undefined) headers['etag'] = compressedEtag(String(headers['etag']), coding)
    if (method === 'HEAD') headers['content-length'] = bytes.length
    return new Response(method === 'HEAD' ? null : bytes, { status, headers: headers as Record<string, string> })
  }

  /** Pages, guides and the published OpenAPI document. With an ETag, they are the same for every caller. */
  async function compressedPage(exchange: Exchange, response: Response, coding: Coding): Promise<Response> {
    const { headers, status } = response
    const etag = headers.get('etag')
    const bytes = await response.bytes()
    headers.delete('content-length')
    if (bytes.length < limits.compressBytes) {
      const whole = new Response(bytes, { status, headers })
      return exchange.method === 'HEAD' ? withoutBody(whole) : whole
    }
    const key = `${exchange.path} ${etag} ${coding}`
    let compressing = etag === null ? undefined : compressed.get(key)
    compressing ??= compressBest(bytes, coding)
    if (etag !== null) {
      compressed.set(key, compressing)
      if (compressed.size > limits.compressedPages) compressed.delete(compressed.keys().next().value ?? key)
    }
    const all: DraftHeaders = Object.fromEntries(headers)
    return compressedResponse(exchange, await compressing, { coding, headers: all, status })
  }

  function completed(exchange: Exchange, response: Response): Response | Promise<Response> {
    const { headers } = response
    const own: DraftHeaders = {}
    for (const name of decisive) if (headers.has(name)) own[name] = headers.get(name) ?? ''
    sign(exchange, own)
    for (const name in own) headers.set(name, String(own[name]))
    const all = { 'content-type': headers.get('content-type') ?? '' }
    const isPage =
      exchange.operation === undefined &&
      !headers.has('content-encoding') &&
      !headers.has('set-cookie') &&
      isCompressible(all)
    if (isPage && !/accept-encoding/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding')
    if (!isKnown(exchange, response.status, own['etag'])) {
      const isAlike = own['etag'] !== undefined && !isPrivate(own)
      const isOpen = isAlike || !hasCookies(exchange)
      const coding =
        isPage && isOpen && response.body !== null ? codingFor(acceptedBy(exchange), ['br', 'gzip']) : undefined
      if (coding !== undefined) return compressedPage(exchange, response, coding)
      return exchange.method === 'HEAD' ? withoutBody(response) : response
    }
    headers.set('etag', knownSpelling(exchange.request.headers.get('if-none-match'), String(own['etag'])))
    headers.delete('content-type')
    headers.delete('content-length')
    return new Response(null, { status: 304, headers })
  }

  return (exchange, draft) => (draft instanceof Response ? completed(exchange, draft) : written(exchange, draft))
}

function acceptedBy({ request }: Exchange): string | null {
  return request.headers.get('accept-encoding')
}

/**
 * True if a browser sent cookies with the request. Such responses are not compressed: a page of another site could make the
 * browser send it repeatedly and infer from the length the text next to its own (BREACH). API keys and plugin tokens are
 * headers, which no other page can send.
 */
function hasCookies({ request }: Exchange): boolean {
  return request.headers.has('cookie')
}

function isPrivate({ 'cache-control': held = '' }: DraftHeaders): boolean {
  const directives = String(held)
  return directives.includes('private') || directives.includes('no-store')
}

// Headers that `sign` reads.
const decisive = ['etag', 'cache-control', 'vary'] as const

/** True if the caller has the current representation, so that the response is 304 (RFC 9110 15.4.5). */
function isKnown({ method, request }: Exchange, status: number, etag: string | number | undefined): boolean {
  if (etag === undefined || status !== 200 || (method !== 'GET' && method !== 'HEAD')) return false
  return isUnchanged(request.headers.get('if-none-match'), String(etag))
}

/**
 * The response to a HEAD: the headers of the one to the GET, Content-Length among them, without its body (RFC 9110 9.3.2).
 */
async function withoutBody({ status, headers, body }: Response): Promise<Response> {
  if (body !== null && !headers.has('content-length'))
    headers.set('content-length', String((await new Response(body).bytes()).length))
  return new Response(null, { status, headers })
}
