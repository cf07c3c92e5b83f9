import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  GivenName,
  Instant,
  Nullable,
  closed,
  idOf,
  literals,
  pageOf,
  pageQuery,
  pieceMark,
  publishedDomain,
  publishedMark,
  readOnlyMembers,
} from '../../../kernel/schema/index.ts'

const exampleDomainId = 'dom_01kah3zqpfx9y8w7v6t5s4r3q2'
const optional = Type.Optional

/** The name of a domain in a request. */
export const DomainName = Type.String({
  minLength: 1,
  maxLength: 253,
  examples: ['example.com'],
  [publishedMark]: publishedDomain,
})

export const Policy = literals(['none', 'quarantine', 'reject'])

export const RecordToPublish = closed(
  {
    name: Type.String({ examples: ['_dmarc.example.com'] }),
    type: literals(['TXT', 'MX', 'TLSA', 'PTR']),
    value: Type.String({ examples: ['v=DMARC1; p=none; rua=mailto:dmarc@example.com'] }),
  },
  { title: 'DnsRecordToPublish', [pieceMark]: true },
)

export const DnsFinding = closed(
  {
    code: Type.String({
      description: 'Stable code; /docs/guide/domain-findings lists them.',
      examples: ['dmarc.p_none'],
    }),
    severity: literals(['error', 'warning', 'info']),
    message: Type.String({ examples: ['The policy is p=none (monitoring only).'] }),
    why: Type.String({
      description: 'Why it matters.',
      examples: ['Mail that fails is still delivered: p=none only reports forgeries.'],
    }),
    fix: optional(Type.String()),
    publish: optional(RecordToPublish),
  },
  { title: 'DnsFinding' },
)

const retention = {
  raw_days: Type.Integer({ minimum: 1, maximum: 400, description: 'Days for which the files of reports are stored.' }),
  record_days: Type.Integer({
    minimum: 30,
    maximum: limits.dmarcTotalDays,
    description: `Days for which the records of reports are stored. Totals per day and source are stored for ${limits.dmarcTotalDays} days.`,
  }),
  failure_days: Type.Integer({ minimum: 1, maximum: 400, description: 'Days for which failure reports are stored.' }),
}

const groupOptions = {
  description: 'Name of the group of domains, such as a customer.',
  examples: ['Acme'],
}

const settings = {
  group: Nullable({ ...GivenName, ...groupOptions }),
  expected_policy: Nullable({
    ...Policy,
    description: 'The policy that the domain should publish; verification reports a weaker one.',
  }),
  failure_reports: Type.Boolean({
    description:
      'Whether failure reports are stored. They contain personal data, so they are refused by default; what is stored is ' +
      'redacted.',
  }),
  enrichment: Type.Boolean({
    description: 'Whether the PTR names and autonomous systems of sending IP addresses are looked up.',
  }),
}

export const Verification = closed(
  {
    state: literals(
      [
        'verified',
        'not_published',
        'invalid',
        'address_missing',
        'not_authorized',
        'redirected',
        'weaker_policy',
        'unmeasured',
      ],
      {
        description:
          '`address_missing`: `rua` does not contain the reporting address. `not_authorized`: the host of the reporting ' +
          'address does not publish its consent (RFC 9990 4), so receivers send nothing. `redirected`: its consent names ' +
          'another address. `weaker_policy`: the policy is weaker than `expected_policy`. `unmeasured`: DNS did not respond.',
      },
    ),
    checked_at: Instant,
    record: Nullable(Type.String({ description: 'The record that applies, as published.' })),
    found_at: Nullable(Type.String({ description: 'The domain that publishes it: this one or a parent.' })),
    policy: Nullable({ ...Policy, description: 'The policy for mail of this domain.' }),
    receivers: Type.Array(
      closed({
        address: Type.String({ description: 'A report URI of the record.' }),
        host: Nullable(Type.String()),
        is_ours: Type.Boolean({ description: 'Whether it is the reporting address of the domain.' }),
        consent: literals(['not_needed', 'published', 'missing', 'unmeasured'], {
          description: '`not_needed`: the address belongs to the same organization.',
        }),
        record_name: optional(Type.String({ description: 'The name at which the host publishes its consent.' })),
        replaced_by: optional(Type.String({ description: '`rua` of the consent, which replaces the address.' })),
      }),
      { description: 'Addresses for aggregate reports, and whether receivers will send to them.' },
    ),
    findings: Type.Array(DnsFinding),
  },
  { title: 'DmarcVerification' },
)
export type Verification = Static<typeof Verification>

