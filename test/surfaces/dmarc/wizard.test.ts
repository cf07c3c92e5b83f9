/** The wizard over the API: a domain is analyzed, its record generated and explained, and verified as published. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const txt = (...data: string[]): ZoneAnswer => ({ records: data.map((data) => ({ type: 'TXT', ttl: 0, data })) })
const generate = (send: object) => ({ call: 'POST /v1/dmarc/wizard/generate', send })
const check = (send: object) => ({ call: 'POST /v1/dmarc/wizard/check-dns', send })

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    const zone: Record<string, ZoneAnswer> = {
      'TXT good.test': txt('v=spf1 -all'),
      'TXT _dmarc.good.test': txt('v=DMARC1; p=quarantine; t=y; rua=mailto:d@good.test'),
      'TXT s1._domainkey.good.test': txt(`v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 1).toString('base64')}`),
      'TXT _dmarc.parent.test': txt('v=DMARC1; p=reject; sp=none; rua=mailto:d@parent.test'),
      'TXT _dmarc.twice.test': txt('v=DMARC1; p=none', 'v=DMARC1; p=reject'),
      'TXT bare.test._report._dmarc.willing.test': txt('v=DMARC1'),
    }

    beforeAll(async () => {
      const dns = await startDnsServer((name, type) => {
        if (name.toLowerCase().endsWith('broken.test')) return { rcode: 'SERVFAIL' }
        return zone[`${type} ${name.toLowerCase()}`] ?? { rcode: 'NXDOMAIN', soa: 0 }
      })
      service = await startService({
        dialect,
        environment: {
          SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
          SVC_INBOUND_DOMAIN: 'reports.test',
          SVC_RUN_JOBS: 'false',
        },
      })
    })

    scenarios(
      () => service,
      [
        {
          name: 'a domain in test mode is told to end the test',
          call: 'POST /v1/dmarc/wizard/analyze-domain',
          send: { domain: 'good.test', selectors: ['s1'] },
          status: 200,
          body: {
            domain: 'good.test',
            domain_id: null,
            policy: 'quarantine',
            found_at: 'good.test',
            checks: { spf: { state: 'pass' }, dkim: { state: 'pass' }, dmarc: { state: 'warn' } },
            steps: [
              { step: 'spf', state: 'done' },
              { step: 'dkim', state: 'done' },
              { step: 'reports', state: 'done' },
              { step: 'quarantine', state: 'todo' },
              { step: 'reject', state: 'waiting' },
              { step: 'subdomains', state: 'waiting' },
              { step: 'transport', state: 'todo' },
            ],
            suggested: { domain: 'good.test', policy: 'quarantine', aggregate_reports: ['d@good.test'] },
          },
        },
        {
          name: 'a domain with nothing is told to begin with reports',
          call: 'POST /v1/dmarc/wizard/analyze-domain',
          send: { domain: 'bare.test' },
          status: 200,
          body: {
            policy: null,
            record: null,
            steps: [
              { step: 'spf', state: 'todo' },
              { step: 'dkim', state: 'todo' },
              { step: 'reports', state: 'todo' },
              { step: 'quarantine', state: 'waiting' },
              { step: 'reject', state: 'waiting' },
              { step: 'subdomains', state: 'waiting' },
              { step: 'transport', state: 'todo' },
            ],
            suggested: { policy: 'none' },
          },
        },
        {
          name: 'name servers that fail say nothing about a domain',
          call: 'POST /v1/dmarc/wizard/analyze-domain',
          send: { domain: 'broken.test' },
          status: 200,
          body: { policy: null, checks: { dmarc: { state: 'unmeasured' } } },
          then: ({ body }) =>
            expect((body as { steps: { state: string }[] }).steps.map(({ state }) => state)).toEqual([
              'unmeasured',
              'todo',
              'unmeasured',
              'waiting',
              'waiting',
              'waiting',
              'unmeasured',
            ]),
        },
        {
          name: 'a record is generated with every tag explained, beside the present one',
          ...generate({
            domain: 'good.test',
            policy: 'reject',
            nonexistent_policy: 'reject',
            dkim_alignment: 'strict',
            aggregate_reports: ['d@good.test', 'mailto:x@elsewhere.test'],
            failure_reports: ['f@good.test'],
            failure_options: ['1', 'd'],
          }),
          status: 200,
          body: {
            record: {
              name: '_dmarc.good.test',
              type: 'TXT',
              value:
                'v=DMARC1; p=reject; adkim=s; rua=mailto:d@good.test,mailto:x@elsewhere.test; ruf=mailto:f@good.test; fo=1:d',
            },
            tags: [
              { tag: 'v' },
              { tag: 'p', meaning: 'Mail from the domain that fails DMARC is refused.', reference: 'RFC 9989 4.7' },
              { tag: 'adkim' },
              { tag: 'rua' },
              { tag: 'ruf' },
              { tag: 'fo' },
            ],
            before: { record: 'v=DMARC1; p=quarantine; t=y; rua=mailto:d@good.test', policy: 'quarantine' },
            differences: [
              { tag: 'p', before: 'quarantine', after: 'reject' },
              { tag: 'adkim', before: null, after: 's' },
              { tag: 'rua' },
              { tag: 'ruf', before: null },
              { tag: 'fo', before: null },
              { tag: 't', before: 'y', after: null },
            ],
            weakened: false,
            authorization_records: [
              { name: 'good.test._report._dmarc.elsewhere.test', type: 'TXT', value: 'v=DMARC1' },
            ],
            findings: [],
            plan: { state: 'planned', record_before: 'v=DMARC1; p=quarantine; t=y; rua=mailto:d@good.test' },
          },
        },
        {
          name: 'a policy below the present one is called weaker, and its weakness explained',
          ...generate({ domain: 'good.test', policy: 'none', aggregate_reports: ['d@good.test'] }),
          status: 200,
          body: { findings: [{ code: 'dmarc.p_none' }] },
        },
        {
          name: 'a consent that exists is not asked for',
          ...generate({ domain: 'bare.test', policy: 'none', aggregate_reports: ['r@willing.test'] }),
          status: 200,
          body: { before: null, authorization_records: [], weakened: false },
        },
        {
          name: 'weaker subdomains are found before anything is published',
          ...generate({ domain: 'bare.test', policy: 'reject', subdomain_policy: 'none' }),
          status: 200,
          body: {
            record: { value: 'v=DMARC1; p=reject; sp=none' },
            findings: [{ code: 'dmarc.weak_subdomains' }],
          },
        },
        {
          name: 'a comma in a report address is encoded, for it separates addresses',
          ...generate({ domain: 'bare.test', policy: 'none', aggregate_reports: ['https://r.test/a,b!c'] }),
          status: 200,
          body: { record: { value: 'v=DMARC1; p=none; rua=https://r.test/a%2Cb%21c' } },
        },
        {
          name: 'an address that cannot receive mail is refused',
          ...generate({ domain: 'bare.test', policy: 'none', aggregate_reports: ['a@b.test', 'no address; p=none'] }),
          status: 422,
          body: { issues: [{ path: '/aggregate_reports/1' }] },
        },
        {
          name: 'failure options need an address for failure reports',
          ...generate({ domain: 'bare.test', policy: 'none', failure_options: ['1'] }),
          status: 422,
          body: { issues: [{ path: '/failure_options' }] },
        },
        { name: 'a record has a policy', ...generate({ domain: 'bare.test' }), status: 422 },
        { name: 'a record is for a domain', ...generate({ domain: 'bare', policy: 'none' }), status: 422 },
        {
          name: 'a record in DNS is compared tag by tag, whatever its spacing and case',
          ...check({ domain: 'good.test', record: 'v=DMARC1;p=Quarantine;t=Y; rua=mailto:d@good.test;' }),
          status: 200,
          body: { state: 'published', differences: [], plan: null },
        },
        {
          name: 'a record that is published in part shows what differs',
          ...check({ domain: 'good.test', record: 'v=DMARC1; p=reject; t=y; rua=mailto:d@good.test' }),
          status: 200,
          body: {
            state: 'partly_published',
            differences: [{ tag: 'p', before: 'quarantine', after: 'reject' }],
          },
        },
        {
          name: 'several records are no publication',
          ...check({ domain: 'twice.test', record: 'v=DMARC1; p=none' }),
          status: 200,
          body: { state: 'several', published: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
        },
        {
          name: 'the record of a parent is no publication',
          ...check({ domain: 'mail.parent.test', record: 'v=DMARC1; p=reject' }),
          status: 200,
          body: { state: 'missing', name: '_dmarc.mail.parent.test' },
        },
        {
          name: 'name servers that fail are no verdict',
          ...check({ domain: 'broken.test', record: 'v=DMARC1; p=none' }),
          status: 200,
          body: { state: 'unmeasured' },
        },
        { name: 'a check is of a plan or of a record', ...check({ domain: 'good.test' }), status: 422 },
        {
          name: 'a plan that does not exist is not found',
          ...check({ plan_id: 'pln_01kah3zqpfx9y8w7v6t5s4r3q2' }),
          status: 404,
          body: { code: 'PLAN_NOT_FOUND' },
        },
        {
          name: 'the wizard needs the scope',
          ...generate({ domain: 'a.test', policy: 'none' }),
          key: 'readOnly',
          status: 403,
        },
        { name: 'the wizard needs a key', ...check({ domain: 'a.test' }), key: null, status: 401 },
      ],
    )

    test('a plan is verified as published, and stays in the history of the domain', async () => {
      const domain = 'planned.test'
      const added = (await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain } })).body as Record<
        string,
        string
      >
      const generated = (await ask(service, generate({ domain, policy: 'quarantine', testing: true }))).body as {
        plan: { id: string }
        record: { value: string }
        authorization_records: object[]
      }
      expect(generated.record.value).toBe(
        `v=DMARC1; p=quarantine; t=y; rua=mailto:${String(added['reporting_address'])}`,
      )
      expect(generated.authorization_records).toHaveLength(1)
      const plan = { plan_id: generated.plan.id }
      expect((await ask(service, { ...check(plan), key: 'b' })).status).toBe(404)
      expect((await ask(service, check(plan))).body).toMatchObject({ state: 'missing', plan: { state: 'different' } })
      zone['TXT _dmarc.planned.test'] = txt('v=DMARC1; p=quarantine')
      expect((await ask(service, check(plan))).body).toMatchObject({ plan: { state: 'partly_published' } })
      zone['TXT _dmarc.planned.test'] = txt(generated.record.value)
      const { body } = await ask(service, check(plan))
      expect(body).toMatchObject({ state: 'published', plan: { state: 'published' } })
      const first = (body as { plan: { published_at: string } }).plan.published_at
      expect(first).toBeString()
      expect((await ask(service, check(plan))).body).toMatchObject({ plan: { published_at: first } })
      expect(
        (await ask(service, { call: `GET /v1/dmarc/domains/${String(added['id'])}/dns-history` })).body,
      ).toMatchObject({
        plans: [
          { id: generated.plan.id, record_before: null, record_after: generated.record.value, state: 'published' },
        ],
      })
    })
  })
}
