import { BlockList, isIP } from 'node:net'
import type { AddressSource } from '../exchange.ts'

/** Wraps the IP address of the connection with the one that trusted proxies forward. */
export type SeeThrough = (source: AddressSource) => AddressSource

/**
 * Trusts proxies in these networks (CIDR form): the caller is the last IP address of `X-Forwarded-For` outside of them. The
 * caller can forge the entries before it, and the whole header on a connection from outside of these networks. Undefined
 * without networks.
 */
export function trustProxies(networks: readonly string[]): SeeThrough | undefined {
  if (networks.length === 0) return undefined
  const trusted = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    trusted.addSubnet(address, Number(bits), familyOf(address))
  }
  const isTrusted = (address: string) => trusted.check(address, familyOf(address))
  return (source) => ({
    requestIP(request) {
      const peer = source.requestIP(request)
      if (peer === null || !isTrusted(peer.address)) return peer
      let seen = peer.address
      for (const hop of hopsOf(request)) {
        if (isIP(hop) === 0) break
        seen = hop
        if (!isTrusted(hop)) break
      }
      return { address: seen }
    },
  })
}

/** Max characters of an IP address with brackets and port. Any client can send the header, so longer values are ignored. */
const maxHop = 64

/** The IP addresses of `X-Forwarded-For`, the nearest first, without the ports that some proxies append. */
function hopsOf({ headers }: Request): string[] {
  const hops = headers.get('x-forwarded-for')?.split(',') ?? []
  return hops.reverse().map((text) => {
    const hop = text.trim()
    if (hop.length > maxHop) return ''
    return /^\[?(.+?)(?:\]:\d+|\]|(?<=\.\d+):\d+)?$/.exec(hop)?.[1] ?? ''
  })
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
