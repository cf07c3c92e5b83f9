import { type MailProvider, providerOf } from '../providers/index.ts'
import { type HostFinding, type MailHost, type MxRecord, type ResolveMx, resolveHost } from './resolve.ts'

/**
 * `implicit`: no MX, and the A or AAAA record of the domain is used (RFC 5321 5.1); `null_mx`: the domain accepts no mail
 * (RFC 7505); `no_mx`: neither a usable MX nor an IP address; `private`: only hosts that are unreachable from outside;
 * `servfail` and `timeout`: undetermined.
 */
export type MxOutcome =
  'found' | 'implicit' | 'null_mx' | 'domain_not_found' | 'no_mx' | 'private' | 'servfail' | 'timeout'

/** The hosts to try in order, or the reason for having none. */
export interface MxFinding {
  readonly outcome: MxOutcome
  /** All MX records, most preferred first. */
  readonly records: readonly { readonly host: string; readonly preference: number }[]
  /** Reachable hosts in the order of attempts, at most `maxHosts`. */
  readonly hosts: readonly MailHost[]
  /** The operator, if the host names reveal it. */
  readonly provider?: MailProvider
  readonly notes: readonly string[]
}

export interface MxDeps {
  readonly resolve: ResolveMx
  /** True if connections to an IP address are allowed. */
  mayDial(address: string): boolean
  /** True if a label is a known top-level domain. */
  isTopLevel(label: string): boolean
  /** From 0 to 1; distributes mail over records of equal preference. */
  random(): number
}

/** Maximum number of records; hosts resolved in the first round, doubled in each further one; reachable hosts required. */
const maxRecords = 64
const requestedFirst = 3
const maxHosts = 3

/** Finds the mail hosts of a domain, given in A-labels. The number of queries is bounded, whatever the zone contains. */
export async function findMx(domain: string, deps: MxDeps): Promise<MxFinding> {
  const { outcome, records } = await deps.resolve(domain, 'MX')
  if (outcome === 'timeout') return noHosts('timeout')
  if (outcome === 'failed' || outcome === 'refused') return noHosts('servfail')
  // Some broken servers return NXDOMAIN instead of NODATA: an address record proves that the name exists.
  if (outcome !== 'found') return findImplicit(domain, deps, outcome === 'no_name' ? 'domain_not_found' : 'no_mx')
  const named = records.map(({ exchange, preference }) => ({
    exchange: exchange.replace(/\.$/, '').toLowerCase(),
    preference,
  }))
  const real = named.filter(({ exchange }) => exchange !== '')
  if (real.length === 0) return noHosts('null_mx')
  const notes = real.length < named.length ? ['a null MX next to other records is invalid (RFC 7505 3)'] : []
  return findHosts(order(real, deps.random), deps, notes)
}

async function findImplicit(domain: string, deps: MxDeps, otherwise: MxOutcome): Promise<MxFinding> {
  const { addresses, note, outcome } = await resolveHost(domain, deps.resolve, deps.mayDial)
  if (outcome === 'nothing' && otherwise === 'domain_not_found' && (await deniesTopLevel(domain, deps)))
    return { ...noHosts('servfail'), notes: ['the DNS server denies a name that certainly exists'] }
  if (outcome === 'nothing') return noHosts(otherwise)
  if (outcome !== 'found') return { ...noHosts(outcome === 'failed' ? 'servfail' : outcome), notes: notesOf(note) }
  return { ...noHosts('implicit'), hosts: [{ host: domain, preference: 0, addresses }] }
}

// Without Internet access, some DNS servers deny every name. A server that denies com is not trusted about names below it.
async function deniesTopLevel(domain: string, { isTopLevel, resolve }: MxDeps): Promise<boolean> {
  const top = domain.slice(domain.lastIndexOf('.') + 1)
  return isTopLevel(top) && (await resolve(top, 'A')).outcome === 'no_name'
}

async function findHosts(sorted: readonly MxRecord[], deps: MxDeps, notes: readonly string[]): Promise<MxFinding> {
  const records = sorted.map(({ exchange, preference }) => ({ host: exchange, preference }))
  const provider = records.map(({ host }) => providerOf(host)).find((each) => each !== undefined)
  const hosts: MailHost[] = []
  const findings: HostFinding[] = []
  const known = { records, ...(provider === undefined ? {} : { provider }) }
  for (let from = 0; from < Math.min(records.length, maxRecords) && hosts.length === 0;) {
    const some = records.slice(from, Math.min(2 * from + requestedFirst, maxRecords))
    from += some.length
    const found = await Promise.all(some.map(({ host }) => resolveHost(host, deps.resolve, deps.mayDial)))
    findings.push(...found)
    hosts.push(
      ...some.flatMap(({ host, preference }, index) => {
        const addresses = found[index]?.addresses ?? []
        return addresses.length > 0 ? [{ host, preference, addresses }] : []
      }),
    )
  }
  const all = [...notes, ...findings.flatMap(({ note }) => notesOf(note))]
  // A record that was not checked may have been the working one.
  const outcome = hosts.length === 0 && records.length > maxRecords ? 'servfail' : worstOf(findings)
  // A public provider has no hosts in a private network: a filter or proxy replaced the DNS response.
  if (outcome === 'private' && provider !== undefined)
    return { ...known, outcome: 'servfail', hosts: [], notes: [...all, `${provider.name} is not in a private network`] }
  return { ...known, outcome, hosts: hosts.slice(0, maxHosts), notes: all }
}

// A host that could not be resolved may be the working one; a private host is more than none.
function worstOf(findings: readonly HostFinding[]): MxOutcome {
  const has = (outcome: HostFinding['outcome']) => findings.some((each) => each.outcome === outcome)
  if (has('found')) return 'found'
  if (has('timeout')) return 'timeout'
  if (has('failed')) return 'servfail'
  return has('private') ? 'private' : 'no_mx'
}

/** Sorted by preference, equal ones in random order (RFC 5321 5.1); duplicates of a host are removed. */
function order(records: readonly MxRecord[], random: () => number): MxRecord[] {
  const keyed = records.map((record) => ({ record, key: random() }))
  const sorted = keyed.toSorted((a, b) => a.record.preference - b.record.preference || a.key - b.key)
  return [...new Map(sorted.toReversed().map(({ record }) => [record.exchange, record])).values()].toReversed()
}

function noHosts(outcome: MxOutcome): MxFinding {
  return { outcome, records: [], hosts: [], notes: [] }
}

function notesOf(note: string | undefined): string[] {
  return note === undefined ? [] : [note]
}
