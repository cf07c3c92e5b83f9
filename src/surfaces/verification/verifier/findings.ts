import type { MxOutcome } from '../../../engines/mx/index.ts'
import type { MailProvider } from '../../../engines/providers/index.ts'
import type { ProbeOutcome } from '../../../engines/smtp/index.ts'
import type { VerdictEvidence } from '../../../engines/verdict/index.ts'

/** One step of a verification. Names no address. */
export interface Step {
  readonly check: string
  readonly status: 'pass' | 'fail' | 'warn' | 'skip' | 'error'
  readonly detail: string
  readonly ms?: number
}

/** What a mail server said of a mailbox. */
export interface SmtpFinding {
  readonly outcome: ProbeOutcome
  readonly catchAll: boolean | null
  readonly canConnect: boolean
  readonly code?: number
  readonly enhancedCode?: string
  readonly retryAfterMs?: number
}

/** What DNS, lists and neighbours say of a domain, beyond who takes its mail. */
export interface DomainFinding {
  /** Null where it could not be asked for. */
  readonly hasSpf: boolean | null
  readonly hasDmarc: boolean | null
}

/**
 * All that a verification found out about an address of valid syntax, as it is kept and shown: who asks again is told the
 * same. Nothing in it names the address.
 */
export interface Findings {
  readonly mx: {
    readonly outcome: MxOutcome
    readonly records: readonly { readonly host: string; readonly preference: number }[]
    readonly provider?: Pick<MailProvider, 'id' | 'name' | 'category' | 'answering' | 'mayProbeCatchAll'>
  }
  /** Left out where no mail server was asked. */
  readonly smtp?: SmtpFinding
  readonly misc: {
    readonly disposable: boolean
    readonly role: boolean
    readonly free: boolean
    readonly relay: boolean
    readonly gibberish: boolean
    readonly odd: boolean
    readonly gravatar?: boolean
  }
  /** The domain that was probably meant. */
  readonly suggestedDomain?: string
  readonly domain?: DomainFinding
  /** Days since the mailbox was last found to exist, by this project. */
  readonly verifiedDaysAgo?: number
  /** A keyed hash of the address as it was asked for, where others are another spelling of it. */
  readonly spelling?: string
  readonly steps: readonly Step[]
  readonly durationMs: number
  readonly verifiedAt: number
}

/** The evidence that the verdict is made of. */
export function evidenceOf({ domain, misc, mx, smtp, suggestedDomain, verifiedDaysAgo }: Findings): VerdictEvidence {
  const { category } = mx.provider ?? {}
  return {
    isSyntaxValid: true,
    mx: mx.outcome,
    ...(smtp === undefined ? {} : { probe: smtp }),
    ...(mx.provider === undefined ? {} : { provider: { ...mx.provider, isParked: category === 'parked' } }),
    isDisposable: misc.disposable,
    isRole: misc.role,
    isRelay: misc.relay,
    isGibberish: misc.gibberish,
    isOdd: misc.odd,
    isSlip: suggestedDomain !== undefined,
    ...(misc.gravatar === undefined ? {} : { hasGravatar: misc.gravatar }),
    ...(typeof domain?.hasSpf === 'boolean' ? { hasSpf: domain.hasSpf } : {}),
    ...(typeof domain?.hasDmarc === 'boolean' ? { hasDmarc: domain.hasDmarc } : {}),
    ...(verifiedDaysAgo === undefined ? {} : { verifiedDaysAgo }),
  }
}
