/** What is notified of a domain, what is left open where nobody answers, and what that costs. Both databases. */
import { beforeAll, describe } from 'bun:test'
import { type ZoneAnswer, startDnsServer } from '../../../support/dns-server.ts'
import { scenarios } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'

const txt = (...texts: string[]): ZoneAnswer => ({ records: texts.map((data) => ({ type: 'TXT', data })) })
const records: Record<string, ZoneAnswer> = {
  'MX good.test': { records: [{ type: 'MX', data: { preference: 1, exchange: 'aspmx.l.google.com' } }] },
  'A aspmx.l.google.com': { records: [{ type: 'A', data: '127.68.0.1' }] },
  'TXT good.test': txt('v=spf1 include:_spf.google.com include:own.good.test -all', 'MS=ms1'),
  'TXT _spf.google.com': txt('v=spf1 ip4:127.68.0.0/16 ~all'),
  'TXT own.good.test': txt('v=spf1 include:sendgrid.net ~all'),
  'TXT sendgrid.net': txt('v=spf1 ip4:127.69.0.0/16 ~all'),
  'TXT _dmarc.good.test': txt('v=DMARC1; p=reject; rua=mailto:a@rua.powerdmarc.com'),
  'TXT mailjet._domainkey.good.test': txt('v=DKIM1; k=rsa; p=MIGfMA0'),
  'NS good.test': { records: [{ type: 'NS', data: 'ada.ns.cloudflare.com' }] },
  'A parked.test': { records: [{ type: 'A', data: '127.68.0.1' }] },
  'NS parked.test': { records: [{ type: 'NS', data: 'ns1.sedoparking.com' }] },
  'A test.names.bl.test': { records: [{ type: 'A', data: '127.0.0.2' }] },
  'A parked.test.names.bl.test': { records: [{ type: 'A', data: '127.0.0.2' }] },
}
const notify = (domain: string) => ({ call: 'POST /v1/tools/domain-intel', send: { domain } })

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    beforeAll(async () => {
      const dns = await startDnsServer((name, type) => {
        if (name.endsWith('sick.test')) return { rcode: 'SERVFAIL' }
        const exists = Object.keys(records).some((key) => key.endsWith(` ${name}`))
        return records[`${type} ${name}`] ?? (exists ? { soa: 60 } : { rcode: 'NXDOMAIN', soa: 60 })
      })
      service = await startService({
        dialect,
        environment: {
          SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
          SVC_NET_ALLOW: '127.0.0.0/8',
          SVC_DNSBL_ZONES: 'domain:names.bl.test',
        },
      })
    })

    scenarios(
      () => service,
      [
        {
          name: 'whose services a domain uses, and that the registry could not be asked',
          ...notify('Good.test'),
          status: 200,
          body: {
            domain: 'good.test',
            mx: { outcome: 'found', provider: { name: 'Google Workspace' } },
            vendors: [
              { name: 'Google Workspace', source: 'spf' },
              { name: 'SendGrid (Twilio)', source: 'spf' },
              { name: 'Microsoft 365', source: 'txt' },
              { name: 'Mailjet', source: 'dkim' },
              { name: 'PowerDMARC', source: 'dmarc' },
              { name: 'Cloudflare', source: 'ns' },
            ],
            name_servers: ['ada.ns.cloudflare.com'],
            parked: false,
            age: null,
            infrastructure: { spf: { state: 'pass' }, dmarc: { state: 'warn', policy: 'reject' } },
            dnsbl: { listed: false, checked: 1 },
            trust: { score: 90, level: 'high' },
            unasked: ['registry'],
            credits_used: 1,
          },
        },
        {
          name: 'a parked domain that a block list has is not trusted',
          ...notify('parked.test'),
          status: 200,
          body: { parked: true, dnsbl: { listed: true }, vendors: [], trust: { level: 'none' }, credits_used: 1 },
        },
        {
          name: 'a domain that does not exist',
          ...notify('nobody.test'),
          call: 'POST /api/v1/tools/domain-intel',
          status: 200,
          body: { mx: { outcome: 'domain_not_found' }, trust: { score: 0, level: 'none' } },
        },
        {
          name: 'where DNS fails nothing is claimed, and nothing charged',
          ...notify('sick.test'),
          status: 200,
          body: {
            parked: null,
            name_servers: null,
            infrastructure: { spf: { state: 'unmeasured' }, dmarc: { state: 'unmeasured' } },
            unasked: ['mx', 'txt', 'dmarc', 'ns', 'registry'],
            credits_used: 0,
          },
        },
        { name: 'what is no domain', ...notify('a b'), status: 422, body: { issues: [{ path: '/domain' }] } },
        { name: 'a key without the scope', ...notify('good.test'), key: 'readOnly', status: 403 },
      ],
    )
  })
}
