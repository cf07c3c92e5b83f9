import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, PageInfo, closed, idOf, literals, pageQuery, sortBy } from '../../../kernel/schema/index.ts'

const recordKinds = ['dmarc', 'spf', 'dkim', 'mta_sts', 'tls_rpt', 'bimi'] as const

const Entry = closed({
  kind: literals(recordKinds),
  name: Nullable(Type.String({ description: 'Name of a DKIM key, such as `s1._domainkey.example.com`; else null.' })),
  record: Nullable(Type.String({ description: 'Null: nothing was published.' })),
  found_at: Nullable(
    Type.String({ description: 'The domain that published it, for DMARC and BIMI; for DKIM the target of a CNAME.' }),
  ),
  changes: Type.Array(
    Type.String({
      description:
        'Changes from the previous record: `published`, `removed`, `policy_weakened`, `policy_strengthened`, ' +
        '`subdomain_policy_weakened`, `subdomain_policy_strengthened`, `alignment_changed`, `reports_changed`, ' +
        '`reports_removed`, `other_tags_changed`, `publisher_changed`, for SPF `all_weakened` and `all_strengthened`, for ' +
        'DKIM `key_added`, `key_changed`, `key_removed`, `key_revoked`, `key_weakened` (fewer bits), `key_weak` (below 1024 bits) ' +
        'and `key_testing`, else `changed`. Empty for the first one.',
    }),
  ),
  weakened: Type.Boolean({ description: 'Whether it protects less than the previous record.' }),
  seen_at: Instant,
  last_seen_at: Instant,
})

export const DmarcPlan = closed(
  {
    id: idOf('plan'),
    domain: Type.String({ examples: ['example.com'] }),
    record_before: Nullable(Type.String()),
    record_after: Type.String({ examples: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com'] }),
    state: literals(['planned', 'published', 'partly_published', 'different'], {
      description: '`planned`: not checked yet. `partly_published`: some tags differ.',
    }),
    created_by: Type.String({ examples: ['Website'] }),
    created_at: Instant,
    checked_at: Nullable(Instant),
    published_at: Nullable({ ...Instant, description: 'When it was first found as planned.' }),
  },
  { title: 'DmarcPlan' },
)
export type DmarcPlan = Static<typeof DmarcPlan>

export const DnsHistory = closed(
  {
    data: Type.Array(Entry, { description: 'Newest first.' }),
    page: PageInfo,
    plans: Type.Array(DmarcPlan, { description: 'The last 20 plans of the wizard for the domain, newest first.' }),
  },
  { title: 'DmarcDnsHistory' },
)
export type DnsHistory = Static<typeof DnsHistory>

export const GetDnsHistory = closed({
  ...pageQuery,
  kind: Type.Optional(literals(recordKinds)),
  sort: sortBy('-seen_at', 'seen_at'),
  format: Type.Optional(literals(['json', 'csv'], { default: 'json', description: '`csv`: up to 10,000 records.' })),
})
export type GetDnsHistory = Static<typeof GetDnsHistory>
