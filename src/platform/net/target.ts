import { isIP } from 'node:net'
import type { OutboundPolicy } from './policy.ts'

/** A URL taken apart, as far as it can be judged without asking anybody. */
export interface Target {
  readonly url: string
  readonly isTls: boolean
  /** The name or address to reach, lower case, without brackets and without a dot at the end. */
  readonly host: string
  readonly isAddress: boolean
  readonly port: number
  /** What the Host header says: RFC 9110 7.2. */
  readonly authority: string
  /** Path and query. */
  readonly path: string
}

interface Refused {
  readonly refusal: string
  readonly kind: 'invalid_url' | 'blocked_address'
}

const maxUrlLength = 8192
const maxCached = 1000
const maxCachedLength = 500
/** URLs taken apart before, for webhooks go to the same one again and again. */
const cached = new Map<string, Target | Refused>()

/**
 * Takes a URL apart and judges scheme, user information, port, host name and, where the host is an address, the address.
 * Answers the reason of the refusal, one sentence for the user, or the target. All spellings of an address that the
 * WHATWG URL parser knows arrive here as the address itself.
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

/** As far as the text alone decides. */
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

/** Why nothing is sent to the address, as the end of a sentence; undefined when it may be dialled. */
export function refuseAddress(
  policy: OutboundPolicy,
  address: string,
  { isTls, port }: { isTls: boolean; port: number },
): string | undefined {
  const verdict = policy.judge(address)
  if (verdict === 'forbidden') return 'is not public'
  if (policy.isOwn(address, port)) return 'is this service itself'
  return isTls || verdict === 'allowed' ? undefined : 'is reached over https only'
}

/** The reason why a URL is refused before anything is resolved, one sentence; undefined when it may be registered. */
export function refusalOf(url: string, policy: OutboundPolicy): string | undefined {
  const target = readTarget(url, policy)
  return 'refusal' in target ? target.refusal : undefined
}

function invalid(refusal: string): Refused {
  return { refusal, kind: 'invalid_url' }
}

// RFC 1035 2.3.4 for the lengths; underscores are in use on intranets. The URL parser made IDN names ASCII.
function isName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
}