const figures = {
  volume_30d: Type.Integer({ minimum: 0, description: 'Reported messages of the last 30 days.' }),
  compliant_30d: Type.Integer({ minimum: 0, description: 'Those with aligned DKIM or aligned SPF.' }),
  compliance_rate_30d: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  last_report_at: Nullable(Instant),
  open_alerts: Type.Integer({ minimum: 0 }),
}

const members = {
  id: idOf('domain', { examples: [exampleDomainId] }),
  domain: Type.String({ description: 'In A-labels (Punycode).', examples: ['example.com'] }),
  status: literals(['pending', 'verified', 'failing'], {
    description: '`failing`: it was verified, and the last check found it no longer set up.',
  }),
  verified: Type.Boolean(),
  verified_at: Nullable(Instant),
  reporting_address: Nullable(
    Type.String({
      description:
        'Email address for reports of this domain; null if the service receives no mail (SVC_INBOUND_DOMAIN).',
    }),
  ),
  tls_report_url: Type.String({ description: 'URL for TLS reports over HTTPS (RFC 8460). Treat it as a secret.' }),
  record: {
    ...RecordToPublish,
    description: 'The record to publish: the present one with the reporting address, or a first one with p=none.',
  },
  authorization_record: Nullable({
    ...RecordToPublish,
    description:
      'The consent that the host of the reporting address has to publish, because it belongs to another organization.',
  }),
  verification: Nullable(Verification),
  ...settings,
  retention: closed(retention),
  ...figures,
  revision: Type.Integer({ minimum: 1, description: 'Increases with every change; the ETag contains it.' }),
  created_at: Instant,
  updated_at: Instant,
}

export const DmarcDomain = closed(members, { title: 'DmarcDomain' })
export type DmarcDomain = Static<typeof DmarcDomain>

export const DmarcDomainPage = pageOf(DmarcDomain, { title: 'DmarcDomainPage' })
export type DmarcDomainPage = Static<typeof DmarcDomainPage>

const changes = {
  group: optional(settings.group),
  expected_policy: optional(settings.expected_policy),
  failure_reports: optional(settings.failure_reports),
  enrichment: optional(settings.enrichment),
  retention: optional(
    closed({
      raw_days: optional(retention.raw_days),
      record_days: optional(retention.record_days),
      failure_days: optional(retention.failure_days),
    }),
  ),
}

export const AddDomain = closed(
  {
    domain: DomainName,
    ...changes,
  },
  { title: 'AddDomain', examples: [{ domain: 'example.com', group: 'Acme' }] },
)
export type AddDomain = Static<typeof AddDomain>

/** Members that checks and reports change, not an update. */
const watched = [
  'status',
  'verified',
  'verified_at',
  'verification',
  'record',
  'authorization_record',
  ...Object.keys(figures),
]

export const UpdateDomain = closed(
  { ...changes, ...readOnlyMembers(DmarcDomain, { writable: changes, volatile: watched }) },
  {
    title: 'UpdateDomain',
    description: 'Omitted members stay unchanged. Read-only members are accepted as a read returned them.',
    minProperties: 1,
    examples: [{ expected_policy: 'reject', retention: { raw_days: 90 } }],
  },
)
export type UpdateDomain = Static<typeof UpdateDomain>

export const sorts = ['domain', 'created_at', 'volume', 'compliance', 'last_report'] as const

export const ListDomains = closed({
  ...pageQuery,
  q: optional(Type.String({ maxLength: 253, description: 'Part of the domain name.' })),
  status: optional(literals(['pending', 'verified', 'failing'])),
  group: optional(Type.String({ maxLength: limits.nameLength })),
  sort: optional(
    literals(sorts, {
      default: 'domain',
      description:
        '`domain` and `created_at` ascending; `volume` and `last_report` highest first; `compliance` lowest first.',
    }),
  ),
  format: optional(
    literals(['json', 'csv'], { default: 'json', description: '`csv`: every domain that the filters allow.' }),
  ),
})
export type ListDomains = Static<typeof ListDomains>

/** Any text is valid: what is not the id of a domain of the project results in 404, not 400. */
export const domainParam = {
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the domain.', examples: [exampleDomainId] }),
}
export const DomainParams = closed(domainParam)

export const RemoveByName = closed({ domain: Type.String({ minLength: 1, maxLength: 253, examples: ['example.com'] }) })

export const Removed = Type.Undefined({ description: 'Removed.' })
