import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isUnknown,
  unmeasured,
} from '../findings/index.ts'
import { readIp, readable, reverseOf } from '../ip/index.ts'
import { reportPtr as report } from './reasons.ts'

/** Maximum number of PTR names checked per IP address. */
const maxNames = 5

/** An IP address of a mail host. */
export interface HostAddress {
  readonly address: string
  readonly host: string
}

/** Checks that IP addresses have PTR names that resolve back to them (forward-confirmed, RFC 8601 2.7.3). */
export async function checkPtr(addresses: readonly HostAddress[], resolve: ResolveRecords): Promise<Checked> {
  if (addresses.length === 0) return unmeasured(report('no_hosts', 'There is no IP address to check.'))
  const found = await Promise.all(addresses.map(({ address, host }) => confirmName(address, resolve, host)))
  if (found.every(({ state }) => state === 'unknown'))
    return unmeasured(report('dns', 'The PTR records could not be queried.'))
  return concluded(found.flatMap(({ finding }) => (finding === undefined ? [] : [finding])))
}

export interface ConfirmedName {
  readonly state: 'confirmed' | 'none' | 'mismatch' | 'unknown'
  readonly name?: string
  readonly finding?: DomainFinding
}

/** Checks the PTR name of an IP address; `host` is the expected name, if known. */
export async function confirmName(given: string, resolve: ResolveRecords, host?: string): Promise<ConfirmedName> {
  const ip = readIp(given) ?? []
  const address = readable(ip)
  const zone = reverseOf(ip)
  const reply = await resolve(zone, 'PTR')
  if (isUnknown(reply)) return { state: 'unknown' }
  const names = reply.records.slice(0, maxNames).map((name) => name.replace(/\.$/, '').toLowerCase())
  const [first] = names
  const detail = {
    fix: 'Have the provider of the IP address set its PTR record to the name of the mail host.',
    ...(host === undefined ? {} : { publish: { name: zone, type: 'PTR', value: host } as const }),
  }
  if (first === undefined) return { state: 'none', finding: report('none', `${address} has no PTR record.`, detail) }
  const type = ip.length === 4 ? 'A' : 'AAAA'
  const replies = await Promise.all(names.map(async (name) => ({ name, back: await resolve(name, type) })))
  const good = replies.find(({ back }) => back.records.some((each) => readable(readIp(each) ?? []) === address))
  if (good !== undefined) return { state: 'confirmed', name: good.name, ...generic(good.name, ip, address) }
  if (replies.some(({ back }) => isUnknown(back))) return { state: 'unknown', name: first }
  return {
    state: 'mismatch',
    name: first,
    finding: report('mismatch', `The PTR record of ${address} is ${first}, which does not resolve back to it.`, detail),
  }
}

// Names generated from the IP address, as networks assign to residential lines.
function generic(name: string, ip: readonly number[], address: string): Pick<ConfirmedName, 'finding'> {
  const [one = 0, two = 0, three = 0, four = 0] = ip
  const isMade =
    ip.length === 4 &&
    [
      [one, two, three, four],
      [four, three, two, one],
    ].some((parts) => name.includes(parts.join('-')) || name.includes(parts.join('.')))
  if (!isMade) return {}
  return {
    finding: report('generic', `The PTR record of ${address} is ${name}, a generic name.`, {
      fix: 'Have it named after the mail host.',
    }),
  }
}
