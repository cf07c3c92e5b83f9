import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { Rate } from '../../kernel/limits.ts'
import { isLoopbackHost } from './loopback.ts'
import { readMailServer } from './mail-server.ts'
import { readS3Address } from '../blobs/index.ts'

/** A parsed value, or the problem of the text as the end of a sentence. */
export type Read<T> = { value: T } | { problem: string }
export type Reader<T> = (text: string) => Read<T>

/** A DNS server; an IPv6 address stands without brackets. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** Any text on one line that is not empty. */
export const text: Reader<string> = (given) =>
  given === '' || /[\r\n\0]/.test(given) ? { problem: 'must be one line of text' } : { value: given }

/** A path, resolved against the working directory. */
export const path: Reader<string> = (given) =>
  given === '' || given.includes('\0') ? { problem: 'must be a path' } : { value: resolve(given) }

/** An integer between two bounds, both inclusive. */
export function integer(min: number, max: number): Reader<number> {
  return (given) => {
    const value = Number(given)
    return /^\d{1,15}$/.test(given) && value >= min && value <= max
      ? { value }
      : { problem: `must be a whole number from ${min} to ${max}` }
  }
}

export const port = integer(1, 65_535)

/** true or false; also 1, 0, yes, no, on, off. */
export const flag: Reader<boolean> = (given) => {
  const word = given.toLowerCase()
  if (['true', '1', 'yes', 'on'].includes(word)) return { value: true }
  if (['false', '0', 'no', 'off'].includes(word)) return { value: false }
  return { problem: 'must be true or false' }
}

export function oneOf<const T extends readonly string[]>(...words: T): Reader<T[number]> {
  return (given) =>
    words.includes(given) ? { value: given as T[number] } : { problem: `must be one of ${words.join(', ')}` }
}

/** `requests/seconds`, both at least 1. */
export const rate: Reader<Rate> = (given) => {
  const [, requests, seconds] = /^(\d{1,9})\/(\d{1,6})$/.exec(given) ?? []
  return Number(requests) > 0 && Number(seconds) > 0
    ? { value: { requests: Number(requests), seconds: Number(seconds) } }
    : { problem: 'must be requests/seconds, such as 600/60' }
}

/** A public URL of the service: http or https, no query or credentials; a trailing slash is removed. */
export const publicUrl: Reader<string> = (given) => {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) return { problem: 'must be a URL that starts with http:// or https://' }
  if (url.username || url.password || url.search || url.hash)
    return { problem: 'must be a URL without user name, query or fragment' }
  return { value: (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '') }
}

/**
 * The issuer of an OpenID Connect provider (OpenID Connect Discovery 3): https without query or fragment, and http on this
 * machine. As written, because issuers are compared character by character.
 */
export const issuer: Reader<string> = (given) => {
  const url = URL.parse(given)
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (url === null || !isSecure) return { problem: 'must be a URL that starts with https://' }
  return url.username || url.password || url.search || url.hash
    ? { problem: 'must be a URL without user name, query or fragment' }
    : { value: given }
}

/** Scopes (RFC 6749 3.3), one of them `openid`. */
export const oidcScope: Reader<string> = (given) =>
  given.split(' ').every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)) && given.split(' ').includes('openid')
    ? { value: given }
    : { problem: 'must be scopes separated by single spaces, with openid among them' }

/** A URL with one of the given schemes, not normalized. */
export function addressOf(...schemes: readonly string[]): Reader<string> {
  return (given) => {
    const scheme = URL.parse(given)?.protocol.slice(0, -1)
    return scheme !== undefined && schemes.includes(scheme)
      ? { value: given }
      : { problem: `must be a URL that starts with ${schemes.map((each) => `${each}://`).join(' or ')}` }
  }
}

/** The URL of a bucket, not normalized. */
export const s3Address: Reader<string> = (given) => {
  const read = readS3Address(given)
  return 'problem' in read ? read : { value: given }
}

/** The SMTP server of outgoing mail, as written. */
export const smtpServer: Reader<string> = (given) => {
  const read = readMailServer(given)
  return 'problem' in read ? read : { value: given }
}

/** An email address, also with a name before it: `Reports <reports@example.com>`. */
export const sender: Reader<string> = (given) =>
  /^(?:[^<>"@\\\r\n\0]{1,100} <[^\s<>"@,;\\]{1,64}@[a-z0-9.-]{1,253}>|[^\s<>"@,;\\]{1,64}@[a-z0-9.-]{1,253})$/i.test(
    given,
  )
    ? { value: given }
    : { problem: 'must be an email address such as reports@example.com or Reports <reports@example.com>' }

/** A host name or an IP address to listen on. */
export const host: Reader<string> = (given) =>
  isIP(given) !== 0 || isHostName(given) ? { value: given } : { problem: 'must be a host name or an IP address' }

/** Comma-separated values, each parsed separately; empty text is an empty list. */
export function list<T>(item: Reader<T>): Reader<readonly T[]> {
  return (given) => {
    const values: T[] = []
    for (const part of given.split(',').map((each) => each.trim())) {
      if (part === '') continue
      const read = item(part)
      if ('problem' in read) return { problem: `has “${part}”, which ${read.problem}` }
      values.push(read.value)
    }
    return { value: values }
  }
}

/** Lines that match a pattern, with a description for the error message; empty lines are ignored. */
export function lines(pattern: RegExp, shape: string): Reader<readonly string[]> {
  return (given) => {
    const values = given.split(/\r?\n/).filter((line) => line !== '')
    return values.every((line) => pattern.test(line)) ? { value: values } : { problem: `must be ${shape}` }
  }
}

/** `host[:port]` of a DNS server, port 53 by default; IPv6 with a port needs brackets. */
export const dnsServer: Reader<ServerAddress> = (given) => {
  if (isIP(given) === 6) return { value: { host: given, port: 53 } }
  const [, bracketed, plain, portText = '53'] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(given) ?? []
  const name = bracketed ?? plain ?? ''
  const number = port(portText)
  const known = bracketed === undefined ? isIP(name) === 4 || isHostName(name) : isIP(name) === 6
  return known && 'value' in number
    ? { value: { host: name, port: number.value } }
    : { problem: 'must be a DNS server as host or host:port' }
}

/** An IP network in CIDR form, or one IP address. */
export const cidr: Reader<string> = (given) => {
  const [address = '', bits] = given.split('/')
  const version = isIP(address)
  const width = version === 4 ? 32 : 128
  const valid = version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width))
  return valid && given.split('/').length <= 2
    ? { value: bits === undefined ? `${address}/${width}` : given }
    : { problem: 'must be a network such as 10.0.0.0/8 or fd00::/8' }
}

/** Text that matches a pattern, with a description for the error message. */
export function matching(pattern: RegExp, shape: string): Reader<string> {
  return (given) => (pattern.test(given) ? { value: given } : { problem: `must be ${shape}` })
}

function isHostName(given: string): boolean {
  // RFC 1123 2.1: labels of letters, digits and inner hyphens, 63 characters each, 253 in total. A name of only digits and
  // dots would be a mistyped IPv4 address.
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
  return given.length <= 253 && new RegExp(`^${label}(?:\\.${label})*$`, 'i').test(given) && !/^[\d.]+$/.test(given)
}
