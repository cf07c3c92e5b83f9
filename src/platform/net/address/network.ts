import { type Address, parseAddress } from './address.ts'

/** The addresses that share the first `bits` bits of `base`. */
export interface Network {
  readonly base: Address
  readonly bits: number
}

/** A network from CIDR form; one address alone is a network of its full width. Fails with an Error on anything else. */
export function parseNetwork(text: string): Network {
  const [address = '', bits] = text.split('/')
  const base = parseAddress(address)
  if (base === undefined) throw new Error(`${text} is not a network in CIDR form`)
  return { base, bits: bits === undefined ? widthOf(base) : Number(bits) }
}

/** True if the address lies in the network; the families never mix. */
export function contains({ base, bits }: Network, address: Address): boolean {
  if (base.family !== address.family) return false
  const shift = BigInt(widthOf(base) - bits)
  return base.value >> shift === address.value >> shift
}

/** True if the network is one address. */
export function isSingle({ base, bits }: Network): boolean {
  return bits === widthOf(base)
}

function widthOf({ family }: Address): number {
  return family === 4 ? 32 : 128
}
