/** Data by record type. Names are in the server's case, without a dot at the end. */
export interface RecordData {
  A: string
  AAAA: string
  CNAME: string
  NS: string
  PTR: string
  MX: { preference: number; exchange: string }
  /** The strings of one record joined without a separator (RFC 7208 3.3), read as UTF-8. */
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
 * Result of a query. `no_data`: the name exists without records of the type; `no_name`: it does not exist (RFC 2308 2);
 * `failed`: no server could resolve it (SERVFAIL and others); `refused`: every server refused (REFUSED); `timeout`: no
 * server responded. Only `found`, `no_data` and `no_name` are statements about the name.
 */
export type DnsOutcome = 'found' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout'

export interface DnsAnswer<T extends RecordType = RecordType> {
  readonly outcome: DnsOutcome
  /** As the server named it, such as NOERROR or SERVFAIL; empty if none responded. */
  readonly rcode: string
  /** The server reports that it validated the answer (AD, RFC 6840 5.8). Only as trustworthy as the path to that server. */
  readonly isAuthentic: boolean
  readonly records: readonly RecordData[T][]
  /** The name of the records: the queried one, or the end of its CNAMEs. */
  readonly owner: string
  /** Seconds. */
  readonly ttlSeconds: number
}
