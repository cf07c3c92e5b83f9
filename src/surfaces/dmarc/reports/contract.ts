import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, PageInfo, closed, idOf, literals, pageQuery, sortBy } from '../../../kernel/schema/index.ts'
import { DomainParams, Policy } from '../domains/index.ts'

const optional = Type.Optional
const exampleReportId = 'rpt_01kah3zqpfx9y8w7v6t5s4r3q2'
const DomainName = Type.String({ examples: ['example.com'] })
const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) })

const Warning = closed(
  {
    code: Type.String({ examples: ['range_spread'] }),
    message: Type.String({ examples: ['The report covers several days; its messages are spread over them.'] }),
    path: optional(Type.String({ examples: ['report_metadata/date_range'] })),
    count: optional(Type.Integer({ minimum: 1 })),
  },
  { title: 'ReportWarning' },
)

const types = ['aggregate', 'failure', 'tls'] as const

export const IngestedReports = closed(
  {
    results: Type.Array(
      closed({
        status: literals(['accepted', 'duplicate', 'replaced', 'quarantined', 'rejected'], {
          description:
            '`duplicate`: it was already counted, and is not counted again. `replaced`: other content under the same identity ' +
            'replaces the earlier report. `quarantined`: the project does not have the domain; it is stored and not counted.',
        }),
        type: Nullable(literals(types, { description: 'Null: not a report.' })),
        report_id: Nullable(Type.String({ description: 'Id given by the reporter.', examples: ['2026112112345'] })),
        id: optional(idOf('report', { examples: [exampleReportId] })),
        domain: optional(DomainName),
        records: count(),
        messages: count('Messages, or for a TLS report sessions.'),
        warnings: Type.Array(Warning),
        code: optional(
          Type.String({
            description: 'Why it was not accepted, such as `not_a_report`, `too_large` or `domain_not_registered`.',
            examples: ['domain_not_registered'],
          }),
        ),
        reason: optional(Type.String({ examples: ['The project does not have the domain example.com.'] })),
      }),
      { description: 'One per report in the upload, and per part that is none.' },
    ),
  },
  { title: 'IngestedReports' },
)
export type IngestedReports = Static<typeof IngestedReports>

const Day = Type.String({ format: 'date', description: 'UTC day, included.', examples: ['2026-11-21'] })

const totals = {
  messages: count(),
  compliant: count('Messages with aligned DKIM or aligned SPF; for a TLS report successful sessions.'),
  dkim_aligned: count(),
  spf_aligned: count(),
  by_disposition: closed({ none: count(), quarantine: count(), reject: count(), pass: count() }),
}

const summary = {
  id: idOf('report', { examples: [exampleReportId] }),
  type: literals(types),
  state: literals(['accepted', 'quarantined']),
  domain: DomainName,
  organization: Type.String({ examples: ['google.com'] }),
  report_id: Type.String({ examples: ['2026112112345'] }),
  begin: Instant,
  end: Instant,
  revision: Type.Integer({ minimum: 1, description: 'Above 1 if it replaced an earlier report.' }),
  records: count(),
  ...totals,
  warnings: count('Number of warnings.'),
  via: literals(['upload', 'https', 'smtp', 'imap'], { description: 'The intake that it came by.' }),
  reporter_verified: Nullable(
    Type.Boolean({
      description:
        'Whether SPF or DKIM of the email passed for the domain in its From field. Null: it did not arrive by SMTP, or DNS did not respond.',
    }),
  ),
  has_file: Type.Boolean({ description: 'Whether the file is still stored.' }),
  received_at: Instant,
}

export const DmarcReport = closed(summary, { title: 'DmarcReport' })
export type DmarcReport = Static<typeof DmarcReport>

export const DmarcReportPage = closed({ data: Type.Array(DmarcReport), page: PageInfo }, { title: 'DmarcReportPage' })
export type DmarcReportPage = Static<typeof DmarcReportPage>

const filters = {
  type: optional(literals(types)),
  organization: optional(Type.String({ maxLength: 255, description: 'The reporter, exactly.' })),
  report_id: optional(Type.String({ maxLength: 500 })),
  from: optional(Day),
  to: optional(Day),
  disposition: optional(literals(['none', 'quarantine', 'reject', 'pass'])),
  result: optional(literals(['pass', 'fail'], { description: '`fail`: with messages that fail DMARC.' })),
  source: optional(Type.String({ maxLength: 45, description: 'IP address that a record is about.' })),
  format: optional(literals(['json', 'csv'], { default: 'json', description: '`csv`: up to 10,000 reports.' })),
}

