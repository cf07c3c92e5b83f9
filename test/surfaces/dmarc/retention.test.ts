/** A shorter retention reaches stored reports, reports in quarantine are counted once, and a removed domain leaves nothing. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
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
  sweepQuarantine,
} from '../../../src/surfaces/dmarc/reports/index.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects, temporaryDirectory } from '../../support/store.ts'
import { readHere } from './read-here.ts'
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
      readReports: readHere,
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

    test('a report is counted whose domain is added while it is read, or before its file is stored', async () => {
      const moments = {
        'reading.test': (count: () => Promise<void>): CountStoredDeps => ({
          ...deps(),
          readReports: (input, sink, options) =>
            readHere(
              input,
              {
                begin: (...all) => sink.begin(...all),
                batch: (...all) => sink.batch(...all),
                failure: (...all) => sink.failure(...all),
                tls: (...all) => sink.tls(...all),
                rejected: (...all) => sink.rejected(...all),
                async end(summary) {
                  await count()
                  await sink.end(summary)
                },
              },
              options,
            ),
        }),
        'storing.test': (count: () => Promise<void>): CountStoredDeps => ({
          ...deps(),
          blobs: {
            get: (key) => blobs.get(key),
            async put(...all) {
              await count()
              return blobs.put(...all)
            },
          },
        }),
      }
      for (const [domain, depsAt] of Object.entries(moments)) {
        const before = await jobs('dmarc.count_quarantined')
        let domainId = ''
        const addAndCount = async () => {
          domainId = await add(domain)
          expect(await countStored(deps(), { projectId, domain }, signal)).toBe(true)
        }
        const bytes = new TextEncoder().encode(writeReport({ domain, id: 'moment', begin, records }))
        const work = { partition: { kind: 'background', projectId } } as const
        const [result] = await ingestFile(depsAt(addAndCount), { projectId, via: 'upload', work }, { bytes })
        expect(result).toMatchObject({ status: 'quarantined' })
        expect(await jobs('dmarc.count_quarantined')).toBe(before + 2)
        expect(await countStored(deps(), { projectId, domain }, signal)).toBe(true)
        const { body } = await ask(service, { call: `GET /v1/dmarc/domains/${domainId}` })
        expect(body).toMatchObject({ volume_30d: 13 })
        expect(await jobs('dmarc.count_quarantined')).toBe(before + 2)
      }
    })

    test('reports whose count was lost are found by the next sweep, those of unknown domains stay', async () => {
      for (const name of ['lost.test', 'a.lost.test', 'b.lost.test', 'unknown.test'])
        expect(await take(name, 'lost')).toMatchObject({ status: 'quarantined' })
      const domainId = await add('lost.test')
      await service.store.tx((db) => db.rows(sql`delete from jobs where kind = 'dmarc.count_quarantined'`))
      expect(await sweepQuarantine(service.store, signal)).toBe(1)
      const [job] = await service.store.read.rows<{ payload: string | object }>(
        sql`select payload from jobs where kind = 'dmarc.count_quarantined'`,
      )
      const payload = typeof job?.payload === 'string' ? JSON.parse(job.payload) : job?.payload
      expect(payload).toEqual({ projectId, domain: 'lost.test' })
      expect(await countStored(deps(), { projectId, domain: 'lost.test' }, signal)).toBe(true)
      expect((await ask(service, { call: `GET /v1/dmarc/domains/${domainId}` })).body).toMatchObject({ volume_30d: 39 })
      expect(await sweepQuarantine(service.store, signal)).toBe(0)
    })

    test('a file with a feedback report about abuse is not stored, the aggregate report beside it is counted', async () => {
      const domainId = await add('beside.test')
      const xml = writeReport({ domain: 'beside.test', id: 'beside', begin, records })
      const abuse =
        'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=feedback-report; boundary=a\r\n\r\n' +
        '--a\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\n\r\n' +
        '--a\r\nContent-Type: message/rfc822\r\n\r\nSubject: secret\r\nTo: jane@person.test\r\n\r\nBody\r\n'
      const attached = `--b\r\nContent-Type: text/xml; name=r.xml\r\n\r\n${xml}\r\n--b`
      const inner = `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${attached}\r\n`
      const mails = [
        `${inner}Content-Type: message/rfc822\r\n\r\n${abuse}--a--\r\n--b--\r\n`,
        `${abuse}--a\r\nContent-Type: application/xml\r\n\r\n${xml}\r\n--a--\r\n`,
      ]
      for (const [index, mail] of mails.entries()) {
        const work = { partition: { kind: 'background', projectId } } as const
        const bytes = new TextEncoder().encode(mail)
        const results = await ingestFile(deps(), { projectId, via: 'upload', work }, { bytes })
        expect(results.map(({ code, status }) => code ?? status).toSorted()).toEqual([
          index === 0 ? 'accepted' : 'duplicate',
          'other_feedback',
        ])
        const id = results.find((each) => each.id !== undefined)?.id
        const { body } = await ask(service, { call: `GET /v1/dmarc/reports/${id}` })
        expect(body).toMatchObject({ has_file: false, messages: 13 })
      }
      const { body } = await ask(service, { call: `GET /v1/dmarc/domains/${domainId}` })
      expect(body).toMatchObject({ volume_30d: 13 })
    })

    test('sets and TLS policies are deleted when no record refers to them any more', async () => {
      const domainId = await add('sets.test')
      const { id } = await take('sets.test', 'one')
      const tls = JSON.stringify({
        'organization-name': 'mx.test',
        'date-range': {
          'start-datetime': new Date(begin * 1000).toISOString(),
          'end-datetime': new Date(begin * 1000 + dayMs).toISOString(),
        },
        'contact-info': 'tls@mx.test',
        'report-id': 'tls-sets',
        policies: [
          {
            policy: { 'policy-type': 'sts', 'policy-string': [], 'policy-domain': 'sets.test' },
            summary: { 'total-successful-session-count': 3, 'total-failure-session-count': 1 },
          },
        ],
      })
      const work = { partition: { kind: 'background', projectId } } as const
      const bytes = new TextEncoder().encode(tls)
      const [result] = await ingestFile(deps(), { projectId, via: 'upload', work }, { bytes })
      const rest = async () => {
        const sets = sql`select 1 from dmarc_auth_sets s join dmarc_domains d on d.no = s.domain_no where d.id = ${domainId}`
        const { body } = await ask(service, { call: `GET /v1/dmarc/reports/${result?.id ?? ''}` })
        return {
          sets: (await service.store.read.rows(sets)).length,
          policies: (body as { tls_policies: unknown[] }).tls_policies.length,
        }
      }
      const lastDay = Date.now() + 395 * dayMs
      await expireReports({ store: service.store, blobs }, { nowMs: lastDay, signal })
      const { body: kept } = await ask(service, { call: `GET /v1/dmarc/reports/${id}` })
      expect(kept).toMatchObject({ record_data: [{ messages: 10 }, { messages: 3 }] })
      expect(await rest()).toEqual({ sets: 2, policies: 1 })
      await expireReports({ store: service.store, blobs }, { nowMs: lastDay + 6 * dayMs, signal })
      expect(await rest()).toEqual({ sets: 0, policies: 0 })
      const { body } = await ask(service, { call: `GET /v1/dmarc/reports/${id}` })
      expect(body).toMatchObject({ messages: 13, record_data: [] })
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
