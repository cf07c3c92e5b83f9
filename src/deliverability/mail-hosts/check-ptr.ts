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

/** Names of one address that are inspected. */
const maxNames = 5

/** An address, and the mail host that it is of. */
export interface HostAddress {
  readonly address: string
  readonly host: string
}

/** Whether addresses have names that lead back to them (forward-confirmed, RFC 8601 2.7.3). */
export async function checkPtr(addresses: readonly HostAddress[], resolve: ResolveRecords): Promise<Checked> {
  if (addresses.length === 0) return unmeasured(report('no_hosts', 'There is no address to ask about.'))
  const found = await Promise.all(addresses.map(({ address, host }) => confirmName(address, resolve, host)))
  if (found.every(({ state }) => state === 'unknown'))
    return unmeasured(report('dns', 'The names could not be asked for.'))
  return concluded(found.flatMap(({ finding }) => (finding === undefined ? [] : [finding])))
}

/** What became of the name of one address. */
export interface ConfirmedName {
  readonly state: 'confirmed' | 'none' | 'mismatch' | 'unknown'
  readonly name?: string
  readonly finding?: DomainFinding
}

/** The name of an address, and whether it leads back; `host` is what it should be, where that is known. */
export async function confirmName(given: string, resolve: ResolveRecords, host?: string): Promise<ConfirmedName> {
  const ip = readIp(given) ?? []
  const address = readable(ip)
  const zone = reverseOf(ip)
  const reply = await resolve(zone, 'PTR')
  if (isUnknown(reply)) return { state: 'unknown' }
  const names = reply.records.slice(0, maxNames).map((name) => name.replace(/\.$/, '').toLowerCase())
  const [first] = names
  const detail = {
    fix: 'Have whoever gives out the address set its name to that of the mail host.',
    ...(host === undefined ? {} : { publish: { name: zone, type: 'PTR', value: host } as const }),
  }
  if (first === undefined) return { state: 'none', finding: report('none', `${address} has no name.`, detail) }
  const type = ip.length === 4 ? 'A' : 'AAAA'
  const replies = await Promise.all(names.map(async (name) => ({ name, back: await resolve(name, type) })))
  const good = replies.find(({ back }) => back.records.some((each) => readable(readIp(each) ?? []) === address))
  if (good !== undefined) return { state: 'confirmed', name: good.name, ...generic(good.name, ip, address) }
  if (replies.some(({ back }) => isUnknown(back))) return { state: 'unknown', name: first }
  return {
    state: 'mismatch',
    name: first,
    finding: report('mismatch', `${address} is called ${first}, which does not lead back.`, detail),
  }
}

// Names that are made of the address, as networks give them to lines of homes.
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
    finding: report('generic', `${address} is called ${name}, a name made of the address.`, {
      fix: 'Have it named after the mail host.',
    }),
  }
}
