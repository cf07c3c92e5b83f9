import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Blobs } from '../../../platform/blobs/index.ts'
import { type Http, etagOf, formFiles, readPage, revisionTag, workContext } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import { csvInstead, csvOfRows, csvRows } from '../csv.ts'
import { loadDomain, selectByToken } from '../domains/index.ts'
import type { IntakeDeps, IntakeResult } from './arrival.ts'
import {
  DmarcReportDetail,
  DmarcReportPage,
  GetReport,
  IngestedReports,
  ListQuarantined,
  ListReports,
  ReportDeleted,
  ReportParams,
  ReportsOfDomain,
  TokenParams,
} from './contract.ts'
import { ingestFile } from './intake.ts'
import { presentRecord, presentReport, presentResult } from './present.ts'
import { describeReport, filterOf, loadReport, removeReport } from './reports.ts'
import { type StoredRecord, selectRecords } from './record-store.ts'
import { type ReportRow, selectQuarantined, selectReports } from './store.ts'

export interface ReportRouteDeps extends IntakeDeps {
  readonly http: Http
  readonly blobs: Pick<Blobs, 'put' | 'stream'>
}

const csvColumns = [
  'id',
  'type',
  'domain',
  'organization',
  'report_id',
  'begin',
  'end',
  'records',
  'messages',
  'compliant',
  'none',
  'quarantine',
  'reject',
  'received_at',
] as const
const recordColumns = [
  'source_ip',
  'messages',
  'disposition',
  'dkim_aligned',
  'spf_aligned',
  'header_from',
  'envelope_from',
  'dkim',
  'spf',
  'overrides',
] as const
const anyType = { types: ['*/*'], maxBytes: limits.dmarcUploadBytes }

