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

/** Who takes the mail of a domain, judged. */
export interface MxCheck extends Checked {
  /** Every mail host, the best first. */
  readonly hosts: readonly string[]
}

/** Hosts that are inspected one by one. */
const maxHosts = 10

/** Who takes the mail of a domain, and whether each host that it names is there. `registrable`: the domain somebody registered. */
export async function checkMx(
  domain: string,
  { hosts, notes, outcome, records }: MxFinding,
  { registrable, resolve }: { resolve: ResolveRecords; registrable(name: string): string },
): Promise<MxCheck> {
  const named = records.length > 0 ? records.map(({ host }) => host) : hosts.map(({ host }) => host)
  const publish = { name: domain, type: 'MX', value: '0 .' } as const
  switch (outcome) {
    case 'null_mx':
      return { ...concluded([report('null', 'The domain says that it takes no mail.')]), hosts: [] }
    case 'servfail':
    case 'timeout':
      return { ...unmeasured(report('dns', 'The mail hosts could not be asked for.')), hosts: named }
    case 'domain_not_found':
      return { ...concluded([report('no_domain', 'The domain does not exist.')]), hosts: [] }
    case 'implicit': {
      const fix = 'Publish an MX record with the host that takes the mail; “0 .” where the domain takes none.'
      return {
        ...concluded([
          report('implicit', 'No mail host is named: the address of the domain takes the mail.', { fix, publish }),
        ]),
        hosts: named,
      }
    }
    default: {
      const each = await Promise.all(named.slice(0, maxHosts).map((host) => judgeHost(host, { registrable, resolve })))
      const found = each.flat()
      const known = new Set(found.map(({ message }) => message.split(' ')[0]))
      // What is said of a host with its reason needs no other word.
      const rest = notes.slice(0, maxHosts).filter((note) => !known.has(note.split(' ')[0]))
      const findings = [...found, ...rest.map((note) => report('note', sentence(note)))]
      if (outcome === 'private')
        findings.push(report('private', 'Every mail host has a private or unreachable IP address.'))
      if (outcome === 'no_mx') {
        const fix = 'Name a host that exists; publish “0 .” where the domain takes no mail.'
        findings.push(
          report('none', 'The domain has neither a mail host that is there nor an address.', { fix, publish }),
        )
      }
      if (outcome === 'found' && named.length === 1 && hosts.every(({ addresses }) => addresses.length === 1))
        findings.push(report('single', `${named[0]} alone takes the mail, at one address.`))
      return { ...concluded(findings), hosts: named }
    }
  }
}

async function judgeHost(
  host: string,
  { registrable, resolve }: { resolve: ResolveRecords; registrable(name: string): string },
): Promise<DomainFinding[]> {
  if (/(?:^|\.)\d+$|:/.test(host))
    return [
      report('literal', `${host} is an address where a name belongs.`, {
        fix: 'Give the address a name, and publish that.',
      }),
    ]
  if (host === 'localhost' || host.endsWith('.localhost')) return []
  const [four, six] = await Promise.all([resolve(host, 'A'), resolve(host, 'AAAA')])
  if (isUnknown(four) || isUnknown(six)) return []
  if (isAbsent(four) && isAbsent(six)) {
    const alias = danglingAlias(host, four)
    const lost = alias ?? host
    // The parent answers for a domain that exists, even where nothing else does.
    const owner = await resolve(registrable(lost), 'SOA')
    if (owner.outcome === 'no_name') {
      const fix = 'Take the record out at once, or register the domain.'
      return [report('takeover', `${host} leads to ${registrable(lost)}, which nobody has registered.`, { fix })]
    }
    const what = alias === undefined ? 'has no address' : `is an alias of ${alias}, which is not there`
    return [report('dangling', `${host} ${what}.`, { fix: 'Give it an address, or take the record out.' })]
  }
  const target = (four.owner ?? host).replace(/\.$/, '').toLowerCase()
  if (target === host) return []
  return [report('alias', `${host} is an alias of ${target}.`, { fix: `Name ${target} itself in the MX record.` })]
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
