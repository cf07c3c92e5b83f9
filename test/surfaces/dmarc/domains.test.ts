/** Sending domains over the API: added, listed, changed, verified and removed, each project for itself. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { writeReport } from './write-report.ts'

interface Zone {
  [question: string]: ZoneAnswer
}

// Nothing is cached, so that a change is seen at once.
const txt = (...data: string[]): ZoneAnswer => ({ records: data.map((data) => ({ type: 'TXT', ttl: 0, data })) })

/** A record longer than a string of TXT. */
const longTxt = (text: string): ZoneAnswer => ({
  records: [{ type: 'TXT', ttl: 0, data: [text.slice(0, 200), text.slice(200)] }],
})

const fixed: Zone = {
  'TXT _dmarc.parent.test': txt('v=DMARC1; p=reject; sp=quarantine; rua=mailto:d@parent.test'),
  'TXT _dmarc.twice.test': txt('v=DMARC1; p=none', 'v=DMARC1; p=reject'),
  'TXT _dmarc.own.test': txt('v=DMARC1; p=none; rua=mailto:dmarc@own.test'),
  // A wildcard consents for every domain (RFC 9990 4).
  'TXT *._report._dmarc.reports.test': txt('v=DMARC1'),
}

type Body = Record<string, unknown>

const keyOf = (bits: number) =>
  `v=DKIM1; k=rsa; p=${generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const [longKey, otherKey, shortKey, weakKey] = [keyOf(2048), keyOf(2048), keyOf(1024), keyOf(768)]

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    const zone: Zone = { ...fixed }
    const ids = new Map<string, string>()
    const at = (name: string) => `/v1/dmarc/domains/${ids.get(name)}`
    const add = async (domain: string, key = 'a'): Promise<Body> => {
      const { body } = await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain }, key })
      ids.set(key === 'a' ? domain : `${key} ${domain}`, (body as { id: string }).id)
      return body as Body
    }
    const verify = async (name: string): Promise<Body> =>
      (await ask(service, { call: `POST ${at(name)}/verify` })).body as Body

    beforeAll(async () => {
      const dns = await startDnsServer((name, type) => {
        const found = zone[`${type} ${name.toLowerCase()}`]
        if (found !== undefined) return found
        if (name.toLowerCase().endsWith('broken.test')) return { rcode: 'SERVFAIL' }
        const wild = /\._report\._dmarc\.(.+)$/.exec(name)?.[1]
        return zone[`${type} *._report._dmarc.${wild}`] ?? { rcode: 'NXDOMAIN', soa: 0 }
      })
      service = await startService({
        dialect,
        environment: {
          SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
          SVC_INBOUND_DOMAIN: 'Reports.test',
          SVC_BASE_URL: 'https://api.svc.test',
          SVC_RUN_JOBS: 'false',
        },
      })
    })

    scenarios(
      () => service,
      [
        {
          name: 'an added domain has a reporting address, a record to publish and the consent that its host needs',
          call: 'POST /v1/dmarc/domains',
          send: { domain: 'Example.COM.', group: 'Acme', retention: { raw_days: 7 } },
          status: 201,
          body: {
            domain: 'example.com',
            status: 'pending',
            verified: false,
            group: 'Acme',
            expected_policy: null,
            failure_reports: false,
            retention: { raw_days: 7, record_days: 396, failure_days: 30 },
            volume_30d: 0,
            compliance_rate_30d: null,
            revision: 1,
            authorization_record: {
              name: 'example.com._report._dmarc.reports.test',
              type: 'TXT',
              value: 'v=DMARC1',
            },
          },
          answers: { location: /^\/v1\/dmarc\/domains\/dom_/ },
          then: ({ body }) => {
            const {
              id,
              record,
              reporting_address: address,
              tls_report_url: url,
            } = body as Record<string, string> & {
              record: unknown
            }
            ids.set('example.com', id ?? '')
            expect(address).toMatch(/^d\+[0-9a-f]{32}@reports\.test$/)
            expect(record as unknown).toEqual({
              name: '_dmarc.example.com',
              type: 'TXT',
              value: `v=DMARC1; p=none; rua=mailto:${address}`,
            })
            expect(url).toBe(`https://api.svc.test/v1/dmarc/tls-reports/${address?.slice(2, 34)}`)
          },
        },
        {
          name: 'the same domain is not added twice',
          call: 'POST /v1/dmarc/domains',
          send: { domain: 'example.com' },
          status: 409,
          body: { code: 'DOMAIN_EXISTS' },
          then: ({ body }) => expect((body as Body)['domain_id']).toBe(ids.get('example.com')),
        },
        {
          name: 'another project has the same domain with another address',
          call: 'POST /api/v1/dmarc',
          key: 'b',
          send: { domain: 'example.com' },
          status: 201,
          body: { domain: 'example.com', group: null },
          then: ({ body }) => void ids.set('b example.com', (body as { id: string }).id),
        },
        {
          name: 'an internationalized domain is stored in A-labels',
          call: 'POST /v1/dmarc',
          send: { domain: 'bücher.example' },
          status: 201,
          body: { domain: 'xn--bcher-kva.example' },
        },
        {
          name: 'a name that is no domain is refused',
          call: 'POST /v1/dmarc/domains',
          send: { domain: 'a b.test' },
          status: 422,
          body: { issues: [{ path: '/domain' }] },
        },
        {
          name: 'an IP address is no domain',
          call: 'POST /v1/dmarc/domains',
          send: { domain: '192.0.2.1' },
          status: 422,
        },
        {
          name: 'an unknown setting is refused',
          call: 'POST /v1/dmarc/domains',
          send: { domain: 'x.test', color: 'red' },
          status: 422,
        },
        {
          name: 'a key of another scope does not add domains',
          call: 'POST /v1/dmarc/domains',
          key: 'readOnly',
          send: { domain: 'x.test' },
          status: 403,
        },
        { name: 'domains are listed only with a key', call: 'GET /v1/dmarc/domains', key: null, status: 401 },
        {
          name: 'a domain of another project does not exist',
          call: () => `GET ${at('example.com')}`,
          key: 'b',
          status: 404,
          body: { code: 'DOMAIN_NOT_FOUND' },
        },
        { name: 'an id of another kind is not found', call: 'GET /v1/dmarc/domains/whatever', status: 404 },
        {
          name: 'settings are changed in one revision',
          call: () => `PUT ${at('example.com')}`,
          headers: { 'if-match': '"1"' },
          send: { group: null, expected_policy: 'reject', failure_reports: true, retention: { record_days: 90 } },
          status: 200,
          body: {
            group: null,
            expected_policy: 'reject',
            failure_reports: true,
            retention: { raw_days: 7, record_days: 90 },
            revision: 2,
          },
          answers: { etag: /^"2\.[\w-]{22}"$/ },
        },
        {
          name: 'a stale change is refused',
          call: () => `PUT ${at('example.com')}`,
          headers: { 'if-match': '"1"' },
          send: { group: 'Late' },
          status: 412,
          body: { code: 'PRECONDITION_FAILED', revision: 2 },
        },
        {
          name: 'a retention of no days is refused',
          call: () => `PUT ${at('example.com')}`,
          send: { retention: { raw_days: 0 } },
          status: 422,
          body: { issues: [{ path: '/retention/raw_days' }] },
        },
        {
          name: 'another project does not change settings',
          call: () => `PUT ${at('example.com')}`,
          key: 'b',
          send: { group: 'Mine' },
          status: 404,
        },
        {
          name: 'another project does not verify',
          call: () => `POST ${at('example.com')}/verify`,
          key: 'b',
          status: 404,
        },
        {
          name: 'another project does not remove',
          call: () => `DELETE ${at('example.com')}`,
          key: 'b',
          status: 404,
        },
        {
          name: 'a domain without a record is not verified',
          call: () => `POST ${at('example.com')}/verify`,
          status: 200,
          body: { status: 'pending', verified: false, verification: { state: 'not_published', record: null } },
        },
        {
          name: 'the list is filtered by a part of the name',
          call: 'GET /v1/dmarc/domains?q=BCHER',
          status: 200,
          body: { data: [{ domain: 'xn--bcher-kva.example' }], page: { has_more: false } },
        },
        {
          name: 'the list is filtered by status',
          call: 'GET /api/v1/dmarc?status=verified',
          status: 200,
          body: { data: [] },
        },
        {
          name: 'a cursor of another list is refused',
          call: 'GET /v1/dmarc/domains?cursor=x',
          status: 422,
          body: { code: 'INVALID_CURSOR' },
        },
      ],
    )

    test('a record with the reporting address is verified, and its removal is noticed and kept', async () => {
      const { authorization_record: consent, id, reporting_address: address } = await add('live.test')
      expect(consent).toMatchObject({ name: 'live.test._report._dmarc.reports.test' })
      zone['TXT _dmarc.live.test'] = txt(`v=DMARC1; p=quarantine; rua=mailto:${String(address)}`)
      zone['TXT live.test'] = txt('v=spf1 -all')
      const verified = await verify('live.test')
      expect(verified).toMatchObject({
        status: 'verified',
        verification: {
          state: 'verified',
          policy: 'quarantine',
          receivers: [{ is_ours: true, consent: 'published', record_name: 'live.test._report._dmarc.reports.test' }],
        },
      })
      zone['TXT _dmarc.live.test'] = txt(`v=DMARC1; p=none; rua=mailto:${String(address)}`)
      zone['TXT live.test'] = txt('v=spf1 ~all')
      await verify('live.test')
      zone['TXT _dmarc.live.test'] = txt('v=DMARC1; p=reject')
      expect(await verify('live.test')).toMatchObject({
        status: 'failing',
        verified: false,
        verification: { state: 'address_missing', policy: 'reject' },
      })
      const history = async (query: string) =>
        (await ask(service, { call: `GET /v1/dmarc/domains/${String(id)}/dns-history?${query}` })).body
      expect(await history('kind=dmarc')).toMatchObject({
        data: [
          { changes: ['policy_strengthened', 'subdomain_policy_strengthened', 'reports_removed'], weakened: true },
          { changes: ['policy_weakened', 'subdomain_policy_weakened'], weakened: true },
          { changes: [], weakened: false, found_at: 'live.test' },
        ],
        plans: [],
      })
      expect(await history('kind=spf')).toMatchObject({
        data: [
          { record: 'v=spf1 ~all', changes: ['all_weakened'], weakened: true },
          { record: 'v=spf1 -all', changes: [] },
        ],
      })
      const { data: first, page } = (await history('limit=2')) as {
        data: unknown[]
        page: { next_cursor: string }
      }
      expect(first).toHaveLength(2)
      expect(await history(`cursor=${encodeURIComponent(page.next_cursor)}`)).toMatchObject({
        page: { has_more: false },
      })
      expect((await ask(service, { call: `GET /v1/dmarc/domains/${String(id)}/dns-history`, key: 'b' })).status).toBe(
        404,
      )
    })

    test('DKIM keys that reports name are followed: added, changed, revoked, removed and weak ones are in the history', async () => {
      const { id } = await add('keys.test')
      const report = async (signers: readonly string[], number: number) => {
        const records = signers.map((signer, index) => ({ ip: `192.0.2.${index}`, count: 1, signer }))
        const xml = writeReport({ domain: 'keys.test', id: String(number), begin: 1_790_035_200, records })
        const send = xml.replaceAll('<selector>s1</selector>', `<selector>S${number}</selector>`)
        const call = 'POST /v1/dmarc/reports'
        const headers = { 'content-type': 'application/xml' }
        expect((await ask(service, { call, send, headers })).body).toMatchObject({ results: [{ status: 'accepted' }] })
      }
      const seen = async () => {
        await verify('keys.test')
        const { data } = (await ask(service, { call: `GET /v1/dmarc/domains/${String(id)}/dns-history?kind=dkim` }))
          .body as { data: Body[] }
        return data.map(
          ({ changes, name, weakened }) => `${String(name)}: ${String(changes)}${weakened === true ? ' !' : ''}`,
        )
      }
      zone['TXT s1._domainkey.keys.test'] = longTxt(longKey)
      zone['TXT s1._domainkey.other.test'] = longTxt(longKey)
      expect(await seen()).toEqual([])
      await report(['keys.test', 'other.test', 'notkeys.test'], 1)
      const first = 's1._domainkey.keys.test: '
      expect(await seen()).toEqual([first])
      expect(await seen()).toEqual([first])
      // A selector of a subdomain, and one that nobody published.
      zone['TXT s2._domainkey.mail.keys.test'] = longTxt(shortKey)
      await report(['mail.keys.test', 'keys.test'], 2)
      const added = 's2._domainkey.mail.keys.test: key_added'
      expect(await seen()).toEqual([added, first])
      zone['TXT s1._domainkey.keys.test'] = longTxt(otherKey)
      zone['TXT s2._domainkey.mail.keys.test'] = longTxt(weakKey)
      const changed = [
        's2._domainkey.mail.keys.test: key_changed,key_weakened,key_weak !',
        's1._domainkey.keys.test: key_changed',
      ]
      expect((await seen()).slice(0, 2)).toSatisfy((all) => all.toSorted().join() === changed.toSorted().join())
      zone['TXT s1._domainkey.keys.test'] = txt('v=DKIM1; p=')
      delete zone['TXT s2._domainkey.mail.keys.test']
      const ended = ['s2._domainkey.mail.keys.test: key_removed', 's1._domainkey.keys.test: key_revoked']
      expect((await seen()).slice(0, 2)).toSatisfy((all) => all.toSorted().join() === ended.toSorted().join())
      expect(await seen()).toHaveLength(6)
      zone['TXT s2._domainkey.mail.keys.test'] = longTxt(`${longKey}; t=y`)
      expect((await seen())[0]).toBe('s2._domainkey.mail.keys.test: key_added,key_testing !')
    })

    test('consent by a wildcard counts, and a host without consent receives nothing', async () => {
      const { reporting_address: address } = await add('foreign.test')
      zone['TXT _dmarc.foreign.test'] = txt(
        `v=DMARC1; p=none; rua=mailto:${String(address)},mailto:x@elsewhere.test,https://hooks.else.test/x`,
      )
      expect(await verify('foreign.test')).toMatchObject({
        verification: {
          state: 'verified',
          receivers: [
            { is_ours: true, host: 'reports.test', consent: 'published' },
            { is_ours: false, host: 'elsewhere.test', consent: 'missing' },
            { is_ours: false, host: 'hooks.else.test', consent: 'missing' },
          ],
        },
      })
    })

    test('a consent that names another address redirects the reports', async () => {
      const { reporting_address: address } = await add('moved.test')
      zone['TXT _dmarc.moved.test'] = txt(`v=DMARC1; p=none; rua=mailto:${String(address)}`)
      zone['TXT moved.test._report._dmarc.reports.test'] = txt('v=DMARC1; rua=mailto:other@reports.test')
      expect(await verify('moved.test')).toMatchObject({
        verification: { state: 'redirected', receivers: [{ replaced_by: 'mailto:other@reports.test' }] },
      })
    })

    test('the record of a parent applies to a subdomain, several records to nothing', async () => {
      await add('mail.parent.test')
      expect(await verify('mail.parent.test')).toMatchObject({
        verification: { state: 'address_missing', found_at: 'parent.test', policy: 'quarantine' },
      })
      await add('twice.test')
      expect(await verify('twice.test')).toMatchObject({ verification: { state: 'invalid' } })
    })

    test('an outage of DNS leaves status and history as they are', async () => {
      const { id } = await add('broken.test')
      expect(await verify('broken.test')).toMatchObject({ status: 'pending', verification: { state: 'unmeasured' } })
      expect((await ask(service, { call: `GET /v1/dmarc/domains/${String(id)}/dns-history` })).body).toMatchObject({
        data: [],
      })
    })

    test('a list pages through every domain once in each order', async () => {
      const whole = (await ask(service, { call: 'GET /v1/dmarc/domains?limit=100' })).body as { data: Body[] }
      const names = whole.data.map(({ domain }) => domain)
      expect(names).toEqual(names.toSorted())
      for (const sort of ['domain', 'created_at', 'volume', 'compliance', 'last_report']) {
        const seen: unknown[] = []
        let cursor = ''
        do {
          const page: Answer = await ask(service, { call: `GET /v1/dmarc/domains?limit=2&sort=${sort}${cursor}` })
          const { data, page: info } = page.body as { data: Body[]; page: { next_cursor: string | null } }
          seen.push(...data.map(({ domain }) => domain))
          cursor = info.next_cursor === null ? '' : `&cursor=${encodeURIComponent(info.next_cursor)}`
        } while (cursor !== '')
        expect(seen.toSorted()).toEqual(names.toSorted())
      }
    })

    test('a removed domain is gone at once, by id or by name, and can be added again with another address', async () => {
      const { reporting_address: first } = await add('gone.test')
      expect((await ask(service, { call: `DELETE ${at('gone.test')}` })).status).toBe(204)
      expect((await ask(service, { call: `GET ${at('gone.test')}` })).status).toBe(404)
      const { reporting_address: second } = await add('gone.test')
      expect(second).not.toBe(first)
      expect((await ask(service, { call: 'DELETE /api/v1/dmarc?domain=GONE.test' })).status).toBe(204)
      expect((await ask(service, { call: 'DELETE /api/v1/dmarc?domain=gone.test' })).status).toBe(404)
      expect((await ask(service, { call: 'DELETE /api/v1/dmarc' })).status).toBe(422)
    })
  })
}
