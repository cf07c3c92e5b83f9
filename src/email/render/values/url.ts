const allowedSchemes = new Set(['http', 'https', 'mailto', 'tel', 'sms'])
// Browsers remove these from a URL: `java\nscript:` is `javascript:` (WHATWG URL, 4.4).
const dropped = /[\t\n\r\0]/g
const hasDropped = /[\t\n\r\0]/
const unsafe = /[\u0000-\u0020"<>\\^`{|}]/g
const hasUnsafe = /[\u0000-\u0020"<>\\^`{|}]/

const plain = /^https?:\/\/[\w.~:/?#@!$()*+,;=%-]+$/

/** Fast path: true if nothing needs to be removed, encoded or escaped at any position. */
export function isPlainAddress(address: string): boolean {
  return plain.test(address)
}

/** Part of a URL, which determines how a value is encoded. */
export type Position = 'start' | 'host' | 'path' | 'query'

/** Position of the text after `before`. */
export function positionAfter(before: string): Position {
  if (before === '') return 'start'
  if (before.includes('?') || before.includes('#')) return 'query'
  const authority = before.indexOf('//')
  if (authority >= 0) return before.includes('/', authority + 2) ? 'path' : 'host'
  return before.includes(':') || before.startsWith('/') ? 'path' : 'start'
}

/** Encodes a value for its position. At the start it is a whole URL, which the caller must check. */
export function encodeAt(position: Position, value: string): string {
  switch (position) {
    case 'start':
      return value
    case 'host':
      return value.replace(/[^\w.:-]/g, '')
    case 'path':
      return encode(value).replace(/%2F/g, '/').replace(/%40/g, '@')
    case 'query':
      return encode(value)
  }
}

/**
 * The URL without removed characters; undefined if it is rejected: only http, https, mailto, tel, sms, an anchor or a
 * path of this service's CDN are allowed. Not yet escaped for an attribute.
 */
export function safeAddress(source: string, cdnUrl: string): string | undefined {
  let address = source.trim()
  if (hasDropped.test(address)) address = address.replace(dropped, '')
  if (address === '') return undefined
  const first = address.charCodeAt(0)
  if (first === 0x23) return clean(address)
  if (first === 0x2f) return address.startsWith('/cdn/') ? clean(cdnUrl + address) : undefined
  const colon = address.indexOf(':')
  if (colon <= 0) return undefined
  const scheme = address.slice(0, colon)
  return allowedSchemes.has(scheme) || allowedSchemes.has(scheme.toLowerCase()) ? clean(address) : undefined
}

function clean(address: string): string {
  return hasUnsafe.test(address) ? address.replace(unsafe, (c) => encodeURIComponent(c)) : address
}

function encode(value: string): string {
  return encodeURIComponent(value.isWellFormed() ? value : value.toWellFormed()).replace(/'/g, '%27')
}
