import type { MxOutcome } from '../mx/index.ts'
import type { Answering } from '../providers/index.ts'
import type { ProbeOutcome } from '../smtp/index.ts'

export type TrapRisk = 'low' | 'medium' | 'high'
export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** All that a verdict is made of. What is left out is not known, and counts neither way. */
export interface VerdictEvidence {
  readonly isSyntaxValid: boolean
  readonly mx?: MxOutcome
  /** What the mail server said; left out where it was not queried. */
  readonly probe?: { readonly outcome: ProbeOutcome; readonly catchAll: boolean | null }
  /** What acceptance is worth at this provider, and whether it is worth requesting a random name. */
  readonly provider?: {
    readonly answering: Answering
    readonly mayProbeCatchAll: boolean
  }
  /** By its name, or by the hosts that take its mail. */
  readonly isDisposable?: boolean
  /** Mail hosts or name servers of those who park domains. */
  readonly isParked?: boolean
  readonly isRole?: boolean
  readonly isRelay?: boolean
  /** The domain looks like a typos. */
  readonly isTypo?: boolean
  /** The name breaks the rules its provider has for new ones. */
  readonly isOdd?: boolean
  readonly isGibberish?: boolean
  readonly trap?: TrapRisk
  /** The worst block list that has the domain, and whether one has an address of its mail hosts. */
  readonly domainListed?: Severity
  readonly isMxListed?: boolean
  readonly domainAgeDays?: number
  readonly hasSpf?: boolean
  readonly hasDmarc?: boolean
  readonly hasGravatar?: boolean
  /** The name is built like others that are known to work at the domain. */
  readonly fitsPattern?: boolean
  /** Days since it was last found to exist. */
  readonly verifiedDaysAgo?: number
}
