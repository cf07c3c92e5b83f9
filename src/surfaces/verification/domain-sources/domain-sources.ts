import {
  readBootstrap,
  readRegistration,
  readSiteName,
  type Registration,
  serverFor,
} from '../../../deliverability/organization/index.ts'
import { type Send, Semaphore } from '../../../platform/net/index.ts'

/** `reached` is false if the source did not respond. */
export interface CachedResult<T> {
  readonly reached: boolean
  readonly value?: T
}

/** Sources of information about a domain other than its DNS. Never rejects; results are cached for a day. */
export interface DomainSources {
  /** Name of the organization, read from the home page of the domain. */
  siteName(domain: string): Promise<CachedResult<string>>
  /** RDAP data of the registrable domain. */
  registration(domain: string): Promise<CachedResult<Registration>>
}

/** IANA bootstrap file of RDAP servers (RFC 9224 4). */
const bootstrapUrl = 'https://data.iana.org/rdap/dns.json'

const requestTimeoutMs = 4000
const dayMs = 86_400_000
/** Unreachable sources are retried sooner. */
const unreachedMs = 600_000
const maxCached = 5000
const atOnce = 4

/** Sends requests through the guarded client. */
export function createDomainSources(send: Send, now: () => number = () => performance.now()): DomainSources {
  // A batch has thousands of domains, and registries limit the rate.
  const semaphore = new Semaphore(atOnce)
  const pages = cache((domain: string) => readPage(send, domain), now)
  const servers = cache(async () => {
    const text = await read(send, bootstrapUrl, 2_000_000)
    return text === undefined ? { reached: false } : { reached: true, value: readBootstrap(text) }
  }, now)
  const registrations = cache(async (domain: string): Promise<CachedResult<Registration>> => {
    const { reached, value } = await servers('')
    const server = serverFor(domain, value ?? new Map())
    if (server === undefined) return { reached }
    const text = await semaphore.run(() => read(send, `${server.replace(/\/$/, '')}/domain/${domain}`, 500_000))
    const registration = text === undefined ? undefined : readRegistration(text)
    return registration === undefined ? { reached: text !== undefined } : { reached: true, value: registration }
  }, now)
  return { siteName: pages, registration: registrations }
}

async function readPage(send: Send, domain: string): Promise<CachedResult<string>> {
  const text = await read(send, `https://${domain}/`, 300_000)
  if (text === undefined) return { reached: false }
  const name = readSiteName(text)
  return name === undefined ? { reached: true } : { reached: true, value: name }
}

async function read(send: Send, url: string, maxBodyBytes: number): Promise<string | undefined> {
  try {
    const { body, status } = await send({
      method: 'GET',
      url,
      headers: { accept: 'application/rdap+json, application/json, text/html;q=0.9' },
      timeoutMs: requestTimeoutMs,
      maxBodyBytes,
      onTooLarge: 'cut',
      redirects: 3,
      decompress: true,
    })
    return status === 200 ? new TextDecoder().decode(body) : undefined
  } catch {
    // These sources fail at times, and no verdict depends on them.
    return undefined
  }
}

/** Shares one request between concurrent callers, and caches its result. */
function cache<T>(load: (key: string) => Promise<CachedResult<T>>, now: () => number) {
  const cached = new Map<string, { result: Promise<CachedResult<T>>; untilMs: number }>()
  return (key: string): Promise<CachedResult<T>> => {
    const current = cached.get(key)
    if (current !== undefined && current.untilMs > now()) return current.result
    const [oldest] = cached.size >= maxCached ? cached.keys() : []
    if (oldest !== undefined) cached.delete(oldest)
    const result = load(key)
    const entry = { result, untilMs: now() + dayMs }
    cached.set(key, entry)
    void result.then(({ reached }) => {
      if (!reached) entry.untilMs = now() + unreachedMs
    })
    return result
  }
}
