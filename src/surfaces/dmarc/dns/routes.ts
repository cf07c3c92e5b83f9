import { type Http, readPage } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { csvInstead, csvOfRows, csvRows } from '../csv.ts'
import { DomainParams, loadDomain } from '../domains/index.ts'
import { DnsHistory, GetDnsHistory } from './contract.ts'
import { selectPlans } from './plan-store.ts'
import { presentPlan } from './plans.ts'
import { type HistoryRow, selectHistory } from './store.ts'

const plansShown = 20
const csvColumns = ['kind', 'name', 'record', 'found_at', 'changes', 'weakened', 'seen_at', 'last_seen_at'] as const

export function dnsHistoryRoutes({ http, store }: { http: Http; store: Store }) {
  return http.surface('dmarc').get(
    '/dmarc/domains/:id/dns-history',
    async ({ caller, params, query }): Promise<DnsHistory> => {
      const domain = await loadDomain(store.read, caller, params.id)
      const descending = query.sort !== 'seen_at'
      if (query.format === 'csv') {
        const rows = await selectHistory(store.read, domain.no, { descending, kind: query.kind, limit: csvRows })
        const lines = rows.map(presentEntry).map((each) => ({ ...each, changes: each.changes.join(' ') }))
        return csvOfRows(`${domain.domain}-dns-history.csv`, csvColumns, lines) as never
      }
      const { items, page } = await readPage(query, {
        key: `dmarc dns ${domain.id} ${query.kind ?? ''} ${descending}`,
        read: ({ after, limit }) =>
          selectHistory(store.read, domain.no, {
            after: after && Number(after[0]),
            descending,
            kind: query.kind,
            limit,
          }),
        positionOf: ({ no }) => [no],
      })
      const plans = await selectPlans(store.read, caller.projectId, domain.domain, plansShown)
      return {
        data: items.map(presentEntry),
        page,
        plans: plans.map(presentPlan),
      }
    },
    {
      id: 'dmarc.getDnsHistory',
      summary: 'Get the DNS history of a domain',
      description:
        'Every DMARC, SPF, MTA-STS, TLS-RPT and BIMI record that the domain published since it was added, and the DKIM keys ' +
        'that its reports name, checked daily and at each verification, with what changed and whether it protects less; and the plans of the wizard with their ' +
        'verification. The records also as CSV.',
      scope: 'dmarc',
      params: DomainParams,
      query: GetDnsHistory,
      response: { 200: DnsHistory },
      responses: csvInstead,
      errors: ['DOMAIN_NOT_FOUND', 'INVALID_CURSOR'],
    },
  )
}

function presentEntry(row: HistoryRow): DnsHistory['data'][number] {
  return {
    kind: row.kind,
    name: row.name,
    record: row.record,
    found_at: row.foundAt,
    changes: row.changes,
    weakened: row.isWeakened,
    seen_at: new Date(row.seenAt).toISOString(),
    last_seen_at: new Date(row.lastSeenAt).toISOString(),
  }
}
