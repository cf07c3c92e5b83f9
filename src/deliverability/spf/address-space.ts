import type { IpOctets } from '../ip/index.ts'

/** Consecutive addresses as numbers, both ends inclusive. */
type Range = readonly [from: bigint, to: bigint]

/** Sets of IPv4 and IPv6 addresses as sorted ranges that do not touch. */
export interface AddressSpace {
  readonly four: readonly Range[]
  readonly six: readonly Range[]
}

export const noAddresses: AddressSpace = { four: [], six: [] }
export const allAddresses: AddressSpace = { four: [[0n, (1n << 32n) - 1n]], six: [[0n, (1n << 128n) - 1n]] }

/** The network given by the first `prefix` bits of an address. */
export function networkOf(address: IpOctets, prefix: number): AddressSpace {
  const number = address.reduce((sum, octet) => (sum << 8n) | BigInt(octet), 0n)
  const free = BigInt(address.length * 8 - prefix)
  const from = (number >> free) << free
  const range: Range = [from, from + (1n << free) - 1n]
  return address.length === 4 ? { four: [range], six: [] } : { four: [], six: [range] }
}

export function union(one: AddressSpace, other: AddressSpace): AddressSpace {
  return { four: joined(one.four, other.four), six: joined(one.six, other.six) }
}

/** Addresses of the first set that are not in the second. */
export function difference(one: AddressSpace, other: AddressSpace): AddressSpace {
  return { four: without(one.four, other.four), six: without(one.six, other.six) }
}

/** Number of addresses. */
export function sizeOf(ranges: readonly Range[]): bigint {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1n, 0n)
}

function joined(one: readonly Range[], other: readonly Range[]): Range[] {
  const sorted = [...one, ...other].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const ranges: [bigint, bigint][] = []
  for (const [from, to] of sorted) {
    const last = ranges.at(-1)
    if (last === undefined || from > last[1] + 1n) ranges.push([from, to])
    else if (to > last[1]) last[1] = to
  }
  return ranges
}

function without(ranges: readonly Range[], taken: readonly Range[]): Range[] {
  return ranges.flatMap(([from, to]) => {
    const left: Range[] = []
    let start = from
    for (const [first, last] of taken) {
      if (last < start || first > to) continue
      if (first > start) left.push([start, first - 1n])
      start = last + 1n
    }
    return start <= to ? [...left, [start, to] as const] : left
  })
}
