import { type Address } from './address.ts'
import { type Network, contains, parseNetwork } from './network.ts'

/**
 * IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890, RFC 8190, and the documents named in each row, as
 * of 2025-10), with the multicast blocks and the first row of the IPv6 address space (RFC 4291 2.4): outside 2000::/3 no
 * address is assigned as global unicast. The most specific row decides; `true` is “Globally Reachable” in the registry.
 */
const rows: readonly [cidr: string, isGlobal: boolean, name: string][] = [
  ['0.0.0.0/0', true, 'IPv4'],
  ['0.0.0.0/8', false, 'this network, RFC 791 3.2'],
  ['10.0.0.0/8', false, 'private use, RFC 1918'],
  ['100.64.0.0/10', false, 'shared by carriers, RFC 6598'],
  ['127.0.0.0/8', false, 'loopback, RFC 1122 3.2.1.3'],
  ['169.254.0.0/16', false, 'link-local, RFC 3927'],
  ['172.16.0.0/12', false, 'private use, RFC 1918'],
  ['192.0.0.0/24', false, 'IETF protocol assignments, RFC 6890 2.1'],
  ['192.0.0.9/32', true, 'port control protocol anycast, RFC 7723'],
  ['192.0.0.10/32', true, 'TURN anycast, RFC 8155'],
  ['192.0.2.0/24', false, 'documentation, RFC 5737'],
  ['192.31.196.0/24', true, 'AS112, RFC 7535'],
  ['192.52.193.0/24', true, 'AMT, RFC 7450'],
  ['192.88.99.0/24', false, 'former 6to4 relays, RFC 7526'],
  ['192.168.0.0/16', false, 'private use, RFC 1918'],
  ['192.175.48.0/24', true, 'AS112, RFC 7534'],
  ['198.18.0.0/15', false, 'benchmarks, RFC 2544'],
  ['198.51.100.0/24', false, 'documentation, RFC 5737'],
  ['203.0.113.0/24', false, 'documentation, RFC 5737'],
  ['224.0.0.0/4', false, 'multicast, RFC 5771'],
  ['240.0.0.0/4', false, 'reserved, RFC 1112 4'],
  ['255.255.255.255/32', false, 'limited broadcast, RFC 919 7'],
  ['::/0', false, 'not global unicast, RFC 4291 2.4'],
  ['2000::/3', true, 'global unicast, RFC 4291 2.4'],
  ['::/128', false, 'unspecified, RFC 4291 2.5.2'],
  ['::1/128', false, 'loopback, RFC 4291 2.5.3'],
  ['::/96', false, 'IPv4-compatible, RFC 4291 2.5.5.1'],
  ['::ffff:0:0/96', false, 'IPv4-mapped, RFC 4291 2.5.5.2'],
  ['64:ff9b::/96', true, 'IPv4 translation, RFC 6052'],
  ['64:ff9b:1::/48', false, 'local IPv4 translation, RFC 8215'],
  ['100::/64', false, 'discard only, RFC 6666'],
  ['100:0:0:1::/64', false, 'dummy prefix, RFC 9780'],
  ['2001::/23', false, 'IETF protocol assignments, RFC 2928'],
  ['2001::/32', false, 'Teredo, RFC 4380'],
  ['2001:1::1/128', true, 'port control protocol anycast, RFC 7723'],
  ['2001:1::2/128', true, 'TURN anycast, RFC 8155'],
  ['2001:1::3/128', true, 'DNS-SD registration anycast, RFC 9665'],
  ['2001:2::/48', false, 'benchmarks, RFC 5180'],
  ['2001:3::/32', true, 'AMT, RFC 7450'],
  ['2001:4:112::/48', true, 'AS112, RFC 7535'],
  ['2001:10::/28', false, 'former ORCHID, RFC 4843'],
  ['2001:20::/28', true, 'ORCHIDv2, RFC 7343'],
  ['2001:30::/28', true, 'drone identifiers, RFC 9374'],
  ['2001:db8::/32', false, 'documentation, RFC 3849'],
  ['2002::/16', false, '6to4, RFC 3056'],
  ['2620:4f:8000::/48', true, 'AS112, RFC 7534'],
  ['3fff::/20', false, 'documentation, RFC 9637'],
  ['5f00::/16', false, 'segment routing, RFC 9602'],
  ['fc00::/7', false, 'unique local, RFC 4193'],
  ['fe80::/10', false, 'link-local, RFC 4291 2.5.6'],
  ['fec0::/10', false, 'former site-local, RFC 3879'],
  ['ff00::/8', false, 'multicast, RFC 4291 2.7'],
]

/**
 * IP addresses at which clouds return machine credentials to any client, from their own documentation. One of them
 * (168.63.129.16) is in public space, the others in ranges that an operator may have allowed for other reasons.
 */
const metadataAddresses: readonly string[] = [
  '169.254.169.254', // AWS, Azure, Google, DigitalOcean, Oracle, OpenStack and others
  '169.254.170.2', // AWS ECS task credentials
  '169.254.170.23', // AWS EKS pod identity
  'fd00:ec2::23', // AWS EKS pod identity
  'fd00:ec2::254', // AWS
  'fd20:ce::254', // Google
  'fd00:42::42', // Scaleway
  '169.254.42.42', // Scaleway
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure host agent
  '192.0.0.192', // Oracle Classic
  '169.254.0.23', // Tencent
]

const special = rows
  .map(([cidr, isGlobal, name]) => ({ network: parseNetwork(cidr), isGlobal, name }))
  .sort((one, other) => other.network.bits - one.network.bits)

const metadata: readonly Network[] = metadataAddresses.map(parseNetwork)

/** True if the registries list the IP address as globally reachable. Does not check IPv4 embedded in IPv6. */
export function isGlobal(address: Address): boolean {
  return special.find(({ network }) => contains(network, address))?.isGlobal === true
}

/** True if a cloud serves machine credentials at this IP address. */
export function isMetadata(address: Address): boolean {
  return metadata.some((network) => contains(network, address))
}
