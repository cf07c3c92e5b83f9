import type { MxOutcome } from '../../../deliverability/mx/index.ts'
import type { MailProvider } from '../../../deliverability/providers/index.ts'
import type { ProbeOutcome } from '../../../deliverability/smtp/index.ts'
import { type BlockFinding, worstSeverity } from './block-lists.ts'
import { type TrapEvidence, type VerdictEvidence, assessTrap } from '../../../deliverability/verdict/index.ts'

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

/** What block lists have, and how many of them gave an answer. */
export interface ListingFinding {
  readonly hits: BlockFinding['hits']
  readonly checked: number
  readonly errors: number
  readonly disabled: number
  /** Lists of mailboxes are among those that were asked. */
  readonly checksMailbox?: true
}

/** What DNS, lists and neighbors say of a domain, beyond who takes its mail. */
export interface DomainFinding {
  /** Null where it could not be requested. */
  readonly hasSpf: boolean | null
  readonly hasDmarc: boolean | null
  /** Its name servers are those of somebody who parks domains. */
  readonly isParked: boolean | null
  /** Days since it was registered; null where no registry said. */
  readonly ageDays?: number | null
  /** What block lists have of the domain and of its mail hosts. */
  readonly listings?: ListingFinding
}

/**
 * All that a verification found out about an address of valid syntax, as it is kept and shown: who asks again is notified the
 * same. Nothing in it names the address.
 */
export interface Findings {
  readonly mx: {
    readonly outcome: MxOutcome
    readonly records: readonly { readonly host: string; readonly preference: number }[]
    readonly provider?: Pick<MailProvider, 'id' | 'name' | 'category' | 'answering' | 'mayProbeCatchAll'>
  }
  /** Left out where no mail server was requested. */
  readonly smtp?: SmtpFinding
  readonly misc: {
    readonly disposable: boolean
    readonly role: boolean
    readonly free: boolean
    readonly relay: boolean
    readonly gibberish: boolean
    readonly odd: boolean
    /** The name is one that spam traps have. */
    readonly trapName: boolean
    readonly gravatar?: boolean
  }
  /** The domain that was probably meant. */
  readonly suggestedDomain?: string
  readonly domain?: DomainFinding
  /** As that of the domain, where it was requested because the mail hosts gave reason to. */
  readonly isParked?: boolean
  /** Days since the mailbox was last found to exist, by this project. */
  readonly verifiedDaysAgo?: number
  /** Days since it was last found to be missing, where that is the last that was known. */
  readonly missingDaysAgo?: number
  /** A keyed hash of the address as it was requested, where others are another spelling of it. */
  readonly spelling?: string
  readonly steps: readonly Step[]
  readonly durationMs: number
  readonly verifiedAt: number
}

/** The evidence that the verdict is made of. */
export function evidenceOf(findings: Findings): VerdictEvidence {
  const { domain, misc, mx, smtp, suggestedDomain, verifiedDaysAgo } = findings
  return {
    isSyntaxValid: true,
    mx: mx.outcome,
    ...(smtp === undefined ? {} : { probe: smtp }),
    ...(mx.provider === undefined ? {} : { provider: mx.provider }),
    isDisposable: misc.disposable,
    isParked: isParked(findings),
    isRole: misc.role,
    isRelay: misc.relay,
    isGibberish: misc.gibberish,
    isOdd: misc.odd,
    isTypo: suggestedDomain !== undefined,
    ...(misc.gravatar === undefined ? {} : { hasGravatar: misc.gravatar }),
    ...(typeof domain?.hasSpf === 'boolean' ? { hasSpf: domain.hasSpf } : {}),
    ...(typeof domain?.hasDmarc === 'boolean' ? { hasDmarc: domain.hasDmarc } : {}),
    ...(typeof domain?.ageDays === 'number' ? { domainAgeDays: domain.ageDays } : {}),
    ...listingEvidence(domain?.listings),
    ...(domain === undefined ? {} : { trap: assessTrap(trapEvidenceOf(findings)).risk }),
    ...(verifiedDaysAgo === undefined ? {} : { verifiedDaysAgo }),
  }
}

// What lists say of whole networks, or by policy, blames nobody: hits of that kind have the least severities.
function listingEvidence(listings: ListingFinding | undefined): Pick<VerdictEvidence, 'domainListed' | 'isMxListed'> {
  if (listings === undefined) return {}
  const worstOf = (of: string) => worstSeverity(listings.hits.filter((hit) => hit.of === of))
  const [domain, mx] = [worstOf('domain'), worstOf('mx')]
  return {
    ...(domain === undefined || domain === 'info' ? {} : { domainListed: domain }),
    ...(mx === 'critical' || mx === 'high' || mx === 'medium' ? { isMxListed: true } : {}),
  }
}

/** The evidence that the risk of a spam trap is made of. */
export function trapEvidenceOf(findings: Findings): TrapEvidence {
  const { domain, misc, missingDaysAgo, smtp, suggestedDomain, verifiedDaysAgo } = findings
  const isAccepted = smtp?.outcome === 'accepted' || smtp?.outcome === 'accepted_rate'
  const { hasDmarc, hasSpf } = domain ?? {}
  return {
    isTypo: suggestedDomain !== undefined,
    isRole: misc.role,
    isTrapName: misc.trapName,
    isGibberish: misc.gibberish,
    isParked: isParked(findings),
    ...(domain?.listings?.checksMailbox === true ? { isListed: isMailboxListed(domain.listings) } : {}),
    ...(typeof smtp?.catchAll === 'boolean' ? { isCatchAll: smtp.catchAll } : {}),
    ...(typeof hasSpf === 'boolean' && typeof hasDmarc === 'boolean' ? { isSilent: !hasSpf && !hasDmarc } : {}),
    ...(isAccepted && missingDaysAgo !== undefined ? { returnedAfterDays: missingDaysAgo } : {}),
    ...(misc.gravatar === undefined ? {} : { hasGravatar: misc.gravatar }),
    ...(verifiedDaysAgo === undefined ? {} : { wasVerified: verifiedDaysAgo <= 90 }),
    ...registeredAnew(domain?.ageDays, verifiedDaysAgo ?? missingDaysAgo),
  }
}

function isMailboxListed({ hits }: ListingFinding): boolean {
  return hits.some(({ of, severity }) => of === 'email' && severity !== 'info')
}

// Without a history of the mailbox it cannot be determined.
function registeredAnew(ageDays: number | null | undefined, knownDaysAgo: number | undefined) {
  if (typeof ageDays !== 'number' || knownDaysAgo === undefined) return {}
  return { isRegisteredAnew: ageDays < knownDaysAgo }
}

function isParked({ domain, isParked, mx }: Findings): boolean {
  return mx.provider?.category === 'parked' || domain?.isParked === true || isParked === true
}
