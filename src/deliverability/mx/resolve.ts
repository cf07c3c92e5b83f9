/** NXDOMAIN (`no_name`), NODATA and failures are distinct outcomes. */
export type ResolveOutcome = 'found' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout'

/** The exchange is spelled as in the zone. */
export interface MxRecord {
  readonly preference: number
  readonly exchange: string
}

export interface MxAnswer<T> {
  readonly outcome: ResolveOutcome
  readonly records: readonly T[]
  /** The target of CNAMEs, otherwise the queried name. */
  readonly owner: string
}

/** Queries DNS. Never rejects. */
export interface ResolveMx {
  (name: string, type: 'MX'): Promise<MxAnswer<MxRecord>>
  (name: string, type: 'A' | 'AAAA'): Promise<MxAnswer<string>>
}

/** A mail host and its reachable IP addresses. */
export interface MailHost {
  readonly host: string
  readonly preference: number
  readonly addresses: readonly string[]
}

export interface HostFinding {
  readonly outcome: 'found' | 'nothing' | 'private' | 'failed' | 'timeout'
  readonly addresses: readonly string[]
  /** A remark, such as an alias that RFC 5321 does not allow. */
  readonly note?: string
}

/** Allowed IP addresses of a mail host: IPv4, or IPv6 if no IPv4 address is allowed. */
export async function resolveHost(
  host: string,
  resolve: ResolveMx,
  mayDial: (address: string) => boolean,
): Promise<HostFinding> {
  // RFC 6761 6.3: such names resolve to the querying machine.
  if (host === 'localhost' || host.endsWith('.localhost'))
    return noHosts('private', `${host} resolves to the querying machine`)
  // RFC 5321 5.1: an exchange is a name. A resolver would query a numeric top-level domain.
  if (/(?:^|\.)\d+$|:/.test(host)) return noHosts('nothing', `${host} is an IP address instead of a host name`)
  const four = await resolve(host, 'A')
  const answer = four.outcome === 'found' || four.outcome === 'no_name' ? four : await resolveSix(host, resolve, four)
  if (answer.outcome === 'no_name') return noHosts('nothing', `${host} does not exist`)
  if (answer.outcome === 'no_data') return noHosts('nothing', `${host} has no IP address`)
  if (answer.outcome !== 'found')
    return noHosts(
      answer.outcome === 'timeout' ? 'timeout' : 'failed',
      `the IP addresses of ${host} could not be queried`,
    )
  const isPrivate = answer === four && !answer.records.some(mayDial)
  const other = isPrivate ? await resolve(host, 'AAAA') : answer
  // If the AAAA query failed, there may be a reachable IPv6 address.
  if (other.outcome === 'failed' || other.outcome === 'refused' || other.outcome === 'timeout')
    return noHosts(
      other.outcome === 'timeout' ? 'timeout' : 'failed',
      `the IPv6 addresses of ${host} could not be queried`,
    )
  const addresses = other.records.filter(mayDial).slice(0, maxAddresses)
  if (addresses.length === 0) return noHosts('private', `${host} has only unreachable (private) IP addresses`)
  const isAlias = answer.owner.toLowerCase() !== host
  return {
    outcome: 'found',
    addresses,
    ...(isAlias ? { note: `${host} is an alias, which RFC 2181 10.3 rules out` } : {}),
  }
}

const maxAddresses = 4

// If the A query failed, there may be IPv4 addresses: missing IPv6 does not prove absence.
async function resolveSix(host: string, resolve: ResolveMx, four: MxAnswer<string>): Promise<MxAnswer<string>> {
  const six = await resolve(host, 'AAAA')
  const hasFailed = !['found', 'no_data', 'no_name'].includes(four.outcome)
  return hasFailed && six.outcome !== 'found' ? four : six
}

function noHosts(outcome: Exclude<HostFinding['outcome'], 'found'>, note: string): HostFinding {
  return { outcome, addresses: [], note }
}
