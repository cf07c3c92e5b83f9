import { parentDomains } from '../host-name.ts'
import { isParkingServer } from './parking.ts'
import { relayDomains } from './relays.ts'
import { isRole } from './roles.ts'
import { SortedLines } from './sorted-lines.ts'

/** What an operator's own file adds and takes back, over the lists that come with the product. */
export interface ListOverrides {
  readonly allow: ReadonlySet<string>
  readonly disposable: ReadonlySet<string>
  readonly free: ReadonlySet<string>
  readonly relay: ReadonlySet<string>
  /** Local parts that name a task. */
  readonly role: ReadonlySet<string>
  /** Names that name servers of parked domains have, or have above them. */
  readonly parked: ReadonlySet<string>
}

/** What lists say of an address. */
export interface AddressLists {
  readonly version: string
  /**
   * Mailboxes for an hour, open to whoever knows the name: by its own name, by one above it, or because hosts of such a
   * service take its mail. What the operator allows is none.
   */
  isDisposable(domain: string, isByHosts?: boolean): boolean
  /** Anybody can open a mailbox there. */
  isFree(domain: string): boolean
  /** Hands mail on to a mailbox that it keeps secret. */
  isRelay(domain: string): boolean
  /** A task instead of a person. */
  isRole(local: string): boolean
  /** A name server of those who park domains until somebody buys them. */
  isParkingServer(host: string): boolean
}

const none: ListOverrides = {
  allow: new Set(),
  disposable: new Set(),
  free: new Set(),
  relay: new Set(),
  role: new Set(),
  parked: new Set(),
}

/** The lists from the text that `mergeLists` wrote. Domains are requested in A-labels and lower case. */
export function createLists(text: string, overrides: ListOverrides = none): AddressLists {
  const [version = '', disposableLines = '', freeLines = ''] = text.split('\n\n')
  const disposable = new SortedLines(disposableLines)
  const free = new SortedLines(freeLines)
  return {
    version,
    isDisposable(domain, isByHosts = false) {
      for (const name of parentDomains(domain)) {
        if (overrides.allow.has(name)) return false
        if (overrides.disposable.has(name) || disposable.has(name)) return true
      }
      return isByHosts
    },
    isFree: (domain) => overrides.free.has(domain) || free.has(domain),
    isRelay: (domain) => overrides.relay.has(domain) || relayDomains.has(domain),
    isRole: (local) => isRole(local) || overrides.role.has(local.toLowerCase().split('+')[0] ?? ''),
    isParkingServer: (host) =>
      isParkingServer(host) ||
      parentDomains(host.replace(/\.$/, '').toLowerCase()).some((name) => overrides.parked.has(name)),
  }
}
