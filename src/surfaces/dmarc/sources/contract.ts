import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, PageInfo, closed, literals, pageQuery, sortBy } from '../../../kernel/schema/index.ts'
import { domainParam } from '../domains/index.ts'
import { rangeQuery } from '../range.ts'

const optional = Type.Optional
const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) })
const Day = Type.String({ format: 'date', examples: ['2026-11-21'] })
const groups = ['source', 'ip', 'asn', 'country'] as const

export const SourceClass = literals(['own', 'forwarder', 'threat', 'unknown'])

/** Why a source has its class. */
export const SourceEvidence = closed(
  {
    code: Type.String({ examples: ['declared_sender'] }),
    supports: SourceClass,
    detail: Type.String({ examples: ['The SPF record of the domain includes SendGrid (Twilio).'] }),
  },
  { title: 'SourceEvidence' },
)

const Evidence = Type.Array(SourceEvidence, {
  description: 'For and against the class of most of its messages, strongest first.',
})

const classified = {
  class: { ...SourceClass, description: 'As set by hand, else as the evidence decides for most of its messages.' },
  class_note: Nullable(Type.String()),
  classified_by: Nullable(Type.String({ examples: ['Website'] })),
}

const figures = {
  messages: count(),
  compliant: count(),
  compliance_rate: Type.Number({ minimum: 0, maximum: 1 }),
  dkim_aligned: count(),
  spf_aligned: count(),
  by_disposition: closed({ none: count(), quarantine: count(), reject: count(), pass: count() }),
  first_seen: Day,
  last_seen: Day,
}

const host = {
  ptr: Nullable(Type.String({ description: 'Forward-confirmed host name.', examples: ['mail.example.net'] })),
  asn: Nullable(Type.Integer()),
  as_name: Nullable(Type.String()),
  country: Nullable(Type.String()),
}

export const DmarcSource = closed(
  {
    key: Type.String({ description: 'Name of the group, for classification.', examples: ['amazonses.com'] }),
    identified_by: literals(['dkim', 'ptr', 'spf', 'ip', 'asn', 'country'], {
      description: 'What the name was taken from: the domain of a passing signature is the strongest evidence.',
    }),
    ips: count('Number of IP addresses.'),
    ...figures,
    ...classified,
    evidence: Evidence,
  },
  { title: 'DmarcSource' },
)
export type DmarcSource = Static<typeof DmarcSource>

export const DmarcSourcePage = closed({ data: Type.Array(DmarcSource), page: PageInfo }, { title: 'DmarcSourcePage' })
export type DmarcSourcePage = Static<typeof DmarcSourcePage>

export const ListSources = closed({
  ...pageQuery,
  ...rangeQuery,
  group_by: optional(literals(groups, { default: 'source' })),
  class: optional(SourceClass),
  status: optional(literals(['passing', 'failing'], { description: '`failing`: with messages that fail DMARC.' })),
  sort: sortBy(
    '-messages',
    'messages',
    '-compliance_rate',
    'compliance_rate',
    '-first_seen',
    'first_seen',
    '-last_seen',
    'last_seen',
    'key',
    '-key',
  ),
  format: optional(literals(['json', 'csv'], { default: 'json' })),
})
export type ListSources = Static<typeof ListSources>

export const SourceParams = closed({
  ...domainParam,
  ip: Type.String({ minLength: 1, maxLength: 255, description: 'IP address.', examples: ['192.0.2.25'] }),
})

export const GetSource = closed(rangeQuery)

export const DmarcSourceDetail = closed(
  {
    ip: Type.String({ examples: ['192.0.2.25'] }),
    source: Type.String({ description: 'Name of the source that it belongs to.', examples: ['amazonses.com'] }),
    ...figures,
    ...host,
    host_state: literals(['confirmed', 'none', 'mismatch', 'unknown', 'pending'], {
      description: '`pending`: not looked up yet. `unknown`: DNS did not respond.',
    }),
    names: Type.Array(
      closed({
        header_from: Type.String({ examples: ['example.com'] }),
        signer: Nullable(Type.String({ description: 'Domain of a passing DKIM signature.' })),
        mailer: Nullable(Type.String({ description: 'Organization that passed SPF.' })),
        override: literals(['none', 'forwarded', 'mailing_list', 'local_policy', 'test', 'other']),
        messages: count(),
        compliant: count(),
      }),
      { description: 'Messages by names and override, most first, at most 100.' },
    ),
    days: Type.Array(closed({ day: Day, messages: count(), compliant: count() })),
    ...classified,
    evidence: Evidence,
  },
  { title: 'DmarcSourceDetail' },
)
export type DmarcSourceDetail = Static<typeof DmarcSourceDetail>

export const ClassifySource = closed(
  {
    class: SourceClass,
    note: optional(Type.String({ maxLength: 500, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })),
  },
  { title: 'ClassifySource', examples: [{ class: 'own', note: 'Our newsletter' }] },
)
export type ClassifySource = Static<typeof ClassifySource>

export const SourceClassified = closed(
  {
    key: Type.String({ examples: ['amazonses.com'] }),
    class: SourceClass,
    note: Nullable(Type.String()),
    classified_by: Type.String({ examples: ['Website'] }),
    classified_at: Instant,
  },
  { title: 'SourceClassified' },
)
export type SourceClassified = Static<typeof SourceClassified>
