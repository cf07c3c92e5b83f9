import { BlockList, isIP } from 'node:net'
import type { AddressSource } from '../exchange.ts'

/** Says where a call came from that proxies passed on, given what knows the address of the connection. */
export type SeeThrough = (source: AddressSource) => AddressSource

/**
 * Believes proxies in these networks (CIDR form) about whom they speak for: the caller is the last address of
 * `X-Forwarded-For` that is none of theirs. What precedes it the caller himself may have written, as all of it may be on a
 * connection of anybody else. Undefined without networks.
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

/** Characters of an IP address with brackets and port: anybody can send the header, so longer values are not read. */
const maxHop = 64

/** The addresses of `X-Forwarded-For`, the nearest first, without the ports that some proxies write. */
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