export function reportRoutes(deps: ReportRouteDeps) {
  const { blobs, http, store } = deps
  const tooMany = 'Too many TLS reports were sent from this IP address.'
  const takeTlsReport = http.clientQuota(limits.dmarcTlsReportRate, tooMany)

  async function ingest(request: Request, bytes: Uint8Array<ArrayBuffer>, caller: Caller): Promise<IngestedReports> {
    const arrival = { projectId: caller.projectId, via: 'upload', work: workContext(request) } as const
    const results: IntakeResult[] = []
    for await (const file of formFiles(request, bytes, limits.dmarcUploadFiles))
      results.push(...(await ingestFile(deps, arrival, file)))
    return { results: results.map(presentResult) }
  }

  return http
    .surface('dmarc')
    .post('/dmarc/reports', ({ body, caller, request }) => ingest(request, body as Uint8Array<ArrayBuffer>, caller), {
      id: 'dmarc.ingestReport',
      summary: 'Upload reports',
      description:
        'Reads DMARC aggregate reports (RFC 9990, RFC 7489), failure reports (RFC 9991) and TLS reports (RFC 8460): XML or ' +
        'JSON, plain, gzip or ZIP, a whole email, or a form with several of them. The content decides, not its type. Each ' +
        'report is counted once, however often and by whichever way it arrives: the same content again is a duplicate, other ' +
        'content under the same identity replaces it. The response has a result for each report, also for what is none.',
      scope: 'dmarc',
      takes: anyType,
      response: { 200: IngestedReports },
      errors: ['PAYLOAD_TOO_LARGE', 'MALFORMED_REQUEST'],
    })
    .post(
      '/dmarc/tls-reports/:token',
      async ({ body, params, request }) => {
        takeTlsReport(request)
        const only = (await selectByToken(store.read, params.token)) ?? fail('DOMAIN_NOT_FOUND')
        const arrival = { projectId: only.projectId, via: 'https', only, work: workContext(request) } as const
        const results = await ingestFile(deps, arrival, { bytes: body as Uint8Array<ArrayBuffer> })
        return { results: results.map(presentResult) }
      },
      {
        id: 'dmarc.receiveTlsReport',
        summary: 'Receive a TLS report',
        description:
          'The target of `rua=https:` in the TLS-RPT record of a domain (RFC 8460 3). The token of the domain is the ' +
          'credential; the report is counted for this domain only.',
        open: true,
        params: TokenParams,
        takes: { types: ['*/*'], maxBytes: limits.dmarcTlsReportBytes },
        response: { 200: IngestedReports },
        errors: ['DOMAIN_NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'RATE_LIMIT_EXCEEDED'],
      },
    )
    .get(
      '/dmarc/domains/:id/reports',
      async ({ caller, params, query }) => {
        const domain = await loadDomain(store.read, caller, params.id)
        const filter = filterOf(query)
        const descending = query.sort !== 'begin'
        if (query.format === 'csv') {
          const rows = await selectReports(store.read, domain.no, { filter, limit: csvRows, descending })
          return csvOfRows(`${domain.domain}-reports.csv`, csvColumns, rows.map(lineOf)) as never
        }
        const { items, page } = await readPage(query, {
          key: `dmarc reports ${domain.id} ${JSON.stringify([filter, descending])}`,
          read: ({ after, limit }) =>
            selectReports(store.read, domain.no, {
              filter,
              limit,
              descending,
              after: after === undefined ? undefined : [Number(after[0]), Number(after[1])],
            }),
          positionOf: ({ beginAt, no }) => [beginAt, no],
        })
        return { data: items.map(presentReport), page }
      },
      {
        id: 'dmarc.getReports',
        summary: 'List the reports of a domain',
        description: 'Aggregate, failure and TLS reports, the latest days first, with their totals; also as CSV.',
        scope: 'dmarc',
        params: ReportsOfDomain,
        query: ListReports,
        response: { 200: DmarcReportPage },
        responses: csvInstead,
        errors: ['DOMAIN_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .get(
      '/dmarc/reports',
      async ({ caller, query }) => {
        const { domain, format, organization, type } = query
        const filter = { organization, type, ...(domain === undefined ? {} : { domain: domain.trim().toLowerCase() }) }
        const descending = query.sort !== 'received_at'
        if (format === 'csv') {
          const rows = await selectQuarantined(store.read, caller.projectId, { ...filter, limit: csvRows, descending })
          return csvOfRows('dmarc-quarantine.csv', csvColumns, rows.map(lineOf)) as never
        }
        const { items, page } = await readPage(query, {
          key: `dmarc quarantine ${caller.projectId} ${JSON.stringify(filter)} ${descending}`,
          read: ({ after, limit }) =>
            selectQuarantined(store.read, caller.projectId, {
              ...filter,
              limit,
              descending,
              after: after && Number(after[0]),
            }),
          positionOf: ({ no }) => [no],
        })
        return { data: items.map(presentReport), page }
      },
      {
        id: 'dmarc.listQuarantined',
        summary: 'List reports about unknown domains',
        description:
          'Reports about domains that the project does not have, newest first. They are counted when the domain or a parent ' +
          'is added, while their files are stored. Also as CSV.',
        scope: 'dmarc',
        query: ListQuarantined,
        response: { 200: DmarcReportPage },
        responses: csvInstead,
        errors: ['INVALID_CURSOR'],
      },
    )
    .get(
      '/dmarc/reports/:id',
      async ({ caller, params, query, set }) => {
        if (query.format !== 'csv') {
          const report = await describeReport(store, caller, params.id, query)
          set.headers.etag = etagOf(revisionTag(report.revision, report))
          return report
        }
        const { id, no } = await loadReport(store.read, caller, params.id)
        const records = await selectRecords(store.read, no, { after: -1, limit: csvRows })
        return csvOfRows(`${id}.csv`, recordColumns, records.map(recordLineOf)) as never
      },
      {
        id: 'dmarc.getReport',
        summary: 'Get one report',
        description:
          'Returns the report with its warnings, earlier revisions and a page of its records; the records also as CSV.',
        scope: 'dmarc',
        etag: true,
        params: ReportParams,
        query: GetReport,
        response: { 200: DmarcReportDetail },
        responses: csvInstead,
        errors: ['REPORT_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .get(
      '/dmarc/reports/:id/file',
      async ({ caller, params }) => {
        const { rawKey } = await loadReport(store.read, caller, params.id)
        const stream = rawKey === null ? undefined : await blobs.stream(rawKey)
        if (stream === undefined) return fail('REPORT_FILE_EXPIRED')
        return new Response(stream, {
          headers: {
            'content-type': 'application/octet-stream',
            'content-disposition': `attachment; filename="${params.id}"`,
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
          },
        })
      },
      {
        id: 'dmarc.downloadReport',
        summary: 'Download the file of a report',
        description: 'The upload or email that contained the report, byte for byte, while it is stored (`raw_days`).',
        scope: 'dmarc',
        params: ReportParams,
        responses: {
          200: { description: 'The file.', content: { 'application/octet-stream': { schema: {} } } },
        },
        errors: ['REPORT_NOT_FOUND', 'REPORT_FILE_EXPIRED'],
      },
    )
    .delete(
      '/dmarc/reports/:id',
      ({ caller, ifMatch, params }) => store.tx((db) => removeReport(db, caller, params.id, ifMatch), underLocks),
      {
        id: 'dmarc.deleteReport',
        summary: 'Delete a report',
        description: 'Deletes the report and takes its messages out of all totals in the same transaction.',
        scope: 'dmarc',
        ifMatch: true,
        params: ReportParams,
        response: { 204: ReportDeleted },
        errors: ['REPORT_NOT_FOUND', 'REPORT_RECORDS_EXPIRED', 'PRECONDITION_FAILED'],
      },
    )
}

function lineOf(row: ReportRow) {
  const { by_disposition: by, ...report } = presentReport(row)
  return { ...report, none: by.none, quarantine: by.quarantine, reject: by.reject }
}

/** Results as `domain=result`, in one cell. */
function recordLineOf(record: StoredRecord) {
  const { dkim, overrides, spf, ...rest } = presentRecord(record)
  const results = (all: readonly { domain: string; result: string }[]) =>
    all.map(({ domain, result }) => `${domain}=${result}`).join(' ')
  return {
    ...rest,
    dkim: results(dkim),
    spf: results(spf),
    overrides: overrides.map(({ type }) => type).join(' '),
  }
}
