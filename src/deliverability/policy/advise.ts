import type { DmarcPolicy } from '../dmarc/index.ts'
import type { DomainMail } from './domain-mail.ts'
import { nextRecord } from './next-record.ts'
import { type ProposedPolicy, policyFor, policyOfRecord, treatmentBy } from './proposed-policy.ts'
import { type Remedy, remedyFor } from './remedy.ts'
import { type Replay, type SourceLoss, replayPolicy } from './replay.ts'
import type { Verdict } from './verdict.ts'

/** Minimum evidence: days with reports, reporting organizations, and messages. */
const minDays = 14
const minReporters = 2
const minMessages = 100
/** An own source below this aligned share is repaired first, if it would lose at least this many messages. */
const minAlignedShare = 0.98
const minBlockedMessages = 3
/** Shares of real mail: of a source without a class, and of forwarded mail, up to which a stricter policy is advised. */
const maxUnknownShare = 0.005
const maxForwardedShare = { quarantine: 0.03, reject: 0.01 } as const

export interface Blocker {
  readonly source: SourceLoss
  readonly perDay: number
  readonly remedy: Remedy
}

export interface Advice {
  readonly verdict: Verdict
  readonly reasons: readonly string[]
  /** Heaviest first. */
  readonly blockers: readonly Blocker[]
  /** The step that the advice evaluates, and what it would have done. */
  readonly impact: Replay
  /** The record to publish now; null if the domain should keep its own. */
  readonly nextRecord: string | null
}

/** Evaluates the next step: quarantine after none, reject after quarantine. */
export function advise(mail: DomainMail): Advice {
  const present = policyOfRecord(mail.dmarc, mail)
  const target = effectivePolicy(present) === 'none' ? 'quarantine' : 'reject'
  const whole = replayPolicy(mail, proposed(target, null))
  const blockers = blockersOf(whole, mail)
  // Sources of subdomains do not delay the domain, whose subdomains keep their policy meanwhile.
  const ofDomain = blockers.filter(({ source }) => source.headerFrom.includes(mail.domain))
  const keepsSubdomains = blockers.length > 0 && ofDomain.length === 0
  const impact = keepsSubdomains ? replayPolicy(mail, proposed(target, policyFor(present, 'subdomain'))) : whole
  const { reasons, verdict } = evaluate(mail, { present, target, impact, blockers: ofDomain })
  const kept = `Subdomains keep their policy, because ${blockers[0]?.source.name ?? ''} would lose mail there.`
  return {
    verdict,
    reasons: keepsSubdomains ? [...reasons, kept] : reasons,
    blockers,
    impact,
    nextRecord: nextRecord(mail, { verdict, target, keepsSubdomains }),
  }
}

/** Own sources that a policy would hurt, and sources too large to be left without a class. */
export function blockersOf(replay: Replay, mail: DomainMail): Blocker[] {
  const real = replay.messages - replay.mailByClass.threat
  return replay.sources
    .filter(({ class: name, compliant, lost, messages }) => {
      if (name === 'own') return compliant < minAlignedShare * messages && lost >= minBlockedMessages
      return name === 'unknown' && lost > maxUnknownShare * real
    })
    .map((source) => ({ source, perDay: source.lost / replay.days, remedy: remedyFor(source, mail) }))
}

interface Evaluated {
  readonly present: ProposedPolicy
  readonly target: DmarcPolicy & ('quarantine' | 'reject')
  readonly impact: Replay
  readonly blockers: readonly Blocker[]
}

function evaluate(
  mail: DomainMail,
  { blockers, impact, present, target }: Evaluated,
): Pick<Advice, 'verdict' | 'reasons'> {
  const missing = missingEvidence(mail, impact)
  if (missing.length > 0) return { verdict: 'collect_more', reasons: missing }
  const lines = [impactText(impact, target)]
  const own = blockers.filter(({ source }) => source.class === 'own')
  if (own.length > 0)
    lines.push(
      `${count(own.length, 'source')} of the domain’s own mail must be aligned first, ${own[0]?.source.name ?? ''} first.`,
    )
  if (own.length < blockers.length)
    lines.push(
      `${count(blockers.length - own.length, 'source')} without a class would lose more than 0.5 % of the mail.`,
    )
  if (blockers.length > 0) return { verdict: 'fix_sources', reasons: lines }
  if (effectivePolicy(present) === 'reject')
    return { verdict: 'hold', reasons: [...lines, 'The policy is already reject.'] }
  const real = impact.messages - impact.mailByClass.threat
  const forwarded = real === 0 ? 0 : impact.lost.byClass.forwarder / real
  if (forwarded > maxForwardedShare[target])
    return {
      verdict: 'hold',
      reasons: [...lines, `Forwarding breaks ${percent(forwarded)} of the mail, which ${target} would lose.`],
    }
  return { verdict: target === 'reject' ? 'ready_for_reject' : 'ready_for_quarantine', reasons: lines }
}

function missingEvidence({ reportedDays, reporters }: DomainMail, { messages }: Replay): string[] {
  return [
    ...(reportedDays < minDays ? [`There are reports of ${reportedDays} days; ${minDays} are needed.`] : []),
    ...(reporters < minReporters ? [`${count(reporters, 'organization')} reported; ${minReporters} are needed.`] : []),
    ...(messages < minMessages ? [`The reports cover ${messages} messages; ${minMessages} are needed.`] : []),
  ]
}

function impactText({ days, lost }: Replay, target: DmarcPolicy): string {
  const { forwarder, own, threat, unknown } = lost.byClass
  const perDay = (lost.messages / days).toFixed(1)
  return (
    `p=${target} would have stopped ${perDay} messages a day: ${own} own, ${forwarder} forwarded, ${threat} forged ` +
    `and ${unknown} without a class in ${days} days.`
  )
}

function effectivePolicy(policy: ProposedPolicy): DmarcPolicy {
  const { quarantined, rejected } = treatmentBy(policy.p, policy)
  return rejected === 1 ? 'reject' : quarantined + rejected === 1 ? 'quarantine' : 'none'
}

function proposed(p: DmarcPolicy, sp: DmarcPolicy | null): ProposedPolicy {
  return { p, sp, np: null, isTesting: false, percent: 100 }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function count(of: number, what: string): string {
  return `${of} ${what}${of === 1 ? '' : 's'}`
}
