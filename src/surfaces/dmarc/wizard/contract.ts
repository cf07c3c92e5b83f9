import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Nullable,
  closed,
  idOf,
  literals,
  pieceMark,
  publishedMark,
  publishedReportUri,
} from '../../../kernel/schema/index.ts'
import { checksSchema } from '../../verification/index.ts'
import { DmarcPlan } from '../dns/index.ts'
import { DnsFinding, DomainName, Policy, RecordToPublish } from '../domains/index.ts'

const optional = Type.Optional

const Selector = Type.String({ pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$' })

export const AnalyzeDomain = closed(
  {
    domain: DomainName,
    selectors: optional(
      Type.Array(Selector, {
        maxItems: 20,
        uniqueItems: true,
        description: 'DKIM selectors in use, queried in addition to those of well-known senders.',
      }),
    ),
  },
  { title: 'AnalyzeDomain', examples: [{ domain: 'example.com', selectors: ['s1'] }] },
)
export type AnalyzeDomain = Static<typeof AnalyzeDomain>

const ReportAddress = Type.String({
  minLength: 3,
  maxLength: 300,
  description: 'An email address, or an https URL.',
  [publishedMark]: publishedReportUri,
  examples: ['dmarc@example.com'],
})

const members = {
  policy: Policy,
  subdomain_policy: optional({ ...Policy, description: 'For existing subdomains; default: the policy.' }),
  nonexistent_policy: optional({
    ...Policy,
    description: 'For subdomains that do not exist; default: that of subdomains.',
  }),
  testing: optional(
    Type.Boolean({
      description: 'Whether receivers apply the next weaker policy (`t=y`), in place of the former `pct`.',
    }),
  ),
  dkim_alignment: optional(literals(['relaxed', 'strict'])),
  spf_alignment: optional(literals(['relaxed', 'strict'])),
  aggregate_reports: optional(
    Type.Array(ReportAddress, {
      maxItems: limits.dmarcReportUris,
      uniqueItems: true,
      description: 'Default: the reporting address, if the project has the domain.',
    }),
  ),
  failure_reports: optional(Type.Array(ReportAddress, { maxItems: limits.dmarcReportUris, uniqueItems: true })),
  failure_options: optional(
    Type.Array(literals(['0', '1', 'd', 's']), {
      minItems: 1,
      uniqueItems: true,
      description:
        'When failure reports are sent: `0` if neither SPF nor DKIM passes aligned, `1` if one of them fails, `d` for DKIM, ' +
        '`s` for SPF.',
    }),
  ),
}

export const GenerateRecord = closed(
  { domain: DomainName, ...members },
  {
    title: 'GenerateRecord',
    dependentRequired: { failure_options: ['failure_reports'] },
    [pieceMark]: true,
    examples: [{ domain: 'example.com', policy: 'quarantine', aggregate_reports: ['dmarc@example.com'] }],
  },
)
export type GenerateRecord = Static<typeof GenerateRecord>

const Tag = closed({
  tag: Type.String({ examples: ['p'] }),
  value: Type.String({ examples: ['quarantine'] }),
  meaning: Type.String({ examples: ['Mail from the domain that fails DMARC goes to the spam folder.'] }),
  reference: Type.String({ description: 'The section that defines it.', examples: ['RFC 9989 4.7'] }),
})

const Difference = closed({
  tag: Type.String({ examples: ['p'] }),
  before: Nullable(Type.String({ description: 'Null: the tag is absent.' })),
  after: Nullable(Type.String()),
})

export const GeneratedRecord = closed(
  {
    plan: DmarcPlan,
    record: RecordToPublish,
    zone_line: Type.String({ description: 'The record as a line of a zone file; long values are split into strings.' }),
    tags: Type.Array(Tag, { description: 'The meaning of each tag.' }),
    before: Nullable(
      closed({
        record: Type.String(),
        found_at: Type.String({ description: 'The domain that publishes it: this one or a parent.' }),
        policy: Nullable(Policy),
        tags: Type.Array(Tag),
      }),
    ),
    differences: Type.Array(Difference, { description: 'Tags that differ from the record that applies now.' }),
    weakened: Type.Boolean({ description: 'Whether the new record protects less than the present one.' }),
    authorization_records: Type.Array(RecordToPublish, {
      description:
        'Consents that hosts of report addresses outside of the organization have to publish, if they do not yet.',
    }),
    findings: Type.Array(DnsFinding, { description: 'Problems of the new record.' }),
  },
  { title: 'GeneratedRecord' },
)
export type GeneratedRecord = Static<typeof GeneratedRecord>

export const CheckDns = closed(
  {
    plan_id: optional(idOf('plan', { description: 'The plan of `generate`.' })),
    domain: optional(DomainName),
    record: optional(Type.String({ minLength: 8, maxLength: 4000, examples: ['v=DMARC1; p=none'] })),
  },
  {
    title: 'CheckDns',
    forms: { OfPlan: ['plan_id'], OfRecord: ['domain', 'record'] },
    description: 'Either `plan_id`, or `domain` and `record`.',
    examples: [{ domain: 'example.com', record: 'v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com' }],
  },
)
export type CheckDns = Static<typeof CheckDns>

export const CheckedDns = closed(
  {
    domain: Type.String({ examples: ['example.com'] }),
    name: Type.String({ description: 'The name that was queried.', examples: ['_dmarc.example.com'] }),
    state: literals(['published', 'partly_published', 'different', 'missing', 'several', 'unmeasured'], {
      description:
        '`partly_published`: a DMARC record of which some tags are as planned. `several`: receivers discard more than one ' +
        'record. `unmeasured`: DNS did not respond; the plan is unchanged.',
    }),
    planned: Type.String({ examples: ['v=DMARC1; p=none'] }),
    published: Type.Array(Type.String(), { description: 'DMARC records at the name.' }),
    differences: Type.Array(Difference),
    plan: Nullable(DmarcPlan),
  },
  { title: 'CheckedDns' },
)
export type CheckedDns = Static<typeof CheckedDns>

export const DomainAnalysis = closed(
  {
    domain: Type.String({ examples: ['example.com'] }),
    domain_id: Nullable(idOf('domain', { description: 'If the project has the domain.' })),
    policy: Nullable({ ...Policy, description: 'The policy that applies to mail of the domain.' }),
    record: Nullable(Type.String()),
    found_at: Nullable(Type.String()),
    tags: Type.Array(Tag),
    checks: checksSchema,
    steps: Type.Array(
      closed({
        step: literals(['spf', 'dkim', 'reports', 'quarantine', 'reject', 'subdomains', 'transport']),
        state: literals(['done', 'todo', 'waiting', 'unmeasured'], {
          description: '`waiting`: an earlier step comes first.',
        }),
        message: Type.String({ examples: ['SPF authorizes the senders of the domain.'] }),
        publish: optional(RecordToPublish),
      }),
      { description: 'The way to an enforced policy, in order.' },
    ),
    suggested: { ...GenerateRecord, description: 'The next step, as a request of `generate`.' },
  },
  { title: 'DomainAnalysis' },
)
export type DomainAnalysis = Static<typeof DomainAnalysis>
