import { advise } from '../../../deliverability/policy/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { DomainParams, type ReportAddresses, loadDomain } from '../domains/index.ts'
import { loadMail, presentAdvice } from '../policy/index.ts'
import { csvInstead, csvResponse } from '../csv.ts'
import { readRange } from '../range.ts'
import type { DomainClasses } from '../sources/index.ts'
import { analyze, readTimeline } from './analytics.ts'
import { Analytics, GetAnalytics, GetTimeline, Timeline } from './contract.ts'

export interface AnalyticsRouteDeps {
  readonly http: Http
  readonly store: Store
  readonly addresses: ReportAddresses
  readonly sourceClasses: DomainClasses
}

export function analyticsRoutes({ addresses, http, sourceClasses, store }: AnalyticsRouteDeps) {
  return http
    .surface('dmarc')
    .get(
      '/dmarc/domains/:id/analytics',
      async ({ caller, params, query }) => {
        const domain = await loadDomain(store.read, caller, params.id)
        const range = readRange(query, store.read.nowMs())
        const [figures, mail] = await Promise.all([
          analyze(store.read, domain.no, range),
          loadMail(store.read, domain, { addresses, range, sourceClasses }),
        ])
        return { ...figures, advice: presentAdvice(advise(mail)) }
      },
      {
        id: 'dmarc.getAnalytics',
        summary: 'Get the figures of a domain',
        description:
          'Messages, compliance and dispositions of a range of UTC days and of as many days before, the receivers that ' +
          'reported, TLS sessions, and advice on the next policy.',
        scope: 'dmarc',
        params: DomainParams,
        query: GetAnalytics,
        response: { 200: Analytics },
        errors: ['DOMAIN_NOT_FOUND'],
      },
    )
    .get(
      '/dmarc/domains/:id/timeline',
      async ({ caller, params, query }) => {
        const { domain, no } = await loadDomain(store.read, caller, params.id)
        const range = readRange(query, store.read.nowMs())
        const timeline = await readTimeline(store.read, no, range, query.by ?? 'disposition')
        if (query.format !== 'csv') return timeline
        const columns = ['day', 'messages', 'compliant', ...timeline.series]
        const lines = timeline.points.map((point) => [point.day, point.messages, point.compliant, ...point.values])
        return csvResponse(`${domain}-timeline.csv`, columns, lines) as never
      },
      {
        id: 'dmarc.getTimeline',
        summary: 'Get the messages of a domain per day',
        description: 'One point per UTC day, by disposition, alignment or source. Also as CSV.',
        scope: 'dmarc',
        params: DomainParams,
        query: GetTimeline,
        response: { 200: Timeline },
        responses: csvInstead,
        errors: ['DOMAIN_NOT_FOUND'],
      },
    )
}
