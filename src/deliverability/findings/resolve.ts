/** The answer to one question to DNS; failure and absence are never mixed. */
export interface DnsReply<T> {
  readonly outcome: 'found' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout'
  readonly records: readonly T[]
  /** Whether a validating resolver vouches for it (RFC 6840 5.8). */
  readonly isAuthentic: boolean
  /** Where aliases lead, where they lead elsewhere. */
  readonly owner?: string
}

/** Asks DNS. Never rejects. */
export interface ResolveRecords {
  (name: string, type: 'TXT' | 'A' | 'AAAA' | 'PTR' | 'CNAME'): Promise<DnsReply<string>>
  (name: string, type: 'MX'): Promise<DnsReply<{ preference: number; exchange: string }>>
  (
    name: string,
    type: 'TLSA',
  ): Promise<DnsReply<{ usage: number; selector: number; matchingType: number; certificate: Uint8Array }>>
  (name: string, type: 'DS' | 'DNSKEY' | 'SOA'): Promise<DnsReply<unknown>>
}

/** Whether DNS says that there is nothing. */
export function isAbsent({ outcome }: Pick<DnsReply<unknown>, 'outcome'>): boolean {
  return outcome === 'no_data' || outcome === 'no_name'
}

/** Whether DNS could not be queried: nothing may be concluded. */
export function isUnknown({ outcome }: Pick<DnsReply<unknown>, 'outcome'>): boolean {
  return outcome !== 'found' && outcome !== 'no_data' && outcome !== 'no_name'
}

/** The name that an alias leads to although nothing is there; undefined where no alias does. */
export function danglingAlias(name: string, reply: Pick<DnsReply<unknown>, 'outcome' | 'owner'>): string | undefined {
  const target = reply.owner?.replace(/\.$/, '').toLowerCase()
  return isAbsent(reply) && target !== undefined && target !== name.toLowerCase() ? target : undefined
}
