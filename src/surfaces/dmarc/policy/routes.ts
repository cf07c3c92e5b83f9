import { type ProposedPolicy, blockersOf, replayPolicy } from '../../../deliverability/policy/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { DomainParams, type ReportAddresses, loadDomain } from '../domains/index.ts'
import { readRange } from '../range.ts'
import { csvInstead, csvResponse } from '../csv.ts'
import type { DomainClasses } from '../sources/index.ts'
import { PolicyReplay, ReplayPolicy } from './contract.ts'
import { loadMail } from './load-mail.ts'
import { presentReplay } from './present.ts'

const csvColumns = [
  'source',
  'class',
  'lost',
  'lost_per_day',
  'aligned_rate',
  'remedy',
  'record_name',
  'record_type',
  'record_value',
]

export interface PolicyRouteDeps {
  readonly http: Http
  readonly store: Store
  readonly addresses: ReportAddresses
  readonly sourceClasses: DomainClasses
}

export function policyRoutes({ addresses, http, sourceClasses, store }: PolicyRouteDeps) {
  return http.surface('dmarc').get(
    '/dmarc/domains/:id/replay',
    async ({ caller, params, query }) => {
      const domain = await loadDomain(store.read, caller, params.id)
      const range = readRange(query, store.read.nowMs())
      const mail = await loadMail(store.read, domain, { addresses, range, sourceClasses })
      const replay = replayPolicy(mail, policyIn(query))
      const shown = presentReplay(replay, blockersOf(replay, mail), range)
      if (query.format !== 'csv') return shown
      const file = csvResponse(
        `${domain.domain}-blockers.csv`,
        csvColumns,
        shown.blockers.map(({ remedy: { detail, record }, ...each }) => [
          each.source,
          each.class,
          each.lost,
          each.lost_per_day,
          each.aligned_rate,
          detail,
          record?.name ?? null,
          record?.type ?? null,
          record?.value ?? null,
        ]),
      )
      return file as never
    },
    {
      id: 'dmarc.replayPolicy',
      summary: 'Replay a policy on the mail of a domain',
      description:
        'What a policy would have done to the reported mail of a range of days: messages stopped by class, source and day, ' +
        'and for each source of the domain’s own mail the setting or record that repairs it. Also as CSV.',
      scope: 'dmarc',
      params: DomainParams,
      query: ReplayPolicy,
      response: { 200: PolicyReplay },
      responses: csvInstead,
      errors: ['DOMAIN_NOT_FOUND'],
    },
  )
}

function policyIn(query: ReplayPolicy): ProposedPolicy {
  return {
    p: query.policy ?? 'reject',
    sp: query.subdomain_policy ?? null,
    np: query.nonexistent_policy ?? null,
    isTesting: query.testing ?? false,
    percent: query.percent ?? 100,
  }
}
