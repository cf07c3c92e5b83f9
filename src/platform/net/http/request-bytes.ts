import { OutboundError } from '../outbound-error.ts'
import { isToken } from './response-head.ts'

/** Headers that frame or route the message, in lower case; callers cannot set them. */
export const framingHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
])

/** RFC 9110 5.5 without the obsolete bytes above ASCII. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text)
}

export interface RequestDeps {
  readonly method: string
  readonly path: string
  readonly authority: string
  readonly headers: Readonly<Record<string, string>>
  /** Defaults for headers that the caller did not set. */
  readonly fallbacks: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/**
 * Serializes a request. Throws OutboundError `protocol` for a method or header that could end a line early (RFC 9112 11.1);
 * headers that frame the message or name the host are dropped.
 */
export function writeRequest({ method, path, authority, headers, fallbacks, body }: RequestDeps): Buffer {
  if (!isToken(method)) throw new OutboundError('protocol', 'The method of the request is not valid.')
  let head = `${method} ${path} HTTP/1.1\r\nHost: ${authority}\r\n`
  const written: string[] = []
  const add = (name: string, value: string) => {
    const lower = name.toLowerCase()
    if (framingHeaders.has(lower) || written.includes(lower)) return
    if (!isToken(name) || !isHeaderValue(value))
      throw new OutboundError('protocol', `The header ${JSON.stringify(name)} of the request is not valid.`)
    head += `${name}: ${value}\r\n`
    written.push(lower)
  }
  for (const name of Object.keys(headers)) add(name, headers[name] ?? '')
  for (const name of Object.keys(fallbacks)) add(name, fallbacks[name] ?? '')
  const isExpected = body !== undefined || method === 'POST' || method === 'PUT' || method === 'PATCH'
  if (isExpected) head += `Content-Length: ${body === undefined ? 0 : Buffer.byteLength(body)}\r\n`
  // The head is ASCII, so that a text body is encoded together with it.
  if (typeof body !== 'object') return Buffer.from(`${head}\r\n${body ?? ''}`)
  return Buffer.concat([Buffer.from(`${head}\r\n`), body])
}