export const ListReports = closed({ ...pageQuery, ...filters, sort: sortBy('-begin', 'begin') })
export type ListReports = Static<typeof ListReports>

const csvFormat = (rows: string) =>
  optional(literals(['json', 'csv'], { default: 'json', description: `\`csv\`: up to 10,000 ${rows}.` }))

export const ListQuarantined = closed({
  ...pageQuery,
  type: filters.type,
  organization: filters.organization,
  domain: optional(Type.String({ maxLength: 253, description: 'The domain of reports, or one above it.' })),
  sort: sortBy('-received_at', 'received_at'),
  format: csvFormat('reports'),
})
export const ReportsOfDomain = DomainParams

const AuthResult = closed({
  domain: Type.String({ examples: ['example.com'] }),
  selector: optional(Nullable(Type.String())),
  scope: optional(Nullable(Type.String())),
  result: Type.String({ examples: ['pass'] }),
  human_result: Nullable(Type.String()),
})

const Record = closed({
  source_ip: Type.String({ examples: ['192.0.2.25'] }),
  messages: count(),
  disposition: literals(['none', 'quarantine', 'reject', 'pass']),
  dkim_aligned: Type.Boolean(),
  spf_aligned: Type.Boolean(),
  computed_dkim_aligned: Type.Boolean({
    description: 'Recomputed from the authentication results and the From domain.',
  }),
  computed_spf_aligned: Type.Boolean(),
  header_from: DomainName,
  envelope_from: Nullable(Type.String()),
  envelope_to: Nullable(Type.String()),
  dkim: Type.Array(AuthResult),
  spf: Type.Array(AuthResult),
  overrides: Type.Array(closed({ type: Type.String(), comment: Nullable(Type.String()) })),
})

const TlsPolicy = closed({
  policy_type: Type.String({ examples: ['sts'] }),
  domain: DomainName,
  mx_hosts: Type.Array(Type.String()),
  successful_sessions: count(),
  failed_sessions: count(),
  failures: Type.Array(
    closed({
      result_type: Type.String({ examples: ['certificate-expired'] }),
      sessions: count(),
      sending_ip: Nullable(Type.String()),
      receiving_ip: Nullable(Type.String()),
      receiving_mx: Nullable(Type.String()),
      reason_code: Nullable(Type.String()),
    }),
  ),
})

const Sender = closed(
  {
    verdict: literals(['pass', 'fail', 'unmeasured']),
    from: Nullable(DomainName),
    spf: closed({ result: Type.String({ examples: ['pass'] }), domain: DomainName }),
    dkim: Type.Array(
      closed({
        domain: DomainName,
        selector: Type.String({ examples: ['s1'] }),
        result: Type.String({ examples: ['pass'] }),
      }),
    ),
  },
  { description: 'Authentication of the email that contained the report.' },
)

export const DmarcReportDetail = closed(
  {
    ...summary,
    reporter: closed({
      email: Nullable(Type.String()),
      contact: Nullable(Type.String()),
      generator: Nullable(Type.String()),
      errors: Type.Array(Type.String()),
    }),
    policy: Nullable(
      closed(
        {
          domain: DomainName,
          p: Nullable(Policy),
          sp: Nullable(Policy),
          np: Nullable(Policy),
          adkim: literals(['r', 's']),
          aspf: literals(['r', 's']),
          pct: Nullable(Type.Integer()),
          testing: Type.Boolean(),
          fo: Nullable(Type.String()),
        },
        { description: 'The policy as the reporter found it.' },
      ),
    ),
    warnings: Type.Array(Warning),
    revisions: Type.Array(
      closed({
        revision: Type.Integer(),
        records: count(),
        messages: count(),
        compliant: count(),
        received_at: Instant,
        replaced_at: Instant,
      }),
      { description: 'Earlier contents, which were replaced.' },
    ),
    record_data: Type.Array(Record, { description: 'Records of this page, in the order of the report.' }),
    page: PageInfo,
    tls_policies: Type.Array(TlsPolicy),
    failure: Nullable(
      Type.Unsafe<object>(
        Type.Object({}, { description: 'A failure report without message body, with hashed local parts.' }),
      ),
    ),
    sender: Nullable(Sender),
  },
  { title: 'DmarcReportDetail' },
)
export type DmarcReportDetail = Static<typeof DmarcReportDetail>

export const GetReport = closed({ ...pageQuery, format: csvFormat('records') })

const reportParam = {
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the report.', examples: [exampleReportId] }),
}
export const ReportParams = closed(reportParam)

export const TokenParams = closed({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'Token of the domain, in its `tls_report_url`.' }),
})

export const ReportDeleted = Type.Undefined({ description: 'Deleted.' })
