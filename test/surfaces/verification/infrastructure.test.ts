/** A domain's set-up for mail over the API: every check with its record and advice, the score, and what is not held against it. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { setPlan } from '../../../src/surfaces/projects/index.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const txt = (...data: string[]): ZoneAnswer => ({ records: data.map((each) => ({ type: 'TXT', data: each })) })
const one = (type: string, data: unknown): ZoneAnswer => ({ records: [{ type, data }] })

const records: Record<string, ZoneAnswer> = {
  'MX good.test': one('MX', { preference: 10, exchange: 'mx.good.test' }),
  'A mx.good.test': one('A', '127.0.0.25'),
  'PTR 25.0.0.127.in-addr.arpa': one('PTR', 'mx.good.test'),
  'TXT good.test': txt('v=spf1 mx -all'),
  'TXT _dmarc.good.test': txt('v=DMARC1; p=reject; rua=mailto:d@good.test'),
  'TXT s1._domainkey.good.test': txt(`v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 1).toString('base64')}`),
  'TXT _smtp._tls.good.test': txt('v=TLSRPTv1; rua=mailto:t@good.test'),
  'SOA good.test': {
    ...(one('SOA', { mname: 'ns.test', rname: 'root.test', serial: 1 }) as object),
    isAuthentic: true,
  } as ZoneAnswer,
  'MX bad.test': one('MX', { preference: 10, exchange: 'mx.nowhere.test' }),
  'TXT bad.test': txt('v=spf1 +all'),
  'TXT _dmarc.bad.test': txt('v=DMARC1; p=nothing'),
  'TXT forged.test': txt('v=spf1 include:open.test -all'),
  'TXT open.test': txt('v=spf1 +all'),
  'TXT _dmarc.forged.test': txt('v=DMARC1; p=reject; pct=0; rua=mailto:d@forged.test'),
  'MX forged.test': one('MX', { preference: 10, exchange: 'mx.good.test' }),
  'MX null.test': one('MX', { preference: 0, exchange: '' }),
}
const answers = (name: string, type: string): ZoneAnswer => {
  const found = records[`${type} ${name.toLowerCase()}`]
  if (found !== undefined) return found
  if (name.endsWith('broken.test')) return { rcode: 'SERVFAIL' }
  const exists = Object.keys(records).some((key) => key.endsWith(` ${name.toLowerCase()}`))
  return exists ? { soa: 60 } : { rcode: 'NXDOMAIN', soa: 60 }
}

const check = (domain: unknown, more: object = {}) => ({
  call: 'POST /v1/tools/infrastructure-check',
  send: { domain, ...more },
})

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    beforeAll(async () => {
      const dns = await startDnsServer(answers)
      const environment = { SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`, SVC_NET_ALLOW: '127.0.0.0/8' }
      service = await startService({ dialect, environment })
    })

    scenarios(
      () => service,
      [
        {
          name: 'a domain that is well set up',
          ...check('Good.test.', { selectors: ['s1'] }),
          status: 200,
          body: {
            domain: 'good.test',
            checks: {
              mx: { state: 'pass', hosts: ['mx.good.test'] },
              ptr: { state: 'pass', findings: [] },
              tls: { state: 'unmeasured', findings: [{ code: 'tls.unreached' }] },
              spf: {
                state: 'pass',
                record: 'v=spf1 mx -all',
                lookups: 1,
                steps: [
                  { depth: 0, domain: 'good.test', term: 'mx', lookups: 1 },
                  { depth: 0, domain: 'good.test', term: '-all' },
                ],
              },
              dkim: { state: 'pass', keys: [{ selector: 's1', type: 'ed25519', revoked: false }] },
              dmarc: { state: 'pass', policy: 'reject', found_at: 'good.test' },
              mta_sts: { state: 'none' },
              tls_rpt: { state: 'pass' },
              bimi: { state: 'none' },
              dnssec: { state: 'pass' },
              dane: { state: 'none' },
            },
            score: 86,
            score_breakdown: [
              { check: 'mx', points: 8, of: 8 },
              { check: 'ptr', points: 4, of: 4 },
              { check: 'spf', points: 20, of: 20 },
              { check: 'dkim', points: 15, of: 15 },
              { check: 'dmarc', points: 25, of: 25 },
              { check: 'mta_sts', points: 0, of: 6 },
              { check: 'tls_rpt', points: 3, of: 3 },
              { check: 'bimi', points: 0, of: 3 },
              { check: 'dnssec', points: 4, of: 4 },
              { check: 'dane', points: 0, of: 4 },
            ],
            credits_used: 1,
          },
        },
        {
          name: 'a domain that anybody may forge, by a record that it includes and a policy for no mail',
          ...check('forged.test', { ips: ['203.0.113.200'] }),
          status: 200,
          body: {
            senders: [{ ip: '203.0.113.200', spf: { result: 'pass' } }],
            checks: {
              spf: {
                state: 'fail',
                findings: [
                  {
                    code: 'spf.plus_all',
                    severity: 'error',
                    message: '“+all” in the record of open.test allows anyone to send.',
                    publish: { name: 'forged.test', type: 'TXT', value: 'v=spf1 -all' },
                  },
                ],
              },
              dmarc: { state: 'warn', policy: 'reject', findings: [{ code: 'dmarc.partial', severity: 'warning' }] },
            },
          },
          then: ({ body }) =>
            expect((body as { score_breakdown: object[] }).score_breakdown).toEqual(
              expect.arrayContaining([
                { check: 'spf', points: 0, of: 20 },
                { check: 'dmarc', points: 20, of: 25 },
              ]),
            ),
        },
        {
          name: 'a domain with everything wrong is told what to do',
          ...check('bad.test'),
          call: 'POST /api/v1/tools/infrastructure-check',
          status: 200,
          body: {
            score: 0,
            checks: {
              mx: { state: 'fail', findings: [{ code: 'mx.takeover' }, { code: 'mx.none' }] },
              spf: {
                state: 'fail',
                findings: [
                  {
                    code: 'spf.plus_all',
                    why: 'Forged mail passes SPF, and therefore DMARC.',
                    publish: { name: 'bad.test', type: 'TXT', value: 'v=spf1 -all' },
                  },
                ],
              },
              dkim: { state: 'unmeasured', keys: [] },
              dmarc: { state: 'fail' },
            },
          },
        },
        {
          name: 'only what is wanted is checked',
          ...check('good.test', { checks: ['spf', 'dmarc'] }),
          status: 200,
          body: { score: 100, checks: { spf: { state: 'pass' }, dmarc: { state: 'pass' } }, credits_used: 1 },
        },
        {
          name: 'a domain that takes no mail may say so',
          ...check('null.test', { checks: ['mx'] }),
          status: 200,
          body: { score: 100, checks: { mx: { state: 'pass', hosts: [] } } },
        },
        {
          name: 'what protects the way is not held against a domain that takes no mail',
          ...check('null.test', { checks: ['mx', 'ptr', 'tls', 'mta_sts', 'tls_rpt', 'dane'] }),
          status: 200,
          body: { score: 100, score_breakdown: [{ check: 'mx', points: 8, of: 8 }] },
        },
        {
          name: 'addresses that send are told what receivers find',
          ...check('good.test', { checks: ['spf'], ips: ['127.0.0.25', '192.0.2.7', '::1'] }),
          status: 200,
          body: {
            senders: [
              {
                ip: '127.0.0.25',
                ptr: { state: 'confirmed', name: 'mx.good.test' },
                spf: { result: 'pass', term: 'mx' },
              },
              { ip: '192.0.2.7', ptr: { state: 'none' }, spf: { result: 'fail', term: '-all' } },
              { ip: '::1', spf: { result: 'fail' } },
            ],
          },
        },
        {
          name: 'a sender is an address',
          ...check('good.test', { ips: ['192.0.2.1', 'mail.good.test'] }),
          status: 422,
          body: { issues: [{ path: '/ips/1' }] },
        },
        {
          name: 'name servers that fail are not held against a domain, and cost nothing',
          ...check('broken.test', { checks: ['mx', 'spf', 'dmarc', 'tls_rpt', 'dnssec'] }),
          status: 200,
          body: { score: null, checks: { spf: { state: 'unmeasured' } }, credits_used: 0 },
        },
        { name: 'what is no domain is refused', ...check('a b'), status: 422, body: { issues: [{ path: '/domain' }] } },
        {
          name: 'an address is no domain',
          ...check('192.0.2.1'),
          status: 422,
          body: { issues: [{ path: '/domain' }] },
        },
        { name: 'a selector is a name', ...check('good.test', { selectors: ['a b'] }), status: 422 },
        { name: 'a check that does not exist is refused', ...check('good.test', { checks: ['luck'] }), status: 422 },
        { name: 'a key is wanted', ...check('good.test'), key: null, status: 401 },
        { name: 'a key for templates is not enough', ...check('good.test'), key: 'readOnly', status: 403 },
      ],
    )

    test('five credits are five checks', async () => {
      const { projects } = service.store.read.tables
      const [row] = await service.store.read.select().from(projects).where(eq(projects.id, service.projects.b))
      await service.store.tx((db) => setPlan(db, row?.companyId ?? '', 'free'))
      const calls = Array.from({ length: 7 }, () =>
        ask(service, { ...check('good.test', { checks: ['spf'] }), key: 'b' }),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 402, 402])
    })
  })
}
