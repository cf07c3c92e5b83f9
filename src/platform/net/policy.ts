import { networkInterfaces } from 'node:os'
import { type Address, canonicalAddress, parseAddress } from './address/address.ts'
import { embeddedAddresses } from './address/embedded.ts'
import { type Network, contains, isSingle, parseNetwork } from './address/network.ts'
import { isGlobal, isMetadata } from './address/special-networks.ts'

/** A listener of the service; the host may be an IP address, a wildcard or a name. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** `forbidden`: never called. `public`: called with TLS only. `allowed`: allowed by the operator. */
export type Verdict = 'forbidden' | 'public' | 'allowed'

/** The egress policy; verdicts are cached per IP address. */
export interface OutboundPolicy {
  /** The verdict for an IP address in plain form. Text that is no IP address is forbidden. */
  evaluate(address: string): Verdict
  /** True for a listener of the service itself, which is never called, whatever the operator allows. */
  isOwn(address: string, port: number): boolean
  /** True if the operator allowed any network; without one, plain http is always refused. */
  readonly hasAllowed: boolean
}

const maxCached = 10_000

/**
 * Builds the policy from the networks of SVC_NET_ALLOW in CIDR form and the service's own listeners. Throws on text that is
 * no CIDR.
 */
export function createPolicy(parts: {
  allow: readonly string[]
  ownAddresses: readonly ListenAddress[]
}): OutboundPolicy {
  const allow = parts.allow.map(parseNetwork)
  const cached = new Map<string, Verdict>()
  return {
    hasAllowed: allow.length > 0,
    evaluate(address) {
      let verdict = cached.get(address)
      if (verdict !== undefined) return verdict
      const parsed = parseAddress(address)
      verdict = parsed === undefined ? 'forbidden' : evaluateAddress(parsed, allow)
      if (cached.size >= maxCached) cached.clear()
      cached.set(address, verdict)
      return verdict
    },
    isOwn: (address, port) => parts.ownAddresses.some((own) => own.port === port && isReachedAt(own.host, address)),
  }
}

function evaluateAddress(given: Address, allow: readonly Network[]): Verdict {
  const address = canonicalAddress(given)
  // An embedded IPv4 address must pass as well: a translator on the path would connect to it.
  const verdicts = [address, ...embeddedAddresses(address)].map((each) => evaluateOne(each, allow))
  if (verdicts.includes('forbidden')) return 'forbidden'
  return verdicts[0] ?? 'forbidden'
}

function evaluateOne(address: Address, allow: readonly Network[]): Verdict {
  const opened = allow.filter((network) => contains(network, address))
  if (isMetadata(address)) return opened.some(isSingle) ? 'allowed' : 'forbidden'
  if (opened.length > 0) return 'allowed'
  return isGlobal(address) ? 'public' : 'forbidden'
}

function isReachedAt(host: string, address: string): boolean {
  const dialed = parseAddress(address)
  if (dialed === undefined) return false
  const target = [canonicalAddress(dialed), ...embeddedAddresses(dialed)]
  const listening = parseAddress(host)
  const isWildcard = listening === undefined || listening.value === 0n
  const places = isWildcard ? localAddresses() : [canonicalAddress(listening)]
  return target.some((each) => {
    // The system connects to loopback for the unspecified address.
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
