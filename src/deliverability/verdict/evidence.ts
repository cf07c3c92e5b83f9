import type { MxOutcome } from '../mx/index.ts'
import type { Answering } from '../providers/index.ts'
import type { ProbeOutcome } from '../smtp/index.ts'

export type TrapRisk = 'low' | 'medium' | 'high'
export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** Input of a verdict. Undefined members are unknown, and change nothing. */
export interface VerdictEvidence {
  readonly isSyntaxValid: boolean
  /** The list or the feedback of the project that decides, before anything else but the syntax. */
  readonly decidedBy?: 'allow' | 'block' | 'bounced' | 'complained'
  /** Days since a delivery that the project reported; undefined if a bounce is later, or it is too old. */
  readonly deliveredDaysAgo?: number
  readonly mx?: MxOutcome
  /** Undefined if no mail server was probed. */
  readonly probe?: { readonly outcome: ProbeOutcome; readonly catchAll: boolean | null }
  /** Meaning of acceptance at this provider, and support of catch-all probes. */
  readonly provider?: {
    readonly answering: Answering
    readonly mayProbeCatchAll: boolean
  }
  /** By domain name, or by the mail hosts. */
  readonly isDisposable?: boolean
  /** Mail hosts or name servers of a parking service. */
  readonly isParked?: boolean
  readonly isRole?: boolean
  readonly isRelay?: boolean
  /** The domain is probably a typo. */
  readonly isTypo?: boolean
  /** The local part breaks the rules of its provider for new names. */
  readonly isOdd?: boolean
  readonly isGibberish?: boolean
  readonly trap?: TrapRisk
  /** Highest severity of listings of the domain, and listings of the IP addresses of its mail hosts. */
  readonly domainListed?: Severity
  readonly isMxListed?: boolean
  readonly domainAgeDays?: number
  readonly hasSpf?: boolean
  readonly hasDmarc?: boolean
  readonly hasGravatar?: boolean
  /** The local part has a pattern that is verified at the domain. */
  readonly fitsPattern?: boolean
  /** Days since the mailbox was last found to exist. */
  readonly verifiedDaysAgo?: number
}
