/** A shorter retention reaches stored reports, reports in quarantine are counted once, and a removed domain leaves nothing. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { readerDeps } from '../../../src/app/report-reader.ts'
import { readReports } from '../../../src/deliverability/reports/index.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { statementwise } from '../../../src/platform/storage/index.ts'
import { eraseDomain } from '../../../src/surfaces/dmarc/domains/index.ts'
import {
  type CountStoredDeps,
  countStored,
  expireReports,
  ingestFile,
  purgeReportsOf,
  shortenRetention,
} from '../../../src/surfaces/dmarc/reports/index.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects, temporaryDirectory } from '../../support/store.ts'
import { expectSums } from './sums.ts'
import { writeReport } from './write-report.ts'

const dayMs = 86_400_000
const begin = Math.floor(Date.now() / dayMs) * 86_400 - 86_400
const records = [
  { ip: '192.0.2.1', count: 10, dkim: true },
  { ip: '192.0.2.2', count: 3 },
]
const { signal } = new AbortController()

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let projectId = ''
    const blobs = openBlobs(temporaryDirectory())
    const deps = (): CountStoredDeps => ({
      store: service.store,
      blobs,
      hash: (text) => Bun.SHA256.hash(text, 'hex'),
      readReports: ({ bytes }, sink, { now }) => readReports({ bytes }, sink, { now, deps: readerDeps }),
    })
    const take = async (domain: string, id: string) => {
      const bytes = new TextEncoder().encode(writeReport({ domain, id, begin, records }))
      const work = { partition: { kind: 'background', projectId } } as const
      const [result] = await ingestFile(deps(), { projectId, via: 'upload', work }, { bytes })
      return { id: result?.id ?? '', status: result?.status ?? '' }
    }
    const add = async (domain: string) =>
      ((await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain } })).body as { id: string }).id
    const jobs = async (name: string) =>
      (await service.store.read.rows(sql`select 1 from jobs where kind = ${name}`)).length

    beforeAll(async () => {
      service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
      projectId = service.projects.a
    })

    test('a shorter retention applies to stored reports, and a longer one does not', async () => {
      const domainId = await add('short.test')
      const { id } = await take('short.test', 'kept')
      const put = (retention: object) =>
        ask(service, { call: `PUT /v1/dmarc/domains/${domainId}`, send: { retention } })
      await put({ raw_days: 300 })
      expect(await jobs('dmarc.apply_retention')).toBe(0)
      await put({ raw_days: 3, record_days: 40 })
      expect(await jobs('dmarc.apply_retention')).toBe(1)
      expect(await shortenRetention(service.store, { domainId, projectId }, signal)).toBe(true)
      const show = async () => (await ask(service, { call: `GET /v1/dmarc/reports/${id}` })).body
      const nowMs = Date.now()
      await expireReports({ store: service.store, blobs }, { nowMs: nowMs + 2 * dayMs, signal })
      expect(await show()).toMatchObject({ has_file: true, record_data: [{ messages: 10 }, { messages: 3 }] })
      await expireReports({ store: service.store, blobs }, { nowMs: nowMs + 4 * dayMs, signal })
      expect(await show()).toMatchObject({ has_file: false, record_data: [{ messages: 10 }, { messages: 3 }] })
      await expireReports({ store: service.store, blobs }, { nowMs: nowMs + 42 * dayMs, signal })
      expect(await show()).toMatchObject({ messages: 13, record_data: [] })
      expect(await take('short.test', 'kept')).toMatchObject({ status: 'duplicate' })
      const { body } = await ask(service, { call: `GET /v1/dmarc/domains/${domainId}` })
      expect(body).toMatchObject({ volume_30d: 13 })
    })

    test('reports in quarantine are counted once when their domain is added, those of other domains stay', async () => {
      for (const domain of ['late.test', 'news.late.test', 'xlate.test'])
        expect(await take(domain, 'early')).toMatchObject({ status: 'quarantined' })
      const before = await jobs('dmarc.count_quarantined')
      const domainId = await add('late.test')
      expect(await jobs('dmarc.count_quarantined')).toBe(before + 1)
      for (let run = 0; run < 2; run++) {
        expect(await countStored(deps(), { projectId, domain: 'late.test' }, signal)).toBe(true)
        const { body } = await ask(service, { call: `GET /v1/dmarc/domains/${domainId}` })
        expect(body).toMatchObject({ volume_30d: 26, compliant_30d: 20 })
        await expectSums(service.store, domainId)
      }
      const { body } = await ask(service, { call: 'GET /v1/dmarc/reports' })
      expect((body as { data: { domain: string }[] }).data.map(({ domain }) => domain)).toEqual(['xlate.test'])
      expect(await take('late.test', 'early')).toMatchObject({ status: 'duplicate' })
    })

    test('a removed domain leaves no report, record, total or set', async () => {
      const domainId = await add('gone.test')
      await take('gone.test', 'one')
      await take('gone.test', 'two')
      const [{ no } = { no: 0 }] = await service.store.read.rows<{ no: number }>(
        sql`select no from dmarc_domains where id = ${domainId}`,
      )
      expect((await ask(service, { call: `DELETE /v1/dmarc/domains/${domainId}` })).status).toBe(204)
      expect(await purgeReportsOf(service.store, Number(no), signal)).toBe(true)
      await service.store.tx((db) => eraseDomain(db, Number(no)), statementwise)
      for (const table of ['dmarc_reports', 'dmarc_rollups', 'dmarc_days', 'dmarc_auth_sets'])
        expect(
          await service.store.read.rows(sql`select 1 from ${sql.raw(table)} where domain_no = ${Number(no)}`),
        ).toEqual([])
      const orphans = sql`select 1 from dmarc_records where report_no not in (select no from dmarc_reports)`
      expect(await service.store.read.rows(orphans)).toEqual([])
    })
  })
}
