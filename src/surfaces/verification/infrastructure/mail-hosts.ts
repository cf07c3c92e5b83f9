import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isUnknown,
  unmeasured,
} from '../../../engines/findings/index.ts'
import type { MxFinding } from '../../../engines/mx/index.ts'
import { reverseName } from '../probing/index.ts'

/** Addresses whose names are looked at. */
const mostAddresses = 8

/** Who takes the mail of a domain. */
export function checkMx({ outcome, hosts, notes, records }: MxFinding): Checked & { hosts: string[] } {
  const named = records.length > 0 ? records.map(({ host }) => host) : hosts.map(({ host }) => host)
  const info = notes
    .slice(0, 10)
    .map((note): DomainFinding => ({ code: 'mx.note', severity: 'warning', message: sentence(note) }))
  switch (outcome) {
    case 'found':
      return { ...concluded(info), hosts: named }
    case 'implicit': {
      const message = 'No mail host is named; the address of the domain takes the mail (RFC 5321 5.1).'
      const fix = 'Publish an MX record; “MX 0 .” where the domain takes no mail.'
      return { ...concluded([...info, { code: 'mx.implicit', severity: 'warning', message, fix }]), hosts: named }
    }
    case 'null_mx': {
      const message = 'The domain says that it takes no mail (RFC 7505).'
      return { ...concluded([{ code: 'mx.null', severity: 'info', message }]), hosts: [] }
    }
    case 'servfail':
    case 'timeout':
      return { ...unmeasured('mx.dns', 'The mail hosts could not be asked for.'), hosts: named }
    case 'private':
      return { ...failed('private', 'Every mail host is in a network that nobody outside reaches.'), hosts: named }
    case 'domain_not_found':
      return { ...failed('no_domain', 'The domain does not exist.'), hosts: [] }
    case 'no_mx':
      return { ...failed('none', 'The domain has neither a mail host that exists nor an address.'), hosts: named }
  }
}

/** Whether the addresses of the mail hosts have names that lead back to them. */
export async function checkPtr({ hosts }: MxFinding, resolve: ResolveRecords): Promise<Checked> {
  const addresses = [...new Set(hosts.flatMap((host) => host.addresses))].slice(0, mostAddresses)
  if (addresses.length === 0) return unmeasured('ptr.no_hosts', 'There is no mail host to ask about.')
  const found = await Promise.all(addresses.map((address) => judge(address, resolve)))
  if (found.every((each) => each === 'unknown')) return unmeasured('ptr.dns', 'The names could not be asked for.')
  return concluded(found.filter((each) => typeof each === 'object'))
}

async function judge(address: string, resolve: ResolveRecords): Promise<DomainFinding | 'good' | 'unknown'> {
  const reply = await resolve(reverseName(address), 'PTR')
  if (isUnknown(reply)) return 'unknown'
  const fix = 'Have whoever gives out the address set the name of the mail host.'
  const [name] = reply.records
  if (name === undefined) return { code: 'ptr.none', severity: 'warning', message: `${address} has no name.`, fix }
  const back = await resolve(name.replace(/\.$/, '').toLowerCase(), address.includes(':') ? 'AAAA' : 'A')
  if (isUnknown(back)) return 'unknown'
  if (back.records.includes(address)) return 'good'
  return {
    code: 'ptr.mismatch',
    severity: 'warning',
    message: `${address} is called ${name}, which does not lead back.`,
    fix,
  }
}

function failed(code: string, message: string): Checked {
  return concluded([{ code: `mx.${code}`, severity: 'error', message }])
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
