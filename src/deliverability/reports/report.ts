import type { DmarcPolicy } from '../dmarc/index.ts'
import type { ReportWarning } from './warning.ts'

/** DMARC aggregate reports (RFC 9990, RFC 7489 appendix C). Times are Unix milliseconds. */
export interface AggregateHeader {
  readonly type: 'aggregate'
  readonly variant: 'rfc7489' | 'rfc9990'
  readonly reporter: Reporter
  /** Without angle brackets; the SHA-256 of the content, with a warning, if the report has none. */
  readonly reportId: string
  readonly range: TimeRange
  /**
   * Starts of the UTC days over which messages are counted: the day of `begin`, or every day of a range above 24 hours, over
   * which each record is spread.
   */
  readonly days: readonly number[]
  readonly policy: PublishedPolicy
}

export interface Reporter {
  readonly organization: string
  readonly email: string | null
  readonly contact: string | null
  readonly generator: string | null
  readonly errors: readonly string[]
}

export interface TimeRange {
  readonly begin: number
  readonly end: number
}

/** The policy as the reporter found it in DNS. */
export interface PublishedPolicy {
  /** In lowercase. */
  readonly domain: string
  readonly p: DmarcPolicy | null
  readonly sp: DmarcPolicy | null
  readonly np: DmarcPolicy | null
  readonly adkim: 'r' | 's'
  readonly aspf: 'r' | 's'
  readonly pct: number | null
  readonly testing: boolean
  readonly fo: string | null
  readonly discoveryMethod: 'psl' | 'treewalk' | null
}

export interface AggregateRecord {
  /** Canonical text: RFC 5952, IPv4-mapped addresses as IPv4. */
  readonly sourceIp: string
  readonly count: number
  /** Messages per day of `days` in the header; their sum is `count`. */
  readonly perDay: readonly number[]
  readonly disposition: 'none' | 'quarantine' | 'reject' | 'pass'
  /** As the reporter evaluated the policy. */
  readonly dkimAligned: boolean
  readonly spfAligned: boolean
  /** Recomputed from the authentication results and `headerFrom`; organizational domains by the public suffix list. */
  readonly computedDkimAligned: boolean
  readonly computedSpfAligned: boolean
  readonly overrides: readonly { readonly type: string; readonly comment: string | null }[]
  readonly headerFrom: string
  readonly envelopeFrom: string | null
  readonly envelopeTo: string | null
  readonly dkim: readonly DkimResult[]
  readonly spf: readonly SpfResult[]
}

export interface DkimResult {
  readonly domain: string
  readonly selector: string | null
  readonly result: string
  readonly humanResult: string | null
}

export interface SpfResult {
  readonly domain: string
  readonly scope: string | null
  readonly result: string
  readonly humanResult: string | null
}

export interface AggregateSummary {
  readonly records: number
  readonly messages: number
  /** Records without a usable IP address or count, which are in no total. */
  readonly skipped: number
  /** Messages per day of `days` in the header; their sum is `messages`. */
  readonly perDay: readonly number[]
  readonly warnings: readonly ReportWarning[]
  /** SHA-256 in hexadecimal of header and records, independent of container, encoding, whitespace and prefixes. */
  readonly contentHash: string
}

/** A failure report about one message (RFC 6591, RFC 9991), or its text-only form (Exim, cPanel). */
export interface FailureReport {
  readonly type: 'failure'
  readonly format: 'arf' | 'text'
  readonly feedbackType: string
  /** RFC 6591 `Auth-Failure`: dmarc, dkim, spf and others. */
  readonly authFailures: readonly string[]
  /** RFC 6591 `Identity-Alignment`: none, or the aligned of dkim and spf. */
  readonly identityAlignment: readonly string[]
  readonly deliveryResult: string | null
  readonly sourceIp: string | null
  readonly incidents: number
  /** When the message arrived; null if unknown. */
  readonly arrivedAt: number | null
  readonly reportedDomain: string | null
  readonly reporter: { readonly userAgent: string | null; readonly mta: string | null; readonly from: string | null }
  readonly authenticationResults: string | null
  readonly dkim: {
    readonly domain: string | null
    readonly identity: string | null
    readonly selector: string | null
  }
  readonly spfRecord: string | null
  readonly message: {
    readonly mailFrom: string | null
    readonly recipient: string | null
    readonly headerFrom: string | null
    readonly messageId: string | null
    readonly subject: string | null
    /** Fields of the header in order; the body is never read. */
    readonly headers: readonly { readonly name: string; readonly value: string }[]
  }
  /** True if local parts are replaced by hashes, and the subject and all but technical fields are removed. */
  readonly redacted: boolean
  readonly warnings: readonly ReportWarning[]
  /** SHA-256 in hexadecimal, the same for redacted and complete readings. */
  readonly contentHash: string
}

/** A report about TLS of SMTP sessions (RFC 8460). */
export interface TlsReport {
  readonly type: 'tls'
  readonly organization: string
  readonly contact: string | null
  readonly reportId: string
  readonly range: TimeRange
  readonly policies: readonly TlsPolicy[]
  readonly warnings: readonly ReportWarning[]
  readonly contentHash: string
}

export interface TlsPolicy {
  /** RFC 8460: tlsa, sts or no-policy-found; other values are kept with a warning. */
  readonly type: string
  readonly domain: string
  readonly strings: readonly string[]
  readonly mxHosts: readonly string[]
  readonly successful: number
  readonly failed: number
  readonly failures: readonly TlsFailure[]
}

export interface TlsFailure {
  readonly resultType: string
  readonly sessions: number
  readonly sendingIp: string | null
  readonly receivingIp: string | null
  readonly receivingMx: string | null
  readonly receivingHelo: string | null
  readonly reasonCode: string | null
  readonly information: string | null
}
