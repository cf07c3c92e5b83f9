import { ServiceError, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Lease, WorkContext } from '../../scheduling/index.ts'
import { admitBody, isInline } from './admission.ts'
import { unpackGzip } from './gzip.ts'

/** The work context of a body, and the owner of its memory reservation until the response is complete. */
export interface BodyOwner {
  context: WorkContext
  hold(lease: Lease): void
}

const owners = new WeakMap<Request, BodyOwner>()
const stranger: BodyOwner = { context: { partition: { kind: 'anonymous' } }, hold: (lease) => lease.release() }

/** Sets the owner of a body that is large or compressed. The default is an anonymous client. */
export function setBodyOwner(request: Request, owner: BodyOwner): void {
  owners.set(request, owner)
}

/** True if Content-Length is small enough to read the body without queueing. */
export function isShort(request: Request): boolean {
  const declared = declaredLength(request)
  return declared !== undefined && isInline(declared)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Fails with MALFORMED_BODY if the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return fail('MALFORMED_BODY', 'The body is not UTF-8.')
  }
}

/** Only for a body that `isShort` accepts. */
export function readShort(request: Request): Promise<Uint8Array> {
  return interrupted(request, request.bytes())
}

/**
 * Reads the body, and refuses it before or during the read once it exceeds the limit. A large one is admitted first, see
 * `admitBody`; its owner releases its memory.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  checkDeclaredLength(request, maxBytes)
  return interrupted(request, readCounted(request, maxBytes))
}

/**
 * The body of a form as it arrives, decompressed if needed; only one chunk is in memory. A large one is admitted first, see
 * `admitBody`; its owner releases its memory. Fails with MALFORMED_REQUEST if the sender disconnects.
 */
export function arrivingBody(request: Request): AsyncGenerator<Uint8Array, void, void> {
  const { context, hold } = ownerOf(request)
  return admitBody(received(request), {
    context,
    declaredBytes: declaredLength(request),
    reserveFor: (bytes = limits.uploadBodyBytes) => Math.min(bytes, limits.uploadBodyBytes),
    hold,
  })
}

async function* received(request: Request): AsyncGenerator<Uint8Array, void, void> {
  if (request.body === null) return
  const body = arriving(request.body)
  yield* isPacked(request) ? unpackGzip(body, ownerOf(request).context) : body
}

function ownerOf(request: Request): BodyOwner {
  return owners.get(request) ?? stranger
}

/** Bytes that will be read; undefined without Content-Length and for compressed bodies. */
function declaredLength(request: Request): number | undefined {
  const declared = request.headers.get('content-length')
  const bytes = declared === null || isPacked(request) ? Number.NaN : Number(declared)
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined
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

/** Refuses a body whose Content-Length is above the limit, before any of it is read. */
export function checkDeclaredLength(request: Request, maxBytes: number): void {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) tooLarge(maxBytes)
}

/** Refuses media types that are not listed (`* / *` accepts all), and codings other than gzip (RFC 9110 8.4). */
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
  const owner = ownerOf(request)
  let memory: Lease | undefined
  const chunks: Uint8Array[] = []
  let length = 0
  const body = admitBody(received(request), {
    context: owner.context,
    declaredBytes: declaredLength(request),
    reserveFor: (bytes = maxBytes) => bytes,
    hold: (lease) => owner.hold((memory = lease)),
  })
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > maxBytes) tooLarge(maxBytes)
    chunks.push(chunk)
  }
  memory?.shrink(length)
  return Bun.concatArrayBuffers(chunks, Number.POSITIVE_INFINITY, true)
}

// A disconnect or broken framing is a failure of the sender, whatever error the runtime throws for it.
async function interrupted<T>(request: Request, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ServiceError || error === request.signal.reason) throw error
    return fail('MALFORMED_REQUEST', { detail: 'The body ended before it was complete.', cause: error })
  }
}

function tooLarge(maxBytes: number): never {
  fail('PAYLOAD_TOO_LARGE', `The body may have ${maxBytes} bytes.`)
}
