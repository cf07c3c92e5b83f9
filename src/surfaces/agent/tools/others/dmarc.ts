import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { Count, Cursor, NextCursor, nextCursorOf, pick, recordsIn } from '../pieces.ts'

export const listSendingDomains = defineTool({
  name: 'list_sending_domains',
  title: 'List sending domains',
  description: 'Domains with DMARC monitoring: verification, volume and compliance of 30 days, open alerts.',
  toolset: 'dmarc',
  scope: 'dmarc',
  input: closed({ query: Type.Optional(Type.String()), cursor: Cursor }),
  output: Type.Object({
    domains: Type.Array(Type.Object({ id: Type.String(), domain: Type.String() })),
    next_cursor: NextCursor,
  }),
  async run({ query, cursor }, { api, signal }) {
    const page = await api.json('GET', '/dmarc/domains', { query: { q: query, cursor, limit: pageLength }, signal })
    const domains = recordsIn(page['data']).map((each) => pick(each, domainMembers))
    return { summary: `${domains.length} domains.`, data: { domains, ...nextCursorOf(page) } }
  },
})

/** So many domains fit into one result. */
const pageLength = 12

const domainMembers = [
  'id',
  'domain',
  'status',
  'verified',
  'expected_policy',
  'volume_30d',
  'compliance_rate_30d',
  'last_report_at',
  'open_alerts',
]

export const dmarcSummary = defineTool({
  name: 'dmarc_summary',
  title: 'DMARC summary',
  description: 'Compliance of a sending domain, and advice whether a stricter policy would lose mail.',
  toolset: 'dmarc',
  scope: 'dmarc',
  input: closed({ domain_id: Type.String(), days: Type.Optional(Type.Integer()) }),
  output: Type.Object({ messages: Count, compliant: Count, advice: Type.Object({ verdict: Type.String() }) }),
  async run({ domain_id, days }, { api, signal }) {
    const path = `/dmarc/domains/${encodeURIComponent(domain_id)}/analytics`
    const summary = await api.json('GET', path, { query: { days }, signal })
    return {
      summary: `${String(summary['compliant'])} of ${String(summary['messages'])} messages comply.`,
      data: summary,
    }
  },
})

export const dmarcSources = defineTool({
  name: 'dmarc_sources',
  title: 'DMARC sources',
  description: 'Servers and services that send as a domain, with their compliance.',
  toolset: 'dmarc',
  scope: 'dmarc',
  input: closed({ domain_id: Type.String(), days: Type.Optional(Type.Integer()), cursor: Cursor }),
  output: Type.Object({ sources: Type.Array(Type.Object({})), next_cursor: NextCursor }),
  async run({ domain_id, days, cursor }, { api, signal }) {
    const path = `/dmarc/domains/${encodeURIComponent(domain_id)}/sources`
    const page = await api.json('GET', path, { query: { days, cursor, limit: sourcesLength }, signal })
    const sources = recordsIn(page['data'])
    return { summary: `${sources.length} sources.`, data: { sources, ...nextCursorOf(page) } }
  },
})

/** So many sources fit into one result. */
const sourcesLength = 5
