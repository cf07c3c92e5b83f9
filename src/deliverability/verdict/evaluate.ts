import { adjustments } from './adjustments.ts'
import type { VerdictEvidence } from './evidence.ts'
import { type Reachable, type SubStatus, bands, subStatuses } from './sub-status.ts'

/** One term of the score. */
export interface ScoreTerm {
  readonly term: string
  readonly points: number
  readonly reason: string
}

export interface Verdict {
  readonly reachable: Reachable
  /** 0 to 100, within the band of the verdict. */
  readonly score: number
  readonly subStatus: SubStatus
  /** The terms add up to the score. */
  readonly breakdown: readonly ScoreTerm[]
  readonly isCharged: boolean
}

/**
 * Evaluates the evidence. Order of precedence: syntax, lists and feedback of the project, reasons for invalid, addresses
 * that must not receive mail, undetermined results, and risks of an existing mailbox.
 */
export function evaluate(evidence: VerdictEvidence): Verdict {
  const subStatus = reasonOf(evidence)
  const { isCharged, reachable } = subStatuses[subStatus]
  const { base, ...ground } = baseOf(evidence, subStatus)
  const breakdown: ScoreTerm[] = [{ ...ground, points: base }]
  if (reachable !== 'invalid' && evidence.decidedBy === undefined) {
    for (const { applies, points, reason, term } of adjustments)
      if (applies(evidence)) breakdown.push({ term, points, reason })
  }
  const sum = breakdown.reduce((total, { points }) => total + points, 0)
  const [lowest, highest] = bands[reachable]
  const isCapped = subStatus === 'disposable' || subStatus === 'trap_risk_high'
  const score = isCapped ? lowest : Math.min(highest, Math.max(lowest, sum))
  if (score !== sum) {
    const reason = isCapped
      ? `not offset by other signals: ${score}`
      : `${reachable} results score ${lowest} to ${highest}`
    breakdown.push({ term: 'band', points: score - sum, reason })
  }
  return { reachable, score, subStatus, breakdown, isCharged }
}

// A risk of an existing mailbox is subtracted from the score that it would have.
function baseOf(evidence: VerdictEvidence, subStatus: SubStatus): { term: string; reason: string; base: number } {
  const { base, meaning } = subStatuses[subStatus]
  if (base !== null) return { term: subStatus, reason: meaning, base }
  const accepted = whySafe(evidence)
  return { term: accepted, reason: subStatuses[accepted].meaning, base: subStatuses[accepted].base }
}

function reasonOf(evidence: VerdictEvidence): SubStatus {
  return (
    whyDecided(evidence) ??
    whyInvalid(evidence) ??
    (evidence.isDisposable === true ? 'disposable' : undefined) ??
    (evidence.trap === 'high' ? 'trap_risk_high' : undefined) ??
    (isDelivered(evidence) ? undefined : (whyUnknown(evidence) ?? whyDoubtful(evidence))) ??
    whyRisky(evidence) ??
    whySafe(evidence)
  )
}

const decisions = {
  allow: 'allowed_by_list',
  block: 'blocked_by_list',
  bounced: 'bounced',
  complained: 'complained',
} as const

function whyDecided({ decidedBy, isSyntaxValid }: VerdictEvidence): SubStatus | undefined {
  if (!isSyntaxValid) return 'syntax'
  return decidedBy === undefined ? undefined : decisions[decidedBy]
}

function whyInvalid({ mx, probe }: VerdictEvidence): SubStatus | undefined {
  if (mx === 'domain_not_found' || mx === 'null_mx' || mx === 'no_mx') return mx
  if (mx === 'private') return 'mx_private_address'
  const outcome = probe?.outcome
  return outcome === 'not_found' || outcome === 'disabled' || outcome === 'smtputf8_unsupported' ? outcome : undefined
}

function whyUnknown({ mx, probe, provider }: VerdictEvidence): SubStatus | undefined {
  if (mx === 'servfail' || mx === 'timeout') return `dns_${mx}`
  if (probe === undefined) return 'smtp_skipped'
  const { outcome } = probe
  if (isAboutMailbox(outcome)) {
    const isWorthless = provider?.answering === 'unreliable' || outcome === 'accepted_unverified'
    return isWorthless && outcome !== 'full_inbox' ? 'unreliable_provider' : undefined
  }
  return outcome
}

type Outcome = NonNullable<VerdictEvidence['probe']>['outcome']
type AboutMailbox =
  | 'accepted'
  | 'accepted_rate'
  | 'accepted_unverified'
  | 'full_inbox'
  | 'not_found'
  | 'disabled'
  | 'smtputf8_unsupported'

function isAboutMailbox(outcome: Outcome): outcome is AboutMailbox {
  return /^(?:accepted|accepted_rate|accepted_unverified|full_inbox|not_found|disabled|smtputf8_unsupported)$/.test(
    outcome,
  )
}

function isDelivered({ deliveredDaysAgo }: VerdictEvidence): boolean {
  return deliveredDaysAgo !== undefined
}

// Acceptance of such a mailbox proves little; a delivery does.
function whyDoubtful({ isParked, probe, provider }: VerdictEvidence): SubStatus | undefined {
  if (isParked === true) return undefined
  const mayBeAnyName = probe?.outcome === 'accepted' && probe.catchAll !== false
  if (mayBeAnyName && provider?.answering === 'gateway') return 'gateway_accept'
  if (mayBeAnyName && (probe.catchAll === true || provider?.answering === 'accepts_all')) return 'catch_all'
  return mayBeAnyName && !isBelieved(provider) ? 'catch_all_unknown' : undefined
}

function whyRisky(evidence: VerdictEvidence): SubStatus | undefined {
  const { domainAgeDays, domainListed, isParked, isRelay, isRole, probe, trap } = evidence
  if (probe?.outcome === 'full_inbox') return 'full_inbox'
  if (isParked === true) return 'parked'
  if (domainListed === 'critical' || domainListed === 'high') return 'domain_listed'
  if (domainAgeDays !== undefined && domainAgeDays < 30) return 'young_domain'
  if (trap === 'medium') return 'trap_risk_medium'
  if (isRelay === true) return 'relay'
  return isRole === true ? 'role' : undefined
}

function whySafe(evidence: VerdictEvidence): 'delivered' | 'accepted_rate' | 'mailbox_exists' | 'accepted_by_provider' {
  const { probe } = evidence
  if (isDelivered(evidence) && (whyUnknown(evidence) ?? whyDoubtful(evidence)) !== undefined) return 'delivered'
  if (probe?.outcome === 'accepted_rate') return 'accepted_rate'
  return probe?.catchAll === false ? 'mailbox_exists' : 'accepted_by_provider'
}

// Such a provider is known to refuse unknown recipients, so no random one is probed.
function isBelieved(provider: VerdictEvidence['provider']): boolean {
  const isHonest = provider?.answering === 'reliable' || provider?.answering === 'reputable'
  return isHonest && provider.mayProbeCatchAll === false
}
