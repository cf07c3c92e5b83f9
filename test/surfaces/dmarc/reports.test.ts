/** Reports over the API: each counted once, whatever its form, listed, shown, downloaded, deleted; totals are sums of records. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { expectSums } from './sums.ts'
import { type ReportRecord, writeReport } from './write-report.ts'

const day = (offset: number) => Math.floor(Date.UTC(2026, 9, 1) / 1000) + offset * 86_400
const two: ReportRecord[] = [
  { ip: '192.0.2.1', count: 10, dkim: true, spf: true },
  { ip: '198.51.100.7', count: 3, disposition: 'quarantine' },
]

type Result = {
  status: string
  id?: string
  code?: string
  messages: number
  records: number
  warnings: { code: string }[]
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    const domains: Record<string, string> = {}
    const send = (body: BodyInit, key = 'a', headers: Record<string, string> = {}): Promise<Answer> =>
      upload(service, 'POST /v1/dmarc/reports', body, { ...headers, 'svc-api-auth': service.keys[key as 'a' | 'b'] })
    const ingest = async (body: BodyInit, key = 'a'): Promise<Result[]> => {
      const { body: answer, status } = await send(body, key)
      expect({ status, answer }).toMatchObject({ status: 200 })
      return (answer as { results: Result[] }).results
    }

    beforeAll(async () => {
      service = await startService({ dialect, listens: true })
      for (const [key, domain] of [
        ['a', 'a.test'],
        ['a', 'both.test'],
        ['b', 'both.test'],
        ['a', 'sum.test'],
        ['a', 'big.test'],
      ] as const) {
        const { body } = await ask(service, { call: 'POST /v1/dmarc/domains', key, send: { domain } })
        domains[`${key} ${domain}`] = (body as { id: string }).id
      }
    })

    test('a report is accepted once, its event sent, and the same report again is a duplicate in any packing', async () => {
      const xml = writeReport({ domain: 'a.test', id: 'once', begin: day(0), records: two })
      await service.events()
      const [first] = await ingest(xml)
      expect(first).toMatchObject({
        status: 'accepted',
        type: 'aggregate',
        report_id: 'once',
        domain: 'a.test',
        records: 2,
        messages: 13,
      })
      expect(await service.events()).toEqual(['dmarc.report.received'])
      expect(await ingest(xml)).toMatchObject([{ status: 'duplicate', id: first?.id ?? '' }])
      expect(await ingest(Bun.gzipSync(xml))).toMatchObject([{ status: 'duplicate', id: first?.id ?? '' }])
      expect(await service.events()).toEqual([])
    })

    test('a form with several files has a result for each', async () => {
      const form = new FormData()
      form.append(
        'file',
        new File(
          [Bun.gzipSync(writeReport({ domain: 'a.test', id: 'f1', begin: day(1), records: two }))],
          'one.xml.gz',
        ),
      )
      form.append('file', new File(['<html>no report</html>'], 'two.xml'))
      form.append(
        'other',
        new File([writeReport({ domain: 'a.test', id: 'f2', begin: day(1), records: two })], 'three.xml'),
      )
      const packed = new Response(form)
      const type = packed.headers.get('content-type') ?? ''
      const answer = await send(await packed.bytes(), 'a', { 'content-type': type })
      expect(answer.body).toMatchObject({
        results: [
          { status: 'accepted', report_id: 'f1' },
          { status: 'rejected', code: 'not_a_report' },
          { status: 'accepted', report_id: 'f2' },
        ],
      })
    })

    test('other content under the same identity replaces a report, and the same id of another day is another report', async () => {
      const report = (records: ReportRecord[], begin = day(2)) =>
        writeReport({ domain: 'a.test', id: 'again', begin, records })
      const [first] = await ingest(report(two))
      const [second] = await ingest(report([{ ip: '192.0.2.1', count: 5, dkim: true }]))
      expect(second).toMatchObject({ status: 'replaced', id: first?.id ?? '', messages: 5 })
      const [third] = await ingest(report(two, day(3)))
      expect(third?.status).toBe('accepted')
      expect(third?.id).not.toBe(first?.id)
      const { body } = await ask(service, { call: `GET /v1/dmarc/reports/${first?.id}` })
      expect(body).toMatchObject({
        revision: 2,
        messages: 5,
        compliant: 5,
        revisions: [{ revision: 1, messages: 13, compliant: 10 }],
      })
      await expectSums(service.store, domains['a a.test'] ?? '')
    })

    test('the same domain in two projects: reports of one never count in the other', async () => {
      const xml = writeReport({ domain: 'both.test', id: 'two', begin: day(0), records: two })
      const [mine] = await ingest(xml, 'a')
      expect(mine?.status).toBe('accepted')
      const list = async (key: string) =>
        (await ask(service, { call: `GET /v1/dmarc/domains/${domains[`${key} both.test`]}/reports`, key })).body as {
          data: unknown[]
        }
      expect((await list('a')).data).toHaveLength(1)
      expect((await list('b')).data).toHaveLength(0)
      const [theirs] = await ingest(xml, 'b')
      expect(theirs?.status).toBe('accepted')
      expect(theirs?.id).not.toBe(mine?.id)
      for (const call of [
        `GET /v1/dmarc/reports/${mine?.id}`,
        `GET /v1/dmarc/reports/${mine?.id}/file`,
        `DELETE /v1/dmarc/reports/${mine?.id}`,
      ])
        expect((await ask(service, { call, key: 'b' })).status).toBe(404)
    })

    test('a report about a domain that the project does not have is quarantined, and counted once the domain exists', async () => {
      const xml = writeReport({ domain: 'later.test', id: 'q', begin: day(0), records: two })
      const [result] = await ingest(xml)
      expect(result).toMatchObject({ status: 'quarantined', code: 'domain_not_registered' })
      expect(await ingest(xml)).toMatchObject([{ status: 'duplicate' }])
      const list = (key: string) => ask(service, { call: 'GET /v1/dmarc/reports', key })
      expect((await list('a')).body).toMatchObject({ data: [{ domain: 'later.test', state: 'quarantined' }] })
      expect((await list('b')).body).toMatchObject({ data: [] })
      await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain: 'later.test' } })
      expect(await ingest(xml)).toMatchObject([{ status: 'accepted', id: result?.id ?? '' }])
      expect((await list('a')).body).toMatchObject({ data: [] })
    })

    test('a report about a subdomain counts for the nearest domain of the project', async () => {
      const [result] = await ingest(writeReport({ domain: 'news.mail.a.test', id: 'sub', begin: day(4), records: two }))
      expect(result).toMatchObject({ status: 'accepted', domain: 'a.test' })
    })

    test('failure reports are refused until they are switched on, and stored without local parts', async () => {
      const mail = failureMail('a.test')
      expect(await ingest(mail)).toMatchObject([
        { status: 'rejected', type: 'failure', code: 'failure_reports_disabled' },
      ])
      await ask(service, { call: `PUT /v1/dmarc/domains/${domains['a a.test']}`, send: { failure_reports: true } })
      const [stored] = await ingest(mail)
      expect(stored).toMatchObject({ status: 'accepted', type: 'failure' })
      const { text } = await ask(service, { call: `GET /v1/dmarc/reports/${stored?.id}` })
      expect(text).toContain('a.test')
      expect(text).not.toContain('secret.person')
      expect(text).not.toContain('Private words')
      // The file has what was redacted, so it is not kept.
      expect((await ask(service, { call: `GET /v1/dmarc/reports/${stored?.id}/file` })).status).toBe(410)
    })

    test('the file of a report is not kept if it also holds a failure report, switched on or off, in either order', async () => {
      const { body } = await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain: 'mixed.test' } })
      const domain = `/v1/dmarc/domains/${(body as { id: string }).id}`
      for (const [index, isOn] of [false, true, false, true].entries()) {
        await ask(service, { call: `PUT ${domain}`, send: { failure_reports: isOn } })
        const xml = writeReport({ domain: 'mixed.test', id: `mixed-${index}`, begin: day(index), records: two })
        const parts = [
          `Content-Type: application/xml\r\nContent-Disposition: attachment; filename=a.xml\r\n\r\n${xml}`,
          `Content-Type: message/rfc822\r\n\r\n${failureMail('mixed.test')}`,
        ]
        const mail = mailOf(index < 2 ? parts : parts.toReversed())
        const results = await ingest(mail)
        const aggregate = results.find(({ status, records }) => status === 'accepted' && records === 2)
        expect({ results, aggregate: aggregate?.status }).toMatchObject({ aggregate: 'accepted' })
        expect(results).toHaveLength(2)
        const { body: stored } = await ask(service, { call: `GET /v1/dmarc/reports/${aggregate?.id}` })
        expect(stored).toMatchObject({ has_file: false })
        expect((await ask(service, { call: `GET /v1/dmarc/reports/${aggregate?.id}/file` })).status).toBe(410)
      }
    })

    test('TLS reports are taken at the URL of the domain without a key, for that domain only', async () => {
      const { body } = await ask(service, { call: `GET /v1/dmarc/domains/${domains['a a.test']}` })
      const { pathname } = new URL((body as { tls_report_url: string }).tls_report_url)
      const post = (domain: string) =>
        upload(service, `POST ${pathname}`, Bun.gzipSync(tlsReport(domain)), {
          'content-type': 'application/tlsrpt+gzip',
        })
      const { body: answer, status } = await post('a.test')
      expect({ status, answer }).toMatchObject({
        status: 200,
        answer: { results: [{ status: 'accepted', type: 'tls', messages: 30 }] },
      })
      const { id } = (answer as { results: { id: string }[] }).results[0] ?? { id: '' }
      expect((await ask(service, { call: `GET /v1/dmarc/reports/${id}` })).body).toMatchObject({
        tls_policies: [
          {
            policy_type: 'sts',
            successful_sessions: 25,
            failed_sessions: 5,
            failures: [{ result_type: 'certificate-expired' }],
          },
        ],
      })
      expect((await post('unknown.test')).body).toMatchObject({
        results: [{ status: 'rejected', code: 'domain_not_registered' }],
      })
      expect((await upload(service, 'POST /v1/dmarc/tls-reports/unknown', tlsReport('a.test'))).status).toBe(404)
    })

    test('a file is returned byte for byte', async () => {
      const packed = Bun.gzipSync(writeReport({ domain: 'a.test', id: 'raw', begin: day(5), records: two }))
      const [result] = await ingest(packed)
      const response = await service.handle(
        new Request(`http://localhost/v1/dmarc/reports/${result?.id}/file`, {
          headers: { 'svc-api-auth': service.keys.a },
        }),
      )
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(packed))
    })

    test('formulas in names are not run by spreadsheets', async () => {
      await ingest(writeReport({ domain: 'a.test', id: 'csv', org: '=HYPERLINK(1)', begin: day(6), records: two }))
      const { headers, text } = await ask(service, {
        call: `GET /v1/dmarc/domains/${domains['a a.test']}/reports?format=csv`,
      })
      expect(headers.get('content-type')).toContain('text/csv')
      expect(text).toContain("'=HYPERLINK(1)")
    })

    scenarios(
      () => service,
      [
        {
          name: 'reports are uploaded only with a key',
          call: 'POST /v1/dmarc/reports',
          key: null,
          send: 'x',
          status: 401,
        },
        {
          name: 'reports are uploaded only with the scope',
          call: 'POST /v1/dmarc/reports',
          key: 'readOnly',
          send: 'x',
          status: 403,
        },
        {
          name: 'what is no report is told so',
          call: 'POST /v1/dmarc/reports',
          send: 'no report at all',
          status: 200,
          body: { results: [{ status: 'rejected', type: null, records: 0 }] },
        },
        {
          name: 'an empty upload is told so',
          call: 'POST /v1/dmarc/reports',
          headers: { 'content-type': 'application/octet-stream' },
          send: '',
          status: 200,
          body: { results: [{ status: 'rejected', code: 'empty' }] },
        },
        {
          name: 'entities are refused, not expanded',
          call: 'POST /v1/dmarc/reports',
          send: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><feedback>&a;</feedback>',
          status: 200,
          body: { results: [{ status: 'rejected', code: 'doctype_forbidden' }] },
        },
        {
          name: 'a report that does not exist',
          call: 'GET /v1/dmarc/reports/rpt_01kah3zqpfx9y8w7v6t5s4r3q2',
          status: 404,
        },
        {
          name: 'an id of another kind',
          call: 'DELETE /v1/dmarc/reports/whatever',
          status: 404,
          body: { code: 'REPORT_NOT_FOUND' },
        },
        {
          name: 'a day that does not exist is refused',
          call: () => `GET /v1/dmarc/domains/${domains['a a.test']}/reports?from=2026-02-30`,
          status: 422,
        },
        {
          name: 'the list is filtered by result, reporter, day and type',
          call: () =>
            `GET /v1/dmarc/domains/${domains['a a.test']}/reports?result=fail&organization=mx.test&from=2026-10-02&to=2026-10-02&type=aggregate`,
          status: 200,
          then: ({ body }) =>
            expect((body as { data: { report_id: string }[] }).data.map((each) => each.report_id).toSorted()).toEqual([
              'f1',
              'f2',
            ]),
        },
        {
          name: 'the list is filtered by source and disposition',
          call: () =>
            `GET /v1/dmarc/domains/${domains['a a.test']}/reports?source=198.51.100.7&disposition=quarantine&report_id=once`,
          status: 200,
          body: { data: [{ report_id: 'once', by_disposition: { none: 10, quarantine: 3 } }] },
        },
        {
          name: 'reports of another project are not listed',
          call: () => `GET /v1/dmarc/domains/${domains['a a.test']}/reports`,
          key: 'b',
          status: 404,
        },
      ],
    )

    test('totals are the sums of the records after any order of intake, duplicates, replacements and deletions', async () => {
      let seed = 7
      const random = (below: number) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below
      const live = new Map<string, string>()
      for (let step = 0; step < 80; step++) {
        const id = String(random(12))
        const begin = day(random(4))
        const key = `${id} ${begin}`
        if (random(5) === 0) {
          const stored = live.get(key)
          if (stored === undefined) continue
          expect((await ask(service, { call: `DELETE /v1/dmarc/reports/${stored}` })).status).toBe(204)
          live.delete(key)
          continue
        }
        const records = Array.from({ length: 1 + random(4) }, () => ({
          ip: `192.0.2.${random(6)}`,
          count: 1 + random(50),
          dkim: random(2) === 0,
          spf: random(2) === 0,
          disposition: (['none', 'quarantine', 'reject'] as const)[random(3)] ?? 'none',
        }))
        // Some reports cover several days.
        const end = begin + (random(4) === 0 ? 3 * 86_400 : 86_399)
        const [result] = await ingest(writeReport({ domain: 'sum.test', id, begin, end, records }))
        expect(['accepted', 'duplicate', 'replaced']).toContain(result?.status ?? '')
        live.set(`${id} ${begin}`, result?.id ?? '')
        if (step % 10 === 0) await expectSums(service.store, domains['a sum.test'] ?? '')
      }
      await expectSums(service.store, domains['a sum.test'] ?? '')
    })

    test('concurrent uploads of one report count it once', async () => {
      const xml = writeReport({ domain: 'sum.test', id: 'race', begin: day(9), records: two })
      const results = (await Promise.all(Array.from({ length: 6 }, () => ingest(xml)))).flat()
      expect(results.map(({ status }) => status).toSorted()).toEqual([
        'accepted',
        'duplicate',
        'duplicate',
        'duplicate',
        'duplicate',
        'duplicate',
      ])
      await expectSums(service.store, domains['a sum.test'] ?? '')
    })

    test('a report of many records is staged, counted at once, and its replacement and deletion leave nothing', async () => {
      const records = (count: number) =>
        Array.from({ length: 5000 }, (_, index) => ({
          ip: `10.${index >> 8}.${index & 255}.1`,
          count,
          dkim: index % 2 === 0,
        }))
      const [first] = await ingest(writeReport({ domain: 'big.test', id: 'big', begin: day(0), records: records(2) }))
      expect(first).toMatchObject({ status: 'accepted', records: 5000, messages: 10_000 })
      await expectSums(service.store, domains['a big.test'] ?? '')
      expect(
        await ingest(writeReport({ domain: 'big.test', id: 'big', begin: day(0), records: records(2) })),
      ).toMatchObject([{ status: 'duplicate' }])
      const [second] = await ingest(writeReport({ domain: 'big.test', id: 'big', begin: day(0), records: records(3) }))
      expect(second).toMatchObject({ status: 'replaced', id: first?.id ?? '', messages: 15_000 })
      await expectSums(service.store, domains['a big.test'] ?? '')
      const truncated = writeReport({ domain: 'big.test', id: 'half', begin: day(1), records: records(1) }).replace(
        '<begin>',
        '<!DOCTYPE x><begin>',
      )
      await ingest(truncated)
      const path = `/v1/dmarc/reports/${first?.id}`
      const remove = (etag: string) => ask(service, { call: `DELETE ${path}`, headers: { 'if-match': etag } })
      // The report of before was the first revision.
      expect(await remove('"1"')).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED', revision: 2 } })
      const etag = (await ask(service, { call: `GET ${path}?limit=1` })).headers.get('etag') ?? ''
      expect((await remove(etag)).status).toBe(204)
      await expectSums(service.store, domains['a big.test'] ?? '')
      const { dmarcReports: t } = service.store.read.tables
      const left = await service.store.read.select({ state: t.state }).from(t)
      expect(left.filter(({ state }) => state === 'staged')).toEqual([])
    })
  })
}

async function upload(
  service: TestService,
  call: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const response = await service.handle(new Request(`http://localhost${path}`, { method, body, headers }))
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  }
}

function tlsReport(domain: string): string {
  return JSON.stringify({
    'organization-name': 'Mail Test',
    'date-range': { 'start-datetime': '2026-10-01T00:00:00Z', 'end-datetime': '2026-10-01T23:59:59Z' },
    'contact-info': 'tls@mx.test',
    'report-id': `tls-${domain}`,
    policies: [
      {
        policy: {
          'policy-type': 'sts',
          'policy-string': ['version: STSv1'],
          'policy-domain': domain,
          'mx-host': ['mx.a.test'],
        },
        summary: { 'total-successful-session-count': 25, 'total-failure-session-count': 5 },
        'failure-details': [{ 'result-type': 'certificate-expired', 'failed-session-count': 5 }],
      },
    ],
  })
}

function mailOf(parts: readonly string[]): string {
  return [
    'From: reporter@mx.test',
    'Subject: Reports',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    ...parts.flatMap((part) => ['--outer', part]),
    '--outer--',
    '',
  ].join('\r\n')
}

function failureMail(domain: string): string {
  return [
    'From: reporter@mx.test',
    'To: dmarc@reports.test',
    'Subject: Report',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'A message failed.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: auth-failure',
    'User-Agent: Test/1',
    'Version: 1',
    'Auth-Failure: dmarc',
    'Identity-Alignment: none',
    'Source-IP: 192.0.2.9',
    `Reported-Domain: ${domain}`,
    'Arrival-Date: Thu, 01 Oct 2026 10:00:00 +0000',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `From: secret.person@${domain}`,
    'To: other.person@mx.test',
    'Subject: Private words',
    `Message-ID: <1@${domain}>`,
    '',
    'Private body',
    '--b--',
    '',
  ].join('\r\n')
}
