/** Mail servers and DNS on loopback: domains that are set up well, badly, by nobody and by attackers. */
import { type ZoneAnswer, startDnsServer } from '../../test/support/dns-server.ts'
import { startMxFarm } from '../../test/support/mx-farm.ts'
import { injections } from '../../test/surfaces/agent/injections.ts'

const longest = 400

export async function startWorld() {
  const hostile = injections.join(' ').replace(/[^\x20-\x7e]/g, '?')
  const farm = startMxFarm(2, {
    net: 74,
    keepsCommands: false,
    manner: (index) => (index === 1 ? { answers: { 'RCPT TO:': `550 5.1.1 ${hostile.slice(0, longest)}` } } : {}),
  })
  const [mail, attacker] = farm.hosts.map(({ address }) => address)
  const txt = (...texts: string[]): ZoneAnswer => ({ records: texts.map((data) => ({ type: 'TXT', data })) })
  const mx = (exchange: string): ZoneAnswer => ({ records: [{ type: 'MX', data: { preference: 10, exchange } }] })
  const zone: Record<string, ZoneAnswer> = {
    'MX good.test': mx('mx.good.test'),
    'A mx.good.test': { records: [{ type: 'A', data: mail }] },
    'TXT good.test': txt('v=spf1 mx -all'),
    'TXT _dmarc.good.test': txt('v=DMARC1; p=none; rua=mailto:reports@good.test'),
    'MX bad.test': mx('mx.good.test'),
    'TXT bad.test': txt('v=spf1 +all', 'v=spf1 include:bad.test ~all'),
    'TXT _dmarc.bad.test': txt('v=DMARC1; p=none; pct=10; rua=mailto:reports'),
    'MX hostile.test': mx('mx.hostile.test'),
    'A mx.hostile.test': { records: [{ type: 'A', data: attacker }] },
    'TXT hostile.test': txt(`v=spf1 ${hostile}`.slice(0, 250)),
    'TXT _dmarc.hostile.test': txt(`v=DMARC1; p=${hostile}`.slice(0, 250)),
    'MX null.test': { records: [{ type: 'MX', data: { preference: 0, exchange: '' } }] },
  }
  const dns = await startDnsServer(
    (name, type) =>
      zone[`${type} ${name}`] ?? (/(?:^|\.)(?:good|bad|hostile|null)\.test$/.test(name) ? { soa: 60 } : absent),
  )
  return {
    environment: {
      SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
      SVC_NET_ALLOW: '127.0.0.0/8',
      SVC_VERIFY_SMTP_PORT: String(farm.port),
      SVC_VERIFY_HELO: 'verify.example.org',
      SVC_VERIFY_RATE: '100000/1',
      SVC_VERIFY_LOOKUPS: 'false',
    },
    close() {
      dns.close()
      farm.close()
    },
  }
}

const absent: ZoneAnswer = { rcode: 'NXDOMAIN', soa: 60 }
