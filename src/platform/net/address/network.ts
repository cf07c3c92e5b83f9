import { type Address, parseAddress } from './address.ts'

/** The IP addresses that share the first `bits` bits of `base`. */
export interface Network {
  readonly base: Address
  readonly bits: number
}

/** Parses CIDR form; a single IP address is a network of its full width. Throws an Error on other text. */
export function parseNetwork(text: string): Network {
  const [address = '', bits] = text.split('/')
  const base = parseAddress(address)
  if (base === undefined) throw new Error(`${text} is not a network in CIDR form`)
  return { base, bits: bits === undefined ? widthOf(base) : Number(bits) }
}

/** True if the IP address is in the network; always false across address families. */
export function contains({ base, bits }: Network, address: Address): boolean {
  if (base.family !== address.family) return false
  const shift = BigInt(widthOf(base) - bits)
  return base.value >> shift === address.value >> shift
}

/** True if the network is a single IP address. */
export function isSingle({ base, bits }: Network): boolean {
  return bits === widthOf(base)
}

function widthOf({ family }: Address): number {
  return family === 4 ? 32 : 128
}
