import { type MailProvider, providerOf } from '../providers/index.ts'
import { type HostFinding, type MailHost, type MxRecord, type ResolveMx, resolveHost } from './resolve.ts'

/**
 * What is known about who takes a domain's mail. `implicit`: no MX, and the domain's own address serves (RFC 5321 5.1);
 * `null_mx`: it says that it takes none (RFC 7505); `no_mx`: neither a usable MX nor an address; `private`: only hosts that
 * nobody outside can reach; `servfail` and `timeout` say nothing about the domain.
 */
export type MxOutcome =
  'found' | 'implicit' | 'null_mx' | 'domain_not_found' | 'no_mx' | 'private' | 'servfail' | 'timeout'

/** The hosts to try, in their order, or why there are none. */
export interface MxFinding {
  readonly outcome: MxOutcome
  /** Every MX record, best first. */
  readonly records: readonly { readonly host: string; readonly preference: number }[]
  /** Those that may be dialled, in the order in which they are tried: at most `maxHosts`. */
  readonly hosts: readonly MailHost[]
  /** Who runs them, where the names tell. */
  readonly provider?: MailProvider
  /** What deserves a word. */
  readonly notes: readonly string[]
}

/** The world as finding an MX needs it. */
export interface MxDeps {
  readonly resolve: ResolveMx
  /** Whether an address may be dialled at all. */
  mayDial(address: string): boolean
  /** Whether a label is a top-level domain that certainly exists. */
  isTopLevel(label: string): boolean
  /** Between 0 and 1; spreads mail over records of equal preference. */
  random(): number
}

/** Records that are inspected, hosts whose addresses are requested at first, each time twice as many, and hosts that are wanted. */
const maxRecords = 64
const requestedFirst = 3
const maxHosts = 3

/** Finds who takes the mail of a domain, given in A-labels. Asks a bounded number of questions, whatever the zone holds. */
export async function findMx(domain: string, deps: MxDeps): Promise<MxFinding> {
  const { outcome, records } = await deps.resolve(domain, 'MX')
  if (outcome === 'timeout') return nobody('timeout')
  if (outcome === 'failed' || outcome === 'refused') return nobody('servfail')
  // Some broken servers deny the name itself when they only lack the type: an address proves them wrong.
  if (outcome !== 'found') return findImplicit(domain, deps, outcome === 'no_name' ? 'domain_not_found' : 'no_mx')
  const named = records.map(({ exchange, preference }) => ({
    exchange: exchange.replace(/\.$/, '').toLowerCase(),
    preference,
  }))
  const real = named.filter(({ exchange }) => exchange !== '')
  if (real.length === 0) return nobody('null_mx')
  const notes = real.length < named.length ? ['beside others a null MX means nothing (RFC 7505 3)'] : []
  return findHosts(order(real, deps.random), deps, notes)
}

async function findImplicit(domain: string, deps: MxDeps, otherwise: MxOutcome): Promise<MxFinding> {
  const { addresses, note, outcome } = await resolveHost(domain, deps.resolve, deps.mayDial)
  if (outcome === 'nothing' && otherwise === 'domain_not_found' && (await isDeceived(domain, deps)))
    return { ...nobody('servfail'), notes: ['the DNS server denies what certainly exists'] }
  if (outcome === 'nothing') return nobody(otherwise)
  if (outcome !== 'found') return { ...nobody(outcome === 'failed' ? 'servfail' : outcome), notes: notesOf(note) }
  return { ...nobody('implicit'), hosts: [{ host: domain, preference: 0, addresses }] }
}

// Cut off from the Internet, some servers deny every name. Whoever denies com is not believed about what is below it.
async function isDeceived(domain: string, { isTopLevel, resolve }: MxDeps): Promise<boolean> {
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
  // What was not inspected may have been the one that works.
  const outcome = hosts.length === 0 && records.length > maxRecords ? 'servfail' : worstOf(findings)
  // Whose mail the world reads has no hosts in a private network: some filter or proxy answers in place of DNS.
  if (outcome === 'private' && provider !== undefined)
    return { ...known, outcome: 'servfail', hosts: [], notes: [...all, `${provider.name} is not in a private network`] }
  return { ...known, outcome, hosts: hosts.slice(0, maxHosts), notes: all }
}

// One host that could not be requested may be the one that works; one that is private is more than nothing at all.
function worstOf(findings: readonly HostFinding[]): MxOutcome {
  const has = (outcome: HostFinding['outcome']) => findings.some((each) => each.outcome === outcome)
  if (has('found')) return 'found'
  if (has('timeout')) return 'timeout'
  if (has('failed')) return 'servfail'
  return has('private') ? 'private' : 'no_mx'
}

/** By preference, those of equal preference in any order (RFC 5321 5.1); a host that is named twice counts once. */
function order(records: readonly MxRecord[], random: () => number): MxRecord[] {
  const keyed = records.map((record) => ({ record, key: random() }))
  const sorted = keyed.toSorted((a, b) => a.record.preference - b.record.preference || a.key - b.key)
  return [...new Map(sorted.toReversed().map(({ record }) => [record.exchange, record])).values()].toReversed()
}

function nobody(outcome: MxOutcome): MxFinding {
  return { outcome, records: [], hosts: [], notes: [] }
}

function notesOf(note: string | undefined): string[] {
  return note === undefined ? [] : [note]
}
