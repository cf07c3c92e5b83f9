/** Reports by SMTP: the same path as uploads, so that each is counted once, and acknowledged only when it is stored. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { startDnsServer } from '../../support/dns-server.ts'
import { freePort } from '../../support/free-port.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { SmtpClient } from '../../support/smtp-client.ts'
import { dialects } from '../../support/store.ts'
import { mailOf } from './mail-of.ts'
import { expectSums } from './sums.ts'
import { writeReport } from './write-report.ts'

const begin = Date.UTC(2026, 9, 1) / 1000
const records = [{ ip: '192.0.2.1', count: 10, dkim: true }]

interface Domain {
  id: string
  reporting_address: string
  tls_report_url: string
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let port: number
    const domains: Record<string, Domain> = {}

    beforeAll(async () => {
      const dns = await startDnsServer((name, type) => {
        return name === 'bounce.reporter.test' && type === 'TXT'
          ? { records: [{ type, data: 'v=spf1 ip4:127.0.0.1 -all' }] }
          : { rcode: 'NXDOMAIN', soa: 0 }
      })
      service = await startService({
        dialect,
        environment: {
          SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
          SVC_INBOUND_SMTP_PORT: String(freePort()),
          SVC_INBOUND_HOST: '127.0.0.1',
          SVC_INBOUND_DOMAIN: 'reports.test',
          SVC_RUN_JOBS: 'false',
        },
      })
      port = await service.inbox()
      for (const [key, domain] of [
        ['a', 'a.test'],
        ['a', 'sub.a.test'],
        ['b', 'a.test'],
        ['a', 'gone.test'],
        ['a', 'tls.test'],
      ] as const)
        domains[`${key} ${domain}`] = (await ask(service, { call: 'POST /v1/dmarc/domains', key, send: { domain } }))
          .body as Domain
    })

    const addressOf = (name: string) => domains[name]?.reporting_address ?? ''
    const deliver = async (message: string | Uint8Array, to: string, from = 'reports@bounce.reporter.test') => {
      const client = await SmtpClient.greet(port)
      const response = await client.deliver(message, { from, to })
      client.close()
      return response
    }
    const reportsOf = async (name: string) => {
      const key = name.slice(0, 1)
      const { body } = await ask(service, { call: `GET /v1/dmarc/domains/${domains[name]?.id}/reports`, key })
      return (body as { data: { id: string; messages: number; via: string; reporter_verified: boolean | null }[] }).data
    }

    test('a report by mail is stored for its domain before the response, with the verdict on its sender', async () => {
      const report = writeReport({ domain: 'a.test', id: 'first', begin, records })
      expect(await deliver(mailOf(Bun.gzipSync(report)), addressOf('a a.test'))).toStartWith('250 2.6.0')
      const [stored, ...others] = await reportsOf('a a.test')
      expect(stored).toMatchObject({ messages: 10, via: 'smtp', reporter_verified: true })
      expect(others).toEqual([])
      expect(await reportsOf('b a.test')).toEqual([])
      const { body } = await ask(service, { call: `GET /v1/dmarc/reports/${stored?.id}` })
      expect(body).toMatchObject({
        sender: {
          verdict: 'pass',
          from: 'reporter.test',
          spf: { result: 'pass', domain: 'bounce.reporter.test' },
          dkim: [],
        },
      })
    })

    test('the same report by upload, by mail and by mail of another form is counted once', async () => {
      const report = writeReport({ domain: 'sub.a.test', id: 'routes', begin, records })
      const upload = await ask(service, { call: 'POST /v1/dmarc/reports', send: report })
      expect(upload.body).toMatchObject({ results: [{ status: 'accepted' }] })
      expect(await deliver(mailOf(Bun.gzipSync(report)), addressOf('a sub.a.test'))).toStartWith('250')
      expect(await deliver(mailOf(new TextEncoder().encode(report)), addressOf('a a.test'))).toStartWith('250')
      expect(await reportsOf('a sub.a.test')).toMatchObject([{ messages: 10, via: 'upload', reporter_verified: null }])
      await expectSums(service.store, domains['a sub.a.test']?.id ?? '')
    })

    test('a TLS report by mail and over HTTPS is counted once', async () => {
      const report = JSON.stringify({
        'organization-name': 'Reporter',
        'date-range': { 'start-datetime': '2026-10-01T00:00:00Z', 'end-datetime': '2026-10-01T23:59:59Z' },
        'report-id': 'tls-1',
        policies: [
          {
            policy: { 'policy-type': 'sts', 'policy-domain': 'tls.test' },
            summary: { 'total-successful-session-count': 5, 'total-failure-session-count': 1 },
          },
        ],
      })
      const path = new URL(domains['a tls.test']?.tls_report_url ?? '').pathname
      const https = await service.handle(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/tlsrpt+json' },
          body: report,
        }),
      )
      expect(await https.json()).toMatchObject({ results: [{ status: 'accepted', type: 'tls' }] })
      const mail = mailOf(Bun.gzipSync(report), 'report.json.gz')
      expect(await deliver(mail, addressOf('a tls.test'))).toStartWith('250')
      expect(await reportsOf('a tls.test')).toMatchObject([{ messages: 6, via: 'https' }])
    })

    test('mail without a report, and a report about a domain of somebody else, are refused with the reason', async () => {
      expect(await deliver('From: a@b.test\r\nSubject: Hi\r\n\r\nHello', addressOf('a a.test'))).toMatch(
        /^554 5\.6\.0 [a-z_]+: /,
      )
      const foreign = writeReport({ domain: 'elsewhere.test', id: 'x', begin, records })
      expect(await deliver(mailOf(Bun.gzipSync(foreign)), addressOf('a a.test'))).toContain('domain_not_registered')
    })

    test('a removed domain receives no mail', async () => {
      const address = addressOf('a gone.test')
      await ask(service, { call: `DELETE /v1/dmarc/domains/${domains['a gone.test']?.id}` })
      expect(await deliver(mailOf(new Uint8Array()), address)).toStartWith('550')
    })

    test('several recipients of one message each store its report', async () => {
      const client = await SmtpClient.greet(port)
      const report = mailOf(Bun.gzipSync(writeReport({ domain: 'a.test', id: 'both', begin, records })))
      await client.send('MAIL FROM:<>')
      expect(await client.send(`RCPT TO:<${addressOf('a a.test')}>`)).toStartWith('250')
      expect(await client.send(`RCPT TO:<${addressOf('b a.test').toUpperCase()}>`)).toStartWith('250')
      await client.send('DATA')
      client.write(report)
      expect(await client.send('\r\n.')).toStartWith('250')
      client.close()
      expect(await reportsOf('b a.test')).toMatchObject([{ messages: 10, via: 'smtp', reporter_verified: false }])
      expect((await reportsOf('a a.test')).length).toBe(2)
    })
  })
}
