import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import type { Metrics } from '../../metrics/index.ts'
import { Semaphore } from '../semaphore.ts'
import { ExpiringCache } from './cache.ts'
import type { Question, Reply } from './packet.ts'
import type { DnsAnswer, DnsOutcome, RecordType } from './records.ts'
import { ServerHealth } from './server-health.ts'
import { type SystemFiles, parseHosts, parseResolvConf, systemFiles, watchFile } from './system-files.ts'
import { type Requesting, type DnsServer, queryByTcp, queryByUdp } from './transport.ts'

/** The only DNS client of the service. Failures are values; no method rejects. */
export interface DnsClient {
  /**
   * The records of one type, from the cache until they expire. Names must be A-labels, not Unicode. `isSigned` also requests
   * DNSSEC signatures, which some servers need before they report an answer as authentic.
   */
  query<T extends RecordType>(name: string, type: T, options?: { isSigned?: boolean }): Promise<DnsAnswer<T>>
  /** The IP addresses of a host, IPv4 first: from the system's hosts file and localhost, then A and AAAA records. */
  addressesOf(host: string): Promise<HostAddresses>
}

export interface HostAddresses {
  readonly outcome: DnsOutcome
  readonly addresses: readonly string[]
  /** True if the hosts file or localhost gave the IP addresses, not a DNS zone. */
  readonly isLocal: boolean
}

export interface DnsDeps {
  /** Queried in this order; empty for those of the system. */
  readonly servers: readonly DnsServer[]
  readonly metrics: Metrics
  /** Timeouts per server, milliseconds, for the first round and the second. */
  readonly timeoutsMs?: readonly number[]
  readonly files?: SystemFiles
}

/** More concurrent queries lose datagrams in the buffers of the system. */
const maxInFlight = 100
/** TTL of a failure, so that a broken zone is not queried on every call (RFC 9520 3.1 requires one second). */
const failureSeconds = 1
/** Max aliases followed for a server that did not follow them, and the max TTL of such a result. */
const maxLegs = 8
const legSeconds = 30
/** Milliseconds for which a server that did not respond is queried after the others. */
const avoidedMs = 30_000
const isConclusive: ReadonlySet<DnsOutcome> = new Set(['found', 'no_data', 'no_name'])

/** The DNS client: caches negative answers too, merges concurrent queries of one name, and retries across the servers. */
export function createDnsClient({
  servers,
  metrics,
  timeoutsMs = [2000, 3000],
  files = systemFiles,
}: DnsDeps): DnsClient {
  const cache = new ExpiringCache<DnsAnswer>()
  const asked = new Map<string, Promise<DnsAnswer>>()
  const semaphore = new Semaphore(maxInFlight)
  const health = new ServerHealth(avoidedMs)
  const hosts = watchFile(files.hosts, parseHosts)
  const systemServers = watchFile(files.resolvConf, parseResolvConf)
  const count = countQueries(metrics)

  async function ask(name: string, type: RecordType, isSigned: boolean): Promise<DnsAnswer> {
    const list = servers.length > 0 ? servers : systemServers()
    const answer = await semaphore.run(() =>
      queryAll({ name, type, isSigned }, { servers: health.order(list), timeoutsMs, health }),
    )
    count(answer.outcome)
    return answer
  }

  // RFC 1034 5.3.3 has the server follow aliases; for a forwarder that stops at one, this client does.
  async function resolve(name: string, type: RecordType, isSigned: boolean): Promise<DnsAnswer> {
    let answer = await ask(name, type, isSigned)
    const names = new Set<string>()
    let asked = name
    while (stopsAtAlias(answer, asked)) {
      // A loop of aliases, or one too long, is a failure and no statement about the name.
      names.add(asked)
      if (names.has(answer.owner) || names.size > maxLegs)
        return { ...answer, outcome: 'failed', ttlSeconds: failureSeconds }
      asked = answer.owner
      const next = await ask(asked, type, isSigned)
      if (next.owner === asked && next.outcome === 'no_data') return next
      const ttlSeconds = Math.min(legSeconds, next.ttlSeconds)
      answer = { ...next, isAuthentic: answer.isAuthentic && next.isAuthentic, ttlSeconds }
    }
    return answer
  }

  async function query<T extends RecordType>(
    given: string,
    type: T,
    { isSigned = false }: { isSigned?: boolean } = {},
  ): Promise<DnsAnswer<T>> {
    const name = given.replace(/\.$/, '').toLowerCase()
    if (!isAskable(name)) return { ...nothing('no_name', name), records: [] }
    const key = `${type} ${name}${isSigned ? ' signed' : ''}`
    const known = cache.get(key)
    if (known !== undefined) return known as DnsAnswer<T>
    let pending = asked.get(key)
    if (pending === undefined) {
      pending = resolve(name, type, isSigned).then((answer) => {
        asked.delete(key)
        cache.set(key, answer, answer.ttlSeconds)
        return answer
      })
      asked.set(key, pending)
    }
    return (await pending) as DnsAnswer<T>
  }

  return {
    query,
    async addressesOf(given) {
      const host = given.replace(/\.$/, '').toLowerCase()
      if (isIP(host) !== 0) return { outcome: 'found', addresses: [host], isLocal: true }
      const listed = hosts().get(host) ?? (isLocalhost(host) ? ['127.0.0.1', '::1'] : undefined)
      if (listed !== undefined) return { outcome: 'found', addresses: listed, isLocal: true }
      const [four, six] = await Promise.all([query(host, 'A'), query(host, 'AAAA')])
      const addresses = [...four.records, ...six.records]
      if (addresses.length > 0) return { outcome: 'found', addresses, isLocal: false }
      // A failed query is no proof that the host has no IP address.
      const worst = ([four.outcome, six.outcome] as const).find((each) => !isConclusive.has(each))
      return { outcome: worst ?? four.outcome, addresses, isLocal: false }
    },
  }
}

