import { type Http, etagOf, readPage, revisionTag } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { DomainParams, loadDomain } from '../domains/index.ts'
import { readRange } from '../range.ts'
import { csvInstead, csvResponse } from '../csv.ts'
import {
  ClassifySource,
  DmarcSourceDetail,
  DmarcSourcePage,
  GetSource,
  ListSources,
  SourceClassified,
  SourceParams,
} from './contract.ts'
import type { DomainClasses } from './domain-classes.ts'
import { classTag, classify, readSource, readSources } from './sources.ts'

const csvColumns = [
  'source',
  'identified_by',
  'class',
  'ips',
  'messages',
  'compliant',
  'dkim_aligned',
  'spf_aligned',
  'first_seen',
  'last_seen',
  'evidence',
]

export interface SourceRouteDeps {
  readonly http: Http
  readonly store: Store
  readonly sourceClasses: DomainClasses
}

export function sourceRoutes({ http, sourceClasses, store }: SourceRouteDeps) {
  return http
    .surface('dmarc')
    .get(
      '/dmarc/domains/:id/sources',
      async ({ caller, params, query }) => {
        const domain = await loadDomain(store.read, caller, params.id)
        const range = readRange(query, store.read.nowMs())
        const sources = await readSources({ db: store.read, sourceClasses }, domain, range, query)
        if (query.format === 'csv') {
          const file = csvResponse(
            `${domain.domain}-sources.csv`,
            csvColumns,
            sources.map((each) => [
              each.key,
              each.identified_by,
              each.class,
              each.ips,
              each.messages,
              each.compliant,
              each.dkim_aligned,
              each.spf_aligned,
              each.first_seen,
              each.last_seen,
              each.evidence.map(({ detail }) => detail).join(' '),
            ]),
          )
          return file as never
        }
        const { items, page } = await readPage(query, {
          key: `dmarc sources ${domain.id} ${JSON.stringify([range, query.group_by, query.class, query.status, query.sort])}`,
          read: async ({ after, limit }) => {
            // New reports move sources, so the position is the last one that was shown.
            const at = after === undefined ? 0 : sources.findIndex(({ key }) => key === after[1]) + 1
            return sources.slice(at, at + limit)
          },
          positionOf: ({ key, messages }) => [messages, key],
        })
        return { data: items, page }
      },
      {
        id: 'dmarc.getSources',
        summary: 'List the sources of mail in the name of a domain',
        description:
          'Who sent messages with the domain in From, the largest first: grouped by source (the domain of a passing DKIM ' +
          'signature, else the confirmed host name, else the organization that passed SPF), IP address, autonomous system or ' +
          'country. Also as CSV.',
        scope: 'dmarc',
        params: DomainParams,
        query: ListSources,
        response: { 200: DmarcSourcePage },
        responses: csvInstead,
        errors: ['DOMAIN_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .get(
      '/dmarc/domains/:id/sources/:ip',
      async ({ caller, params, query, set }) => {
        const domain = await loadDomain(store.read, caller, params.id)
        const range = readRange(query, store.read.nowMs())
        const { source, revision } = await readSource({ db: store.read, sourceClasses }, domain, params.ip, range)
        set.headers.etag = etagOf(revisionTag(revision, source))
        return source
      },
      {
        id: 'dmarc.getSourceDetail',
        summary: 'Get one source',
        description:
          'What an IP address sent in the name of the domain, per day and by names, with its host name and network.',
        scope: 'dmarc',
        etag: true,
        params: SourceParams,
        query: GetSource,
        response: { 200: DmarcSourceDetail },
        errors: ['DOMAIN_NOT_FOUND', 'SOURCE_NOT_FOUND'],
      },
    )
    .put(
      '/dmarc/domains/:id/sources/:ip',
      ({ body, caller, ifMatch, params }) =>
        store.tx((db) => classify(db, caller, { domainId: params.id, key: params.ip, ifMatch }, body), underLocks),
      {
        id: 'dmarc.classifySource',
        summary: 'Classify a source',
        description: 'Sets the class of a source by its name or IP address: own, forwarder, threat or unknown.',
        scope: 'dmarc',
        ifMatch: true,
        etag: ({ class: kind, note, classified_at: time }: SourceClassified) =>
          classTag({ class: kind, note, setAt: Date.parse(time) }),
        params: SourceParams,
        body: ClassifySource,
        response: { 200: SourceClassified },
        errors: ['DOMAIN_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}
