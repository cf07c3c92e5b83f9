import { type ClassifiedStream, type SourceClass, streamKey } from '../senders/index.ts'
import type { DomainMail, FailingMail } from './domain-mail.ts'
import { type ProposedPolicy, policyFor, treatmentBy } from './proposed-policy.ts'
import { type MailSource, sourceKey, sourcesOf } from './sources.ts'

/** Messages per class. */
export type ByClass = Readonly<Record<SourceClass, number>>

export interface Loss {
  /** Quarantined and rejected. */
  readonly messages: number
  readonly quarantined: number
  readonly rejected: number
  readonly byClass: ByClass
}

/** What a policy would have done to the mail of a period. Fractions under `percent` are rounded at the end. */
export interface Replay {
  readonly policy: ProposedPolicy
  readonly days: number
  readonly messages: number
  readonly compliant: number
  readonly mailByClass: ByClass
  readonly lost: Loss
  /** Failing messages to which a receiver reports that it would not apply a policy: forwarded, list, local policy. */
  readonly spared: number
  /** Failing messages from subdomains that never sent aligned mail, to which `np` is applied. */
  readonly unusedSubdomains: number
  readonly sources: readonly SourceLoss[]
  readonly daily: readonly { readonly day: number; readonly lost: ByClass }[]
}

export interface SourceLoss extends MailSource {
  readonly lost: number
}

/** Replays a policy on the failing mail; compliant mail is never affected. */
export function replayPolicy(mail: DomainMail, policy: ProposedPolicy): Replay {
  const known = keysOf(mail)
  const used = usedNames(mail)
  const total = { quarantined: 0, rejected: 0, spared: 0, unused: 0 }
  const byClass = emptyClasses()
  const bySource = new Map<string, number>()
  const byDay = new Map<number, Record<SourceClass, number>>()
  for (const row of mail.failing) {
    const found = known.get(streamKey(row))
    const at = row.headerFrom === mail.domain ? 'domain' : used.has(row.headerFrom) ? 'subdomain' : 'nonexistent'
    if (at === 'nonexistent') total.unused += row.messages
    if (isSpared(row)) {
      total.spared += row.messages
      continue
    }
    const { quarantined, rejected } = treatmentBy(policyFor(policy, at), policy)
    const lost = (quarantined + rejected) * row.messages
    if (lost === 0) continue
    const name = found?.class ?? 'unknown'
    total.quarantined += quarantined * row.messages
    total.rejected += rejected * row.messages
    byClass[name] += lost
    const key = found === undefined ? row.ip : sourceKey(found)
    bySource.set(key, (bySource.get(key) ?? 0) + lost)
    const day = byDay.get(row.day) ?? emptyClasses()
    day[name] += lost
    byDay.set(row.day, day)
  }
  return {
    policy,
    days: mail.periodDays,
    ...totalsOf(mail.classified),
    lost: {
      messages: Math.round(total.quarantined + total.rejected),
      quarantined: Math.round(total.quarantined),
      rejected: Math.round(total.rejected),
      byClass: rounded(byClass),
    },
    spared: total.spared,
    unusedSubdomains: total.unused,
    sources: sourcesOf(mail.classified)
      .map((source) => ({ ...source, lost: Math.round(bySource.get(source.key) ?? 0) }))
      .toSorted((one, other) => other.lost - one.lost || other.messages - one.messages),
    daily: [...byDay]
      .map(([day, lost]) => ({ day, lost: rounded(lost) }))
      .toSorted((one, other) => one.day - other.day),
  }
}

const keyed = new WeakMap<readonly ClassifiedStream[], ReadonlyMap<string, ClassifiedStream>>()

/** The failing mail by its key. Computed once for the same mail. */
function keysOf({ classified }: DomainMail): ReadonlyMap<string, ClassifiedStream> {
  const found = keyed.get(classified)
  if (found !== undefined) return found
  const keys = new Map<string, ClassifiedStream>()
  for (const each of classified)
    if (!each.stream.dkimAligned && !each.stream.spfAligned) keys.set(streamKey(each.stream), each)
  keyed.set(classified, keys)
  return keys
}

// Receivers name these reasons when they do not apply the policy, and some of them also while the policy is none.
function isSpared({ override }: FailingMail): boolean {
  return override === 'forwarded' || override === 'mailing_list' || override === 'local_policy'
}

/** From domains that exist, as far as the mail shows: those with aligned mail, or mail of a source of their own. */
function usedNames({ classified }: DomainMail): ReadonlySet<string> {
  return new Set(
    classified
      .filter(({ class: name, stream }) => stream.dkimAligned || stream.spfAligned || name === 'own')
      .map(({ stream }) => stream.headerFrom),
  )
}

function totalsOf(classified: readonly ClassifiedStream[]): Pick<Replay, 'messages' | 'compliant' | 'mailByClass'> {
  const byClass = emptyClasses()
  let [messages, compliant] = [0, 0]
  for (const { class: name, stream } of classified) {
    messages += stream.messages
    byClass[name] += stream.messages
    if (stream.dkimAligned || stream.spfAligned) compliant += stream.messages
  }
  return { messages, compliant, mailByClass: byClass }
}

function emptyClasses(): Record<SourceClass, number> {
  return { own: 0, forwarder: 0, threat: 0, unknown: 0 }
}

function rounded({ forwarder, own, threat, unknown }: ByClass): ByClass {
  return {
    own: Math.round(own),
    forwarder: Math.round(forwarder),
    threat: Math.round(threat),
    unknown: Math.round(unknown),
  }
}
