/** What a record of each type holds. Names come without a dot at the end, as the server spelled them. */
export interface RecordData {
  A: string
  AAAA: string
  CNAME: string
  NS: string
  PTR: string
  MX: { preference: number; exchange: string }
  /** The strings of one record joined without a gap (RFC 7208 3.3), read as UTF-8. */
  TXT: string
  TLSA: { usage: number; selector: number; matchingType: number; certificate: Uint8Array }
  SRV: { priority: number; weight: number; port: number; target: string }
  SOA: { mname: string; rname: string; serial: number }
  CAA: { flags: number; tag: string; value: string }
  DNSKEY: { flags: number; algorithm: number; key: Uint8Array }
  DS: { keyTag: number; algorithm: number; digestType: number; digest: Uint8Array }
}

export type RecordType = keyof RecordData

/**
 * How a question ended. `no_data`: the name exists without records of the type; `no_name`: it does not exist (RFC 2308 2);
 * `failed`: no server could find out (SERVFAIL and the like); `refused`: none wants to tell us (REFUSED); `timeout`: none
 * answered. Only the first three say something about the name.
 */
export type DnsOutcome = 'found' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout'

/** The answer to one question. */
export interface DnsAnswer<T extends RecordType = RecordType> {
  readonly outcome: DnsOutcome
  /** The server's own word, such as NOERROR or SERVFAIL; empty when none answered. */
  readonly rcode: string
  /** The server says that it validated the answer (AD, RFC 6840 5.8). Worth what the way to that server is worth. */
  readonly isAuthentic: boolean
  readonly records: readonly RecordData[T][]
  /** The name that the records belong to: the one requested, or where its CNAMEs lead. */
  readonly owner: string
  /** How long the answer may be kept, seconds. */
  readonly ttlSeconds: number
}