/** Queries each server in turn, twice, until one answers. */
async function queryAll(
  question: Omit<Question, 'id'>,
  {
    servers,
    timeoutsMs,
    health,
  }: { servers: readonly DnsServer[]; timeoutsMs: readonly number[]; health: ServerHealth },
): Promise<DnsAnswer> {
  let last: DnsAnswer | undefined
  for (const timeoutMs of timeoutsMs) {
    for (const server of servers) {
      const reply = await queryOne(question, { server, timeoutMs, hasEdns: true })
      health.note(server, reply !== undefined)
      if (reply !== undefined && isConclusive.has(reply.answer.outcome)) return reply.answer
      if (reply !== undefined) last = reply.answer
    }
  }
  return { ...(last ?? nothing('timeout', question.name)), ttlSeconds: failureSeconds }
}

async function queryOne(given: Omit<Question, 'id'>, requesting: Requesting): Promise<Reply | undefined> {
  const question = { ...given, id: randomInt(0, 65_536) }
  const reply = await queryByUdp(question, requesting)
  if (reply?.isTruncated) return queryByTcp(question, requesting)
  // RFC 6891 7: a server without EDNS reports it, and is queried again without it.
  const isOld = requesting.hasEdns && (reply?.rcode === 'FORMERR' || reply?.rcode === 'NOTIMP')
  return isOld ? queryOne(given, { ...requesting, hasEdns: false }) : reply
}

// A conclusive end without records has an SOA, and so a TTL (RFC 2308 2.2).
function stopsAtAlias({ outcome, owner, ttlSeconds }: DnsAnswer, name: string): boolean {
  return outcome === 'no_data' && owner !== name && ttlSeconds === 0
}

function nothing(outcome: DnsOutcome, owner: string): DnsAnswer {
  return { outcome, rcode: '', isAuthentic: false, records: [], owner, ttlSeconds: 0 }
}

// RFC 1035 2.3.4: labels of 1 to 63 octets, 253 characters in total.
function isAskable(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => /^[!-~]{1,63}$/.test(label))
}

// RFC 6761 6.3: these names are never queried.
function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function countQueries(metrics: Metrics): (outcome: DnsOutcome) => void {
  const name = 'svc_dns_queries_total'
  const help = 'DNS queries by outcome.'
  return (outcome) => metrics.counter(name, help, { outcome }).add()
}
