import { OutboundError } from '../outbound-error.ts'

/** Max header lines of one response. */
const maxLines = 256

export interface ResponseHead {
  readonly status: number
  /** By lower-case name; lines of one name joined by a comma (RFC 9110 5.3). */
  readonly headers: Record<string, string>
  readonly isHttp11: boolean
}

/** Parses a status line and header lines, without the empty line that ends them. Strict: RFC 9112 4 and 5. */
export function readResponseHead(text: string): ResponseHead {
  const lines = text.split('\r\n')
  const [, minor, digits] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(lines[0] ?? '') ?? []
  if (digits === undefined) throw garbled('did not respond with HTTP/1.1')
  if (lines.length > maxLines) throw new OutboundError('too_large', `The server sent more than ${maxLines} headers.`)
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (colon < 1 || !isToken(name) || /[\0\r\n]/.test(value)) throw garbled('sent a header that is not valid')
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return { status: Number(digits), headers, isHttp11: minor === '1' }
}

/** The framing of a response body: RFC 9112 6.3. */
export type Framing = { kind: 'none' } | { kind: 'length'; bytes: number } | { kind: 'chunked' } | { kind: 'close' }

/** The framing that the head declares. Throws if its headers contradict each other or name another coding. */
export function framingOf({ status, headers }: ResponseHead, method: string): Framing {
  if (method === 'HEAD' || status === 204 || status === 304) return { kind: 'none' }
  const coding = headers['transfer-encoding']?.toLowerCase()
  if (coding === 'chunked') return { kind: 'chunked' }
  if (coding !== undefined) throw garbled('used a transfer coding that was not requested')
  const length = headers['content-length']
  if (length === undefined) return { kind: 'close' }
  const [first = '', ...others] = length.split(',').map((each) => each.trim())
  if (!/^\d{1,15}$/.test(first) || others.some((each) => each !== first))
    throw garbled('sent a Content-Length that is not valid')
  return { kind: 'length', bytes: Number(first) }
}

/** RFC 9110 5.6.2, the syntax of header names. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text)
}

/** The error for a server that violates HTTP. */
export function garbled(what: string): OutboundError {
  return new OutboundError('protocol', `The server ${what}.`)
}
