/** Response to a DNS query; failure and absence are distinct outcomes. */
export interface DnsReply<T> {
  readonly outcome: 'found' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout'
  readonly records: readonly T[]
  /** True if a validating resolver authenticated it (RFC 6840 5.8). */
  readonly isAuthentic: boolean
  /** The target of CNAMEs, if it differs from the queried name. */
  readonly owner?: string
}

/** Queries DNS. Never rejects. */
export interface ResolveRecords {
  (name: string, type: 'TXT' | 'A' | 'AAAA' | 'PTR' | 'CNAME'): Promise<DnsReply<string>>
  (name: string, type: 'MX'): Promise<DnsReply<{ preference: number; exchange: string }>>
  (
    name: string,
    type: 'TLSA',
  ): Promise<DnsReply<{ usage: number; selector: number; matchingType: number; certificate: Uint8Array }>>
  (name: string, type: 'DS' | 'DNSKEY' | 'SOA'): Promise<DnsReply<unknown>>
}

/** True for NXDOMAIN and NODATA. */
export function isAbsent({ outcome }: Pick<DnsReply<unknown>, 'outcome'>): boolean {
  return outcome === 'no_data' || outcome === 'no_name'
}

/** True for a failed query: nothing can be concluded. */
export function isUnknown({ outcome }: Pick<DnsReply<unknown>, 'outcome'>): boolean {
  return outcome !== 'found' && outcome !== 'no_data' && outcome !== 'no_name'
}

/** The nonexistent target of a CNAME; undefined otherwise. */
export function danglingAlias(name: string, reply: Pick<DnsReply<unknown>, 'outcome' | 'owner'>): string | undefined {
  const target = reply.owner?.replace(/\.$/, '').toLowerCase()
  return isAbsent(reply) && target !== undefined && target !== name.toLowerCase() ? target : undefined
}
