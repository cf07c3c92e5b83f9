/** How a question to DNS ended; NXDOMAIN, NODATA and failures are never mixed. */
export type ResolveOutcome = 'found' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout'

/** One MX record; the exchange is spelled as the zone has it. */
export interface MxRecord {
  readonly preference: number
  readonly exchange: string
}

/** The answer to one question. */
export interface MxAnswer<T> {
  readonly outcome: ResolveOutcome
  readonly records: readonly T[]
  /** The name that the records belong to, where CNAMEs lead elsewhere. */
  readonly owner: string
}

/** Asks DNS. Never rejects. */
export interface ResolveMx {
  (name: string, type: 'MX'): Promise<MxAnswer<MxRecord>>
  (name: string, type: 'A' | 'AAAA'): Promise<MxAnswer<string>>
}

/** A host that takes mail, with the addresses of it that may be dialled. */
export interface MailHost {
  readonly host: string
  readonly preference: number
  readonly addresses: readonly string[]
}

/** What became of the addresses of one host. */
export interface HostFinding {
  readonly outcome: 'found' | 'nothing' | 'private' | 'failed' | 'timeout'
  readonly addresses: readonly string[]
  /** What deserves a word, such as an alias where RFC 5321 wants none. */
  readonly note?: string
}

/** The addresses of a mail host that may be dialled: those of IPv4, or where none of them may be those of IPv6. */
export async function resolveHost(
  host: string,
  resolve: ResolveMx,
  mayDial: (address: string) => boolean,
): Promise<HostFinding> {
  // RFC 6761 6.3: such names mean whoever asks.
  if (host === 'localhost' || host.endsWith('.localhost')) return nobody('private', `${host} is whoever asks`)
  // RFC 5321 5.1: an exchange is a name. A resolver would look for a top-level domain of digits.
  if (/(?:^|\.)\d+$|:/.test(host)) return nobody('nothing', `${host} is an address where a name belongs`)
  const four = await resolve(host, 'A')
  const answer = four.outcome === 'found' || four.outcome === 'no_name' ? four : await resolveSix(host, resolve, four)
  if (answer.outcome === 'no_name') return nobody('nothing', `${host} does not exist`)
  if (answer.outcome === 'no_data') return nobody('nothing', `${host} has no address`)
  if (answer.outcome !== 'found')
    return nobody(
      answer.outcome === 'timeout' ? 'timeout' : 'failed',
      `the addresses of ${host} could not be asked for`,
    )
  const isPrivate = answer === four && !answer.records.some(mayDial)
  const other = isPrivate ? await resolve(host, 'AAAA') : answer
  // Who could not be requested IPv6 may have one that the world reaches.
  if (other.outcome === 'failed' || other.outcome === 'refused' || other.outcome === 'timeout')
    return nobody(
      other.outcome === 'timeout' ? 'timeout' : 'failed',
      `the IPv6 addresses of ${host} could not be asked for`,
    )
  const addresses = other.records.filter(mayDial).slice(0, maxAddresses)
  if (addresses.length === 0) return nobody('private', `${host} has only addresses that nobody else can reach`)
  const isAlias = answer.owner.toLowerCase() !== host
  return {
    outcome: 'found',
    addresses,
    ...(isAlias ? { note: `${host} is an alias, which RFC 2181 10.3 rules out` } : {}),
  }
}

const maxAddresses = 4

// What did not answer for IPv4 may have had addresses: that IPv6 has none is no proof of absence.
async function resolveSix(host: string, resolve: ResolveMx, four: MxAnswer<string>): Promise<MxAnswer<string>> {
  const six = await resolve(host, 'AAAA')
  const hasFailed = !['found', 'no_data', 'no_name'].includes(four.outcome)
  return hasFailed && six.outcome !== 'found' ? four : six
}

function nobody(outcome: Exclude<HostFinding['outcome'], 'found'>, note: string): HostFinding {
  return { outcome, addresses: [], note }
}
