import { networkInterfaces } from 'node:os'
import { type Address, canonicalAddress, parseAddress } from './address/address.ts'
import { embeddedAddresses } from './address/embedded.ts'
import { type Network, contains, isSingle, parseNetwork } from './address/network.ts'
import { isGlobal, isMetadata } from './address/special-networks.ts'

/** Where the service itself listens; the host may be an address, a wildcard or a name. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** What an address is to us: never dialled, dialled with TLS only, or opened by the operator. */
export type Verdict = 'forbidden' | 'public' | 'allowed'

/** What may be called: judged once for each address, and cached. */
export interface OutboundPolicy {
  /** The verdict about one address in plain spelling. Text that is no address is forbidden. */
  judge(address: string): Verdict
  /** Whether the service itself answers there. Never to be called, whatever the operator opened. */
  isOwn(address: string, port: number): boolean
  /** Whether the operator opened anything, so that http can be of use at all. */
  readonly hasAllowed: boolean
}

const maxCached = 10_000

/** The policy from the networks of SVC_NET_ALLOW in CIDR form and the service's own listeners. Throws on text that is no CIDR. */
export function createPolicy(parts: {
  allow: readonly string[]
  ownAddresses: readonly ListenAddress[]
}): OutboundPolicy {
  const allow = parts.allow.map(parseNetwork)
  const cached = new Map<string, Verdict>()
  return {
    hasAllowed: allow.length > 0,
    judge(address) {
      let verdict = cached.get(address)
      if (verdict !== undefined) return verdict
      const parsed = parseAddress(address)
      verdict = parsed === undefined ? 'forbidden' : judgeAddress(parsed, allow)
      if (cached.size >= maxCached) cached.clear()
      cached.set(address, verdict)
      return verdict
    },
    isOwn: (address, port) => parts.ownAddresses.some((own) => own.port === port && isReachedAt(own.host, address)),
  }
}

function judgeAddress(given: Address, allow: readonly Network[]): Verdict {
  const address = canonicalAddress(given)
  // What an address carries must pass as well as the address: a translator on the way would go there.
  const verdicts = [address, ...embeddedAddresses(address)].map((each) => judgeOne(each, allow))
  if (verdicts.includes('forbidden')) return 'forbidden'
  return verdicts[0] ?? 'forbidden'
}

function judgeOne(address: Address, allow: readonly Network[]): Verdict {
  const opened = allow.filter((network) => contains(network, address))
  if (isMetadata(address)) return opened.some(isSingle) ? 'allowed' : 'forbidden'
  if (opened.length > 0) return 'allowed'
  return isGlobal(address) ? 'public' : 'forbidden'
}

function isReachedAt(host: string, address: string): boolean {
  const dialled = parseAddress(address)
  if (dialled === undefined) return false
  const target = [canonicalAddress(dialled), ...embeddedAddresses(dialled)]
  const listening = parseAddress(host)
  const isWildcard = listening === undefined || listening.value === 0n
  const places = isWildcard ? localAddresses() : [canonicalAddress(listening)]
  return target.some((each) => {
    // The unspecified address is dialled as loopback.
    if (each.value === 0n) return true
    if (isWildcard && isLoopback(each)) return true
    return places.some(({ family, value }) => family === each.family && value === each.value)
  })
}

function localAddresses(): Address[] {
  const found = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return found.map(({ address }) => parseAddress(address.split('%')[0] ?? '')).filter((each) => each !== undefined)
}

function isLoopback({ family, value }: Address): boolean {
  return family === 4 ? value >> 24n === 127n : value === 1n
}
