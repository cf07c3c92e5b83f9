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

/** One response of a list, or one bit of it, that reports a listing. */
export interface ListedCode {
  readonly code: string
  readonly meaning: string
  readonly severity: BlockSeverity
}

/** A listing: the code of the highest severity, and all codes. */
export interface Hit extends ListedCode {
  readonly zone: string
  readonly name: string
  /** Highest severity first. Missing in results that earlier versions cached. */
  readonly codes?: readonly ListedCode[]
  /** The first TXT record, and all of them. */
  readonly reason?: string
  readonly reasons?: readonly string[]
  readonly delistUrl?: string
  readonly group?: string
}

/** A listing, no listing, or a response that cannot be trusted. */
export type Reading =
  | { readonly state: 'listed'; readonly codes: readonly [ListedCode, ...ListedCode[]] }
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
  const codes = addresses.flatMap((address) => codesOf(zone, address))
  const [worst, ...rest] = codes.toSorted(
    (one, other) =>
      Number(one.severity === 'info') - Number(other.severity === 'info') ||
      lastOctet(one.code) - lastOctet(other.code),
  )
  if (worst === undefined)
    return { state: 'error', reason: `it returned ${addresses.join(', ')}, which is undocumented` }
  return { state: 'listed', codes: [worst, ...rest] }
}

function codesOf(zone: Zone, code: string): ListedCode[] {
  const severityOf = (key: string) => (zone.policyCodes?.includes(key) === true ? 'info' : zone.severity)
  const entries = Object.entries(zone.codes)
  // A custom list has no table of codes.
  if (entries.length === 0) return [{ code, meaning: 'listed', severity: severityOf(code) }]
  const matching = entries.filter(([key]) => {
    if (zone.codeMode === 'bitmask') return (lastOctet(code) & Number(key)) !== 0
    return zone.codeMode === 'exact' ? key === code : fits(key, code)
  })
  // In a table with patterns, an exact entry precedes the pattern that contains it.
  const exact = zone.codeMode === 'pattern' ? matching.filter(([key]) => key === code) : []
  return (exact.length > 0 ? exact : matching).map(([key, meaning]) => ({ code, meaning, severity: severityOf(key) }))
}

function lastOctet(code: string): number {
  return Number(code.split('.')[3])
}

function fits(pattern: string, code: string): boolean {
  const octets = code.split('.')
  return pattern.split('.').every((part, index) => part === '*' || part === octets[index])
}
