import { isIP } from 'node:net'
import type { OutboundPolicy } from './policy.ts'

/** A parsed URL, checked as far as possible without a lookup. */
export interface Target {
  readonly url: string
  readonly isTls: boolean
  /** The host name or IP address, lower case, without brackets and without a dot at the end. */
  readonly host: string
  readonly isAddress: boolean
  readonly port: number
  /** The value of the Host header: RFC 9110 7.2. */
  readonly authority: string
  readonly path: string
}

interface Refused {
  readonly refusal: string
  readonly kind: 'invalid_url' | 'blocked_address'
}

const maxUrlLength = 8192
const maxCached = 1000
const maxCachedLength = 500
/** Parsed URLs, because webhooks call the same ones repeatedly. */
const cached = new Map<string, Target | Refused>()

/**
 * Parses a URL and checks scheme, user information, port, host name and, if the host is an IP address, the address. Returns
 * the target, or the reason of the refusal as one sentence for the user. The WHATWG URL parser has already normalized all
 * spellings of an IP address.
 */
export function readTarget(text: string, policy: OutboundPolicy): Target | Refused {
  let target = cached.get(text)
  if (target === undefined) {
    target = takeApart(text)
    if (cached.size >= maxCached) cached.clear()
    if (text.length <= maxCachedLength) cached.set(text, target)
  }
  if ('refusal' in target) return target
  if (target.isAddress) {
    const refusal = refuseAddress(policy, target.host, target)
    if (refusal !== undefined) return { refusal: `This IP address ${refusal}.`, kind: 'blocked_address' }
  } else if (!target.isTls && !policy.hasAllowed) return invalid('The URL must start with https://.')
  return target
}

/** Checks that depend on the text alone. */
function takeApart(text: string): Target | Refused {
  const url = text.length > maxUrlLength ? null : URL.parse(text)
  if (url === null) return invalid('This is not a URL.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid('The URL must start with https://.')
  if (url.username !== '' || url.password !== '') return invalid('The URL must not contain a user name or password.')
  const isTls = url.protocol === 'https:'
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  if (port !== 80 && port !== 443 && port < 1024) return invalid('The port must be 80, 443 or above 1023.')
  const bare = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname.replace(/\.$/, '')
  const isAddress = isIP(bare) !== 0
  if (!isAddress && !isName(bare)) return invalid('The host of the URL is not a valid name.')
  const shown = isIP(bare) === 6 ? `[${bare}]` : bare
  return {
    url: url.href,
    isTls,
    host: bare,
    isAddress,
    port,
    authority: url.port === '' ? shown : `${shown}:${port}`,
    path: url.pathname + url.search,
  }
}

/** The reason for refusing an IP address, as the end of a sentence; undefined if it may be called. */
export function refuseAddress(
  policy: OutboundPolicy,
  address: string,
  { isTls, port }: { isTls: boolean; port: number },
): string | undefined {
  const verdict = policy.evaluate(address)
  if (verdict === 'forbidden') return 'is not public'
  if (policy.isOwn(address, port)) return 'belongs to this service'
  return isTls || verdict === 'allowed' ? undefined : 'is reached over https only'
}

/** The reason for refusing a URL before any lookup, one sentence; undefined if it may be registered. */
export function refusalOf(url: string, policy: OutboundPolicy): string | undefined {
  const target = readTarget(url, policy)
  return 'refusal' in target ? target.refusal : undefined
}

function invalid(refusal: string): Refused {
  return { refusal, kind: 'invalid_url' }
}

// RFC 1035 2.3.4 for the lengths; underscores are in use on intranets. The URL parser has converted IDN to ASCII.
function isName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
}
