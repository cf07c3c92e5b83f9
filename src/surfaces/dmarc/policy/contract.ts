import { type Static, Type } from '@sinclair/typebox'
import { Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { Policy, RecordToPublish } from '../domains/index.ts'
import { rangeQuery } from '../range.ts'
import { SourceClass, SourceEvidence } from '../sources/index.ts'

const optional = Type.Optional
const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) })
const amount = (description: string) => Type.Number({ minimum: 0, description })
const Day = Type.String({ format: 'date', examples: ['2026-11-21'] })

const ByClass = closed(
  { own: count(), forwarder: count(), threat: count(), unknown: count() },
  { title: 'MailByClass' },
)

export const ReplayPolicy = closed({
  ...rangeQuery,
  policy: optional({ ...Policy, description: 'Default: `reject`.' }),
  subdomain_policy: optional({ ...Policy, description: 'Default: the policy.' }),
  nonexistent_policy: optional({ ...Policy, description: 'Default: that of subdomains.' }),
  testing: optional(Type.Boolean({ description: '`t=y`: receivers apply the next weaker policy.' })),
  percent: optional(
    Type.Integer({ minimum: 0, maximum: 100, description: '`pct` of RFC 7489, which receivers of RFC 9989 ignore.' }),
  ),
  format: optional(literals(['json', 'csv'], { default: 'json', description: '`csv`: the blockers.' })),
})
export type ReplayPolicy = Static<typeof ReplayPolicy>

const Blocker = closed(
  {
    source: Type.String({ description: 'Name of the service, or the IP address.', examples: ['SendGrid (Twilio)'] }),
    class: SourceClass,
    lost: count('Messages of the range that the policy would have stopped.'),
    lost_per_day: amount('The same per day.'),
    aligned_rate: Type.Number({ minimum: 0, maximum: 1, description: 'Part of its mail that passes DMARC.' }),
    remedy: closed({
      kind: literals(['sender_setting', 'spf_record', 'own_server', 'classification'], {
        description: 'Where it is repaired; `classification`: by setting the class of the source.',
      }),
      detail: Type.String(),
      record: Nullable(RecordToPublish),
    }),
  },
  { title: 'PolicyBlocker' },
)

const impact = {
  messages: count('Quarantined and rejected.'),
  per_day: amount('The same per day.'),
  quarantined: count(),
  rejected: count(),
  by_class: ByClass,
}

export const PolicyAdvice = closed(
  {
    verdict: literals(['collect_more', 'fix_sources', 'ready_for_quarantine', 'ready_for_reject', 'hold'], {
      description: '`hold`: keep the policy, because forwarding would lose too much mail, or because it is reject.',
    }),
    reasons: Type.Array(Type.String()),
    blockers: Type.Array(Blocker, { description: 'Heaviest first, at most 100.' }),
    impact: closed(
      { policy: literals(['quarantine', 'reject']), ...impact },
      { description: 'What the next step would have done in the range.' },
    ),
    next_record: Nullable(
      Type.String({
        description: 'The record to publish at `_dmarc` now; null: keep the published one.',
        examples: ['v=DMARC1; p=quarantine; np=reject; rua=mailto:dmarc@example.com'],
      }),
    ),
  },
  { title: 'PolicyAdvice' },
)
export type PolicyAdvice = Static<typeof PolicyAdvice>

export const PolicyReplay = closed(
  {
    from: Day,
    to: Day,
    policy: closed({
      policy: Policy,
      subdomain_policy: Nullable(Policy),
      nonexistent_policy: Nullable(Policy),
      testing: Type.Boolean(),
      percent: Type.Integer(),
    }),
    messages: count(),
    compliant: count(),
    by_class: ByClass,
    lost: closed(impact),
    spared: count('Failing messages of forwarders and lists to which a receiver says it applies no policy.'),
    unused_subdomains: count(
      'Failing messages from subdomains without any aligned mail, to which the policy for names that do not exist is applied.',
    ),
    sources: Type.Array(
      closed({
        source: Type.String({ examples: ['192.0.2.25'] }),
        class: SourceClass,
        ips: count('Number of IP addresses.'),
        messages: count(),
        compliant: count(),
        lost: count(),
        lost_per_day: amount('The same per day.'),
        evidence: Type.Array(SourceEvidence, { description: 'For its class, strongest first.' }),
      }),
      { description: 'The largest losses first, at most 200; all of them are in the sums.' },
    ),
    sources_total: count('Number of sources.'),
    blockers: Type.Array(Blocker),
    days: Type.Array(closed({ day: Day, lost: ByClass }), { description: 'Days with losses.' }),
  },
  { title: 'PolicyReplay' },
)
export type PolicyReplay = Static<typeof PolicyReplay>
