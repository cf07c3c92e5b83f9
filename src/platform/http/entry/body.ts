import { ServiceError, fail } from '../../../kernel/errors/index.ts'
import type { WorkContext } from '../../scheduling/index.ts'
import { unpackGzip } from './gzip.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const unpackers = new WeakMap<Request, WorkContext>()
const stranger: WorkContext = { partition: { kind: 'anonymous' } }

/** In whose name the body of a request is unpacked, if it is packed; an anonymous caller's unless it is said. */
export function unpackFor(request: Request, work: WorkContext): void {
  unpackers.set(request, work)
}

/** The text of a body. Fails with MALFORMED_BODY when it is not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return fail('MALFORMED_BODY', 'The body is not UTF-8.')
  }
}

/** Reads the body, refusing it before or while it is read once it exceeds the limit. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  checkDeclaredLength(request, maxBytes)
  if (request.headers.has('content-length') && !isPacked(request)) return interrupted(request.bytes())
  return interrupted(readCounted(request, maxBytes))
}

/** The body as it arrives, unpacked where the sender packed it. Fails with MALFORMED_REQUEST when the sender goes away. */
export async function* arrivingBody(request: Request): AsyncGenerator<Uint8Array, void, void> {
  if (request.body === null) return
  const body = arriving(request.body)
  yield* isPacked(request) ? unpackGzip(body, unpackers.get(request) ?? stranger) : body
}

async function* arriving(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of body) yield chunk
  } catch (error) {
    if (error instanceof ServiceError) throw error
    fail('MALFORMED_REQUEST', { detail: 'The body ended before it was complete.', cause: error })
  }
}

function isPacked({ headers }: Request): boolean {
  return packedBy(headers.get('content-encoding')) === 'gzip'
}

function packedBy(coding: string | null): string {
  const name = (coding ?? 'identity').trim().toLowerCase()
  return name === 'x-gzip' ? 'gzip' : name
}

/** Refuses a body whose Content-Length is above the limit, without reading any of it. */
export function checkDeclaredLength(request: Request, maxBytes: number): void {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) tooLarge(maxBytes)
}

/** Refuses media types other than the listed ones (`* / *` takes all), and codings other than gzip (RFC 9110 8.4). */
export function checkMediaType(request: Request, types: readonly string[]): void {
  if (!['gzip', 'identity'].includes(packedBy(request.headers.get('content-encoding'))))
    fail('UNSUPPORTED_MEDIA_TYPE', {
      detail: 'Send the body as it is, or as gzip.',
      headers: { 'accept-encoding': 'gzip' },
    })
  const header = request.headers.get('content-type')
  const type = header === null ? '' : mediaType(header)
  if (!types.includes(type) && !types.includes('*/*'))
    fail('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${types.join(' or ')}.`)
  if (type === 'application/json' && header !== null && !speaksUtf8(header))
    fail('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8.')
}

function mediaType(header: string): string {
  if (header === 'application/json') return header
  const end = header.indexOf(';')
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase()
}

function speaksUtf8(header: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(header)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

async function readCounted(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of arrivingBody(request)) {
    length += chunk.byteLength
    if (length > maxBytes) tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Bun.concatArrayBuffers(chunks, Number.POSITIVE_INFINITY, true)
}

// The sender went away or broke its framing: whatever the runtime calls that, it is not our failure.
async function interrupted<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ServiceError) throw error
    return fail('MALFORMED_REQUEST', { detail: 'The body ended before it was complete.', cause: error })
  }
}

function tooLarge(maxBytes: number): never {
  fail('PAYLOAD_TOO_LARGE', `The body may have ${maxBytes} bytes.`)
}
