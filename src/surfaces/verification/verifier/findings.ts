import type { MxOutcome } from '../../../deliverability/mx/index.ts'
import type { MailProvider } from '../../../deliverability/providers/index.ts'
import type { ProbeOutcome } from '../../../deliverability/smtp/index.ts'
import { type BlockFinding, type SkippedList, worstSeverity } from './block-lists.ts'
import { type TrapEvidence, type VerdictEvidence, assessTrap } from '../../../deliverability/verdict/index.ts'

/** One step of a verification. Contains no email address. */
export interface Step {
  readonly check: string
  readonly status: 'pass' | 'fail' | 'warn' | 'skip' | 'error'
  readonly detail: string
  readonly ms?: number
}

export interface SmtpFinding {
  readonly outcome: ProbeOutcome
  readonly catchAll: boolean | null
  readonly canConnect: boolean
  readonly code?: number
  readonly enhancedCode?: string
  readonly retryAfterMs?: number
}

/** Listings, and the number of lists that responded. */
export interface ListingFinding {
  readonly hits: BlockFinding['hits']
  readonly checked: number
  /** A number in results that earlier versions cached. */
  readonly errors: readonly SkippedList[] | number
  readonly disabled: readonly SkippedList[] | number
  /** Lists of mailboxes were queried as well. */
  readonly checksMailbox?: true
}

/** Findings from DNS, block lists and the registry about a domain, without its MX. */
export interface DomainFinding {
  /** Null if the query failed. */
  readonly hasSpf: boolean | null
  readonly hasDmarc: boolean | null
  /** The name servers are those of a parking service. */
  readonly isParked: boolean | null
  /** Days since the registration; null if no registry responded. */
  readonly ageDays?: number | null
  /** Listings of the domain and of its mail hosts. */
  readonly listings?: ListingFinding
}

/**
 * All findings about a syntactically valid address, as cached and presented: a repeated request gets the same result.
 * Contains no email address.
 */
export interface Findings {
  /** The list or feedback of the project that decides; then nothing was queried. */
  readonly decidedBy?: 'allow' | 'block' | 'bounced' | 'complained'
  /** Days since the last delivery that the project reported. Never cached. */
  readonly deliveredDaysAgo?: number
  readonly mx: {
    readonly outcome: MxOutcome
    readonly records: readonly { readonly host: string; readonly preference: number }[]
    readonly provider?: Pick<MailProvider, 'id' | 'name' | 'category' | 'answering' | 'mayProbeCatchAll'>
  }
  /** Undefined if no mail server was probed. */
  readonly smtp?: SmtpFinding
  readonly misc: {
    readonly disposable: boolean
    readonly role: boolean
    readonly free: boolean
    readonly relay: boolean
    readonly gibberish: boolean
    readonly odd: boolean
    /** The local part is typical of spam traps. */
    readonly trapName: boolean
    readonly gravatar?: boolean
  }
  /** Typo suggestion for the domain. */
  readonly suggestedDomain?: string
  readonly domain?: DomainFinding
  /** Checked without the other domain findings if the mail hosts are suspicious. */
  readonly isParked?: boolean
  /** Days since the mailbox was last found to exist, by this project. */
  readonly verifiedDaysAgo?: number
  /** Days since the mailbox was last found missing; undefined if it was found to exist later. */
  readonly missingDaysAgo?: number
  /** Keyed hash of the verified spelling of the address. */
  readonly spelling?: string
  readonly steps: readonly Step[]
  readonly durationMs: number
  readonly verifiedAt: number
}

export function evidenceOf(findings: Findings): VerdictEvidence {
  const { decidedBy, deliveredDaysAgo, domain, misc, mx, smtp, suggestedDomain, verifiedDaysAgo } = findings
  // Nothing was queried, so nothing else is evidence.
  if (decidedBy !== undefined) return { isSyntaxValid: true, decidedBy }
  return {
    isSyntaxValid: true,
    mx: mx.outcome,
    ...(deliveredDaysAgo === undefined ? {} : { deliveredDaysAgo }),
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

// Listings of networks or by policy accuse no sender; they have the lowest severities.
function listingEvidence(listings: ListingFinding | undefined): Pick<VerdictEvidence, 'domainListed' | 'isMxListed'> {
  if (listings === undefined) return {}
  const worstOf = (of: string) => worstSeverity(listings.hits.filter((hit) => hit.of === of))
  const [domain, mx] = [worstOf('domain'), worstOf('mx')]
  return {
    ...(domain === undefined || domain === 'info' ? {} : { domainListed: domain }),
    ...(mx === 'critical' || mx === 'high' || mx === 'medium' ? { isMxListed: true } : {}),
  }
}

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

// Undetermined without a history of the mailbox.
function registeredAnew(ageDays: number | null | undefined, knownDaysAgo: number | undefined) {
  if (typeof ageDays !== 'number' || knownDaysAgo === undefined) return {}
  return { isRegisteredAnew: ageDays < knownDaysAgo }
}

function isParked({ domain, isParked, mx }: Findings): boolean {
  return mx.provider?.category === 'parked' || domain?.isParked === true || isParked === true
}
