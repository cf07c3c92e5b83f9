/** Figures of a domain over the API: analytics, timeline and sources, from reports whose sums are known. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { startDnsServer } from '../../support/dns-server.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { createDnsClient } from '../../../src/platform/net/index.ts'
import { enrichSources } from '../../../src/surfaces/dmarc/sources/index.ts'
import { resolverOf } from '../../../src/surfaces/dmarc/dns/index.ts'
import { writeReport } from './write-report.ts'

const today = Math.floor(Date.now() / 86_400_000)
const dayText = (offset: number) => new Date((today + offset) * 86_400_000).toISOString().slice(0, 10)
const begin = (offset: number) => (today + offset) * 86_400

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let id = ''
    const at = (path: string) => `GET /v1/dmarc/domains/${id}${path}`

    beforeAll(async () => {
      service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
      id = (
        (await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain: 'shop.test' } })).body as { id: string }
      ).id
      const reports = [
        writeReport({
          domain: 'shop.test',
          id: 'a',
          org: 'one.test',
          begin: begin(-3),
          records: [
            { ip: '192.0.2.1', count: 60, dkim: true, spf: true },
            { ip: '192.0.2.2', count: 20, dkim: true },
            { ip: '198.51.100.9', count: 10, signer: 'esp.test', mailer: 'bounce.esp.test', disposition: 'quarantine' },
            { ip: '203.0.113.5', count: 5, disposition: 'reject' },
          ],
        }),
        writeReport({
          domain: 'shop.test',
          id: 'b',
          org: 'two.test',
          begin: begin(-1),
          records: [{ ip: '192.0.2.1', count: 5, spf: true, reason: 'forwarded' }],
        }),
        writeReport({
          domain: 'shop.test',
          id: 'old',
          org: 'one.test',
          begin: begin(-40),
          records: [{ ip: '192.0.2.1', count: 50, dkim: true }],
        }),
      ]
      for (const xml of reports) {
        const { status } = await service.handle(
          new Request('http://localhost/v1/dmarc/reports', {
            method: 'POST',
            headers: { 'svc-api-auth': service.keys.a },
            body: xml,
          }),
        )
        expect(status).toBe(200)
      }
    })

    scenarios(
      () => service,
      [
        {
          name: 'analytics are sums of the range, beside those of the range before',
          call: () => at('/analytics?days=30'),
          status: 200,
          body: {
            to: dayText(0),
            messages: 100,
            compliant: 85,
            compliance_rate: 0.85,
            dkim_aligned: 80,
            spf_aligned: 65,
            by_disposition: { none: 85, quarantine: 10, reject: 5, pass: 0 },
            previous: { messages: 50, compliant: 50, compliance_rate: 1 },
            reporters: [
              { organization: 'one.test', reports: 1, messages: 95 },
              { organization: 'two.test', reports: 1, messages: 5 },
            ],
            tls: { sessions: 0 },
          },
        },
        {
          name: 'a timeline has a point for each day, also without messages',
          call: () => at(`/timeline?from=${dayText(-3)}&to=${dayText(-1)}`),
          status: 200,
          body: {
            by: 'disposition',
            series: ['none', 'quarantine', 'reject', 'pass'],
            points: [
              { day: dayText(-3), messages: 95, compliant: 80, values: [80, 10, 5, 0] },
              { day: dayText(-2), messages: 0, values: [0, 0, 0, 0] },
              { day: dayText(-1), messages: 5, values: [5, 0, 0, 0] },
            ],
          },
        },
        {
          name: 'a timeline by alignment',
          call: () => at(`/timeline?from=${dayText(-3)}&to=${dayText(-3)}&by=alignment`),
          status: 200,
          body: { series: ['both', 'dkim_only', 'spf_only', 'neither'], points: [{ values: [60, 20, 0, 15] }] },
        },
        {
          name: 'a timeline by source',
          call: () => at(`/timeline?from=${dayText(-3)}&to=${dayText(-3)}&by=source`),
          status: 200,
          body: { series: ['shop.test', 'esp.test', '203.0.113.5', 'other'], points: [{ values: [80, 10, 5, 0] }] },
        },
      ],
    )

    test('sources are named by the strongest evidence, page by page', async () => {
      const { body } = await ask(service, { call: at('/sources') })
      const { data } = body as { data: { key: string; identified_by: string; messages: number; ips: number }[] }
      expect(data.map(({ identified_by: by, ips, key, messages }) => [key, by, messages, ips])).toEqual([
        ['shop.test', 'dkim', 85, 2],
        ['esp.test', 'dkim', 10, 1],
        ['203.0.113.5', 'ip', 5, 1],
      ])
      const { data: classified } = body as {
        data: { class: string; evidence: { supports: string; detail: string }[] }[]
      }
      expect(classified.map(({ class: kind, evidence: [first] }) => [kind, first?.supports, first?.detail])).toEqual([
        ['own', 'own', 'SPF of the domain passes for 192.0.2.1, so its owner authorized it.'],
        ['unknown', 'unknown', '10 messages that authenticate as esp.test may be of a new sender or forged.'],
        ['unknown', 'unknown', '5 failing messages without any pattern may be forwarded or forged.'],
      ])
      const first = (await ask(service, { call: at('/sources?limit=2') })).body as { page: { next_cursor: string } }
      const next = await ask(service, {
        call: at(`/sources?limit=2&cursor=${encodeURIComponent(first.page.next_cursor)}`),
      })
      expect(next.body).toMatchObject({ data: [{ key: '203.0.113.5' }], page: { has_more: false } })
      const failing = await ask(service, { call: at('/sources?status=failing&group_by=ip') })
      expect((failing.body as { data: { key: string }[] }).data.map(({ key }) => key)).toEqual([
        '198.51.100.9',
        '203.0.113.5',
      ])
    })

    test('a source by IP address has its names and days', async () => {
      const { body } = await ask(service, { call: at('/sources/192.0.2.1') })
      expect(body).toMatchObject({
        ip: '192.0.2.1',
        source: 'shop.test',
        messages: 65,
        host_state: 'pending',
        names: [
          { override: 'none', messages: 60 },
          { override: 'forwarded', messages: 5 },
        ],
        days: [{ messages: 60 }, { messages: 5 }],
      })
      const path = `/v1/dmarc/domains/${id}/sources/192.0.2.1`
      const tagOf = async () => (await ask(service, { call: at('/sources/192.0.2.1') })).headers.get('etag') ?? ''
      const classify = (kind: string, etag: string) =>
        ask(service, { call: `PUT ${path}`, send: { class: kind }, headers: { 'if-match': etag } })
      const before = await tagOf()
      const classified = await classify('own', before)
      expect(classified).toMatchObject({ status: 200, body: { class: 'own' } })
      expect(await classify('threat', before)).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
      expect((await classify('forwarder', classified.headers.get('etag') ?? '')).status).toBe(200)
      const { dmarcClasses: t } = service.store.read.tables
      await service.store.tx((db) => db.delete(t).where(eq(t.key, '192.0.2.1')))
      expect((await ask(service, { call: at('/sources/192.0.2.99') })).body).toMatchObject({ code: 'SOURCE_NOT_FOUND' })
      expect((await ask(service, { call: at('/sources/192.0.2.1'), key: 'b' })).status).toBe(404)
    })

    test('a source is classified by hand, and found by its class', async () => {
      const classify = (send: object, key = 'a') =>
        ask(service, { call: `PUT /v1/dmarc/domains/${id}/sources/esp.test`, send, key })
      expect((await classify({ class: 'own', note: 'Newsletter' })).body).toMatchObject({
        key: 'esp.test',
        class: 'own',
      })
      expect((await ask(service, { call: at('/sources?class=own') })).body).toMatchObject({
        data: [
          { key: 'shop.test', classified_by: null },
          { key: 'esp.test', class: 'own', class_note: 'Newsletter', classified_by: 'Everything' },
        ],
      })
      expect((await classify({ class: 'friend' })).status).toBe(422)
      expect((await classify({ class: 'own' }, 'b')).status).toBe(404)
      expect((await classify({ class: 'own' }, 'readOnly')).status).toBe(403)
    })

    test('host names are looked up by a job and confirmed, and outages are tried again', async () => {
      const dns = await startDnsServer((name, type) => {
        if (type === 'PTR' && name.startsWith('5.113.0.203')) return { records: [{ type, data: 'mail.host.test' }] }
        if (type === 'A' && name === 'mail.host.test') return { records: [{ type, data: '203.0.113.5' }] }
        if (type === 'PTR' && name.startsWith('9.100')) return { rcode: 'SERVFAIL' }
        return { rcode: 'NXDOMAIN', soa: 0 }
      })
      const client = createDnsClient({ servers: [{ host: '127.0.0.1', port: dns.port }], metrics: createMetrics() })
      const looked = await enrichSources(
        {
          store: service.store,
          networkOf: async () => ({ asn: 64_500, name: 'Example', country: 'AT' }),
          resolve: resolverOf(client),
        },
        { nowMs: service.store.read.nowMs(), signal: new AbortController().signal },
      )
      expect(looked).toBe(4)
      expect((await ask(service, { call: at('/sources/203.0.113.5') })).body).toMatchObject({
        source: 'host.test',
        ptr: 'mail.host.test',
        asn: 64_500,
        host_state: 'confirmed',
      })
      expect((await ask(service, { call: at('/sources/198.51.100.9') })).body).toMatchObject({
        host_state: 'unknown',
        ptr: null,
      })
      expect((await ask(service, { call: at('/sources?group_by=asn') })).body).toMatchObject({
        data: [{ key: 'AS64500', ips: 4 }],
      })
    })

    test('sources and the replay follow each report that is counted and deleted', async () => {
      const seen = async () => {
        const sources = (await ask(service, { call: at('/sources') })).body as { data: { messages: number }[] }
        const replay = (await ask(service, { call: at('/replay?days=30') })).body as { messages: number }
        expect(sources.data.reduce((sum, { messages }) => sum + messages, 0)).toBe(replay.messages)
        return replay.messages
      }
      const before = await seen()
      const records = [{ ip: '192.0.2.1', count: 7, dkim: true }]
      const body = writeReport({ domain: 'shop.test', id: 'more', org: 'three.test', begin: begin(-2), records })
      const headers = { 'svc-api-auth': service.keys.a }
      const response = await service.handle(
        new Request('http://localhost/v1/dmarc/reports', { method: 'POST', headers, body }),
      )
      const { results } = (await response.json()) as { results: { id: string }[] }
      expect(await seen()).toBe(before + 7)
      await ask(service, { call: `DELETE /v1/dmarc/reports/${results[0]?.id ?? ''}` })
      expect(await seen()).toBe(before)
    })

    scenarios(
      () => service,
      [
        { name: 'figures of another project do not exist', call: () => at('/analytics'), key: 'b', status: 404 },
        { name: 'the timeline of another project does not exist', call: () => at('/timeline'), key: 'b', status: 404 },
        { name: 'sources of another project do not exist', call: () => at('/sources'), key: 'b', status: 404 },
        { name: 'figures need a key', call: () => at('/analytics'), key: null, status: 401 },
        {
          name: 'a range ends after it begins',
          call: () => at('/analytics?from=2026-02-02&to=2026-02-01'),
          status: 422,
          body: { issues: [{ path: '/from' }] },
        },
        { name: 'a range has a maximum', call: () => at('/timeline?from=2020-01-01&to=2026-02-01'), status: 422 },
        { name: 'a timeline is by something known', call: () => at('/timeline?by=luck'), status: 422 },
      ],
    )
  })
}
