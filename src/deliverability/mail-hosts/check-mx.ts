import {
  type Checked,
  type DomainFinding,
  concluded,
  danglingAlias,
  isAbsent,
  isUnknown,
  unmeasured,
} from '../findings/index.ts'
import type { ResolveRecords } from '../findings/index.ts'
import type { MxFinding } from '../mx/index.ts'
import { reportMx as report } from './reasons.ts'

export interface MxCheck extends Checked {
  /** All mail hosts, most preferred first. */
  readonly hosts: readonly string[]
}

/** Maximum number of hosts checked individually. */
const maxHosts = 10

/** Checks the MX records of a domain, and that each host exists. `registrable`: the registrable domain of a name. */
export async function checkMx(
  domain: string,
  { hosts, notes, outcome, records }: MxFinding,
  { registrable, resolve }: { resolve: ResolveRecords; registrable(name: string): string },
): Promise<MxCheck> {
  const named = records.length > 0 ? records.map(({ host }) => host) : hosts.map(({ host }) => host)
  const publish = { name: domain, type: 'MX', value: '0 .' } as const
  switch (outcome) {
    case 'null_mx':
      return { ...concluded([report('null', 'The domain accepts no mail (null MX).')]), hosts: [] }
    case 'servfail':
    case 'timeout':
      return { ...unmeasured(report('dns', 'The mail hosts could not be queried.')), hosts: named }
    case 'domain_not_found':
      return { ...concluded([report('no_domain', 'The domain does not exist.')]), hosts: [] }
    case 'implicit': {
      const fix = 'Publish an MX record with the host that accepts the mail, or “0 .” if the domain accepts none.'
      return {
        ...concluded([
          report('implicit', 'No MX record: the A or AAAA record of the domain is used.', { fix, publish }),
        ]),
        hosts: named,
      }
    }
    default: {
      const each = await Promise.all(
        named.slice(0, maxHosts).map((host) => evaluateHost(host, { registrable, resolve })),
      )
      const found = each.flat()
      const known = new Set(found.map(({ message }) => message.split(' ')[0]))
      // Notes about hosts that have a finding are redundant.
      const rest = notes.slice(0, maxHosts).filter((note) => !known.has(note.split(' ')[0]))
      const findings = [...found, ...rest.map((note) => report('note', sentence(note)))]
      if (outcome === 'private')
        findings.push(report('private', 'Every mail host has a private or unreachable IP address.'))
      if (outcome === 'no_mx') {
        const fix = 'Use an existing host, or publish “0 .” if the domain accepts no mail.'
        findings.push(
          report('none', 'The domain has neither an existing mail host nor an A or AAAA record.', { fix, publish }),
        )
      }
      if (outcome === 'found' && named.length === 1 && hosts.every(({ addresses }) => addresses.length === 1))
        findings.push(report('single', `${named[0]} is the only mail host, with a single IP address.`))
      return { ...concluded(findings), hosts: named }
    }
  }
}

async function evaluateHost(
  host: string,
  { registrable, resolve }: { resolve: ResolveRecords; registrable(name: string): string },
): Promise<DomainFinding[]> {
  if (/(?:^|\.)\d+$|:/.test(host))
    return [
      report('literal', `${host} is an IP address instead of a host name.`, {
        fix: 'Create a host name for the address, and publish that.',
      }),
    ]
  if (host === 'localhost' || host.endsWith('.localhost')) return []
  const [four, six] = await Promise.all([resolve(host, 'A'), resolve(host, 'AAAA')])
  if (isUnknown(four) || isUnknown(six)) return []
  if (isAbsent(four) && isAbsent(six)) {
    const alias = danglingAlias(host, four)
    const lost = alias ?? host
    // An existing domain has a SOA record, even without any other record.
    const owner = await resolve(registrable(lost), 'SOA')
    if (owner.outcome === 'no_name') {
      const fix = 'Remove the record immediately, or register the domain.'
      return [report('takeover', `${host} points to ${registrable(lost)}, which is not registered.`, { fix })]
    }
    const what = alias === undefined ? 'has no IP address' : `is an alias of ${alias}, which does not exist`
    return [report('dangling', `${host} ${what}.`, { fix: 'Add an address record, or remove the MX record.' })]
  }
  const target = (four.owner ?? host).replace(/\.$/, '').toLowerCase()
  if (target === host) return []
  return [report('alias', `${host} is an alias of ${target}.`, { fix: `Name ${target} itself in the MX record.` })]
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
