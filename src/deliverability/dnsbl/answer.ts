import type { BlockSeverity, Zone } from './zones.ts'

/** Queries a name below a list. Never rejects. */
export interface ResolveList {
  (
    name: string,
    type: 'A' | 'TXT',
  ): Promise<{
    readonly outcome: 'found' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout'
    readonly records: readonly string[]
  }>
}

export interface Hit {
  readonly zone: string
  readonly name: string
  readonly code: string
  readonly meaning: string
  readonly severity: BlockSeverity
  readonly reason?: string
  readonly delistUrl?: string
  readonly group?: string
}

/** A listing, no listing, or a response that cannot be trusted. */
export type Reading =
  | { readonly state: 'listed'; readonly code: string; readonly meaning: string; readonly severity: BlockSeverity }
  | { readonly state: 'clean' }
  | { readonly state: 'error'; readonly reason: string }

/** Error codes of any list: Spamhaus and others return them when they refuse a query. */
const errorsAnywhere: Readonly<Record<string, string>> = {
  '127.255.255.252': 'the name of the list is mistyped',
  '127.255.255.254': 'the list does not respond to public resolvers; use your own resolver',
  '127.255.255.255': 'the query limit of the list was exceeded',
}

/** Interprets the A records of a list. Addresses outside 127/8 and error codes are never listings (RFC 5782 2.1). */
export function readAnswer(zone: Zone, addresses: readonly string[]): Reading {
  if (addresses.length === 0) return { state: 'clean' }
  const foreign = addresses.find((address) => !address.startsWith('127.'))
  if (foreign !== undefined)
    return { state: 'error', reason: `it returned ${foreign}, so its name belongs to another owner` }
  for (const address of addresses) {
    const reason = errorsAnywhere[address] ?? zone.errorCodes?.[address]
    if (reason !== undefined) return { state: 'error', reason }
    if (address.startsWith('127.255.255.')) return { state: 'error', reason: `it returned ${address}, an error code` }
  }
  const meanings = addresses.flatMap((address) => meaningsOf(zone, address))
  const [worst] = meanings.toSorted((one, other) => Number(one.isPolicy) - Number(other.isPolicy))
  if (worst === undefined)
    return { state: 'error', reason: `it returned ${addresses.join(', ')}, which is undocumented` }
  const severity = worst.isPolicy ? 'info' : zone.severity
  return { state: 'listed', code: worst.code, meaning: worst.meaning, severity }
}

function meaningsOf(zone: Zone, code: string): { code: string; meaning: string; isPolicy: boolean }[] {
  const isPolicy = zone.policyCodes?.includes(code) === true
  const entries = Object.entries(zone.codes)
  // A custom list has no table of codes.
  if (entries.length === 0) return [{ code, meaning: 'listed', isPolicy }]
  const last = Number(code.split('.')[3])
  return entries
    .filter(([key]) => {
      if (zone.codeMode === 'bitmask') return (last & Number(key)) !== 0
      return zone.codeMode === 'exact' ? key === code : fits(key, code)
    })
    .map(([, meaning]) => ({ code, meaning, isPolicy }))
}

function fits(pattern: string, code: string): boolean {
  const octets = code.split('.')
  return pattern.split('.').every((part, index) => part === '*' || part === octets[index])
}
