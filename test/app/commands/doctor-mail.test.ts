import { describe, expect, test } from 'bun:test'
import { listingsOf, openBlockLists } from '../../../src/app/block-lists.ts'
import { checkMail } from '../../../src/app/commands/doctor/mail.ts'
import { checkOutgoingMail } from '../../../src/app/commands/doctor/outgoing-mail.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { readMailServer } from '../../../src/platform/config/index.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { startMailReceiver } from '../../support/mail-receiver.ts'
import { startMxFarm } from '../../support/mx-farm.ts'
import { startSocksProxy } from '../../support/socks-proxy.ts'
import { netOf } from '../../platform/net/receivers.ts'

const farm = startMxFarm(2, { net: 60, manner: (index) => (index === 1 ? { banner: '554 5.7.1 go away' } : {}) })
const record = (type: string, data: unknown): ZoneAnswer => ({ records: [{ type, data }] })

async function check(zone: Record<string, ZoneAnswer>, parts: Partial<Parameters<typeof checkMail>[0]> = {}) {
  const server = await startDnsServer((name, type) => zone[`${type} ${name}`] ?? { rcode: 'NXDOMAIN', soa: 60 })
  const net = netOf({ dnsServers: [server], allow: ['127.0.0.0/8'] })
  const config = {
    verifyHelo: 'verify.example.org',
    verifyMailFrom: 'verify@example.org',
    verifyProxies: [],
    verifySmtpPort: farm.port,
  }
  const findings = await checkMail({ ...config, ...parts }, net)
  return findings.map(({ state, name, message }) => `${state} ${name}: ${message}`)
}

const identity: Record<string, ZoneAnswer> = {
  'A verify.example.org': record('A', '127.0.0.1'),
  'PTR 1.0.0.127.in-addr.arpa': record('PTR', 'verify.example.org'),
  'A example.org': record('A', '127.0.0.1'),
}
const gmail = (host = 0): Record<string, ZoneAnswer> => ({
  'MX gmail.com': record('MX', { preference: 5, exchange: 'mx.gmail.com' }),
  'A mx.gmail.com': record('A', farm.hosts[host]?.address),
})

describe('svc doctor says of mail servers', () => {
  test('that they answer, and like who asks', async () => {
    const [mode, ...rest] = await check({ ...identity, ...gmail() })
    expect(mode).toBe(`ok mail servers: respond from here on port ${farm.port}`)
    expect(rest.filter((line) => line.startsWith('ok'))).toEqual([
      'ok mail identity: verify.example.org resolves to 127.0.0.1',
      'ok mail identity: The PTR record of 127.0.0.1 is verify.example.org',
      'ok mail identity: example.org, the sender domain, accepts mail',
    ])
  })
  test('that they cannot be looked up', async () => {
    expect((await check(identity))[0]).toContain('warn mail servers: no well-known mail host resolves')
  })
  test('that nobody listens, or somebody who is none', async () => {
    expect((await check({ ...identity, ...gmail() }, { verifySmtpPort: 9 }))[0]).toContain('the connection was refused')
    expect((await check({ ...identity, ...gmail(1) }))[0]).toContain('the response is "554 5.7.1 go away"')
  })
  test('how it is through each proxy, without its password', async () => {
    const proxy = await startSocksProxy()
    const proxies = [`socks5://127.0.0.1:${proxy.port}`, 'socks5://user:secret@127.0.0.1:9']
    const lines = await check({ ...identity, ...gmail() }, { verifyProxies: proxies })
    expect(lines[0]).toBe(`ok mail servers: respond through 127.0.0.1:${proxy.port} on port ${farm.port}`)
    expect(lines[1]).toContain('warn mail servers: through 127.0.0.1:9')
    expect(lines.join('\n')).not.toContain('secret')
  })
  test('that a block list has our address', async () => {
    const zone: Record<string, ZoneAnswer> = {
      'A verify.example.org': record('A', '192.0.2.9'),
      'A example.org': record('A', '192.0.2.9'),
      'A 2.0.0.127.ips.bl.test': record('A', '127.0.0.2'),
      'A 1.0.0.127.ips.bl.test': record('A', '127.0.0.2'),
      'A 2.0.0.127.other.bl.test': record('A', '127.0.0.2'),
      'A 9.2.0.192.other.bl.test': record('A', '127.0.0.2'),
    }
    const server = await startDnsServer((name, type) => zone[`${type} ${name}`] ?? { rcode: 'NXDOMAIN', soa: 60 })
    const net = netOf({ dnsServers: [server] })
    const log = createLog('error', () => undefined)
    const listings = listingsOf(
      openBlockLists({ config: { dnsblZones: 'ips.bl.test,other.bl.test', dqsKey: undefined }, dns: net.dns, log }),
    )
    expect(await listings('192.0.2.9')).toEqual(['other.bl.test'])
    const findings = await checkMail(
      { verifyHelo: 'verify.example.org', verifyMailFrom: 'verify@example.org', verifyProxies: [], verifySmtpPort: 9 },
      net,
      listings,
    )
    expect(findings.map(({ message }) => message)).toContain(
      '192.0.2.9 is on other.bl.test: servers that use these lists reject connections from it',
    )
  })
  test('that our own name is none', async () => {
    const lines = await check(gmail(), { verifyHelo: 'localhost' })
    expect(lines[1]).toContain('warn mail identity: localhost is not a fully qualified host name')
  })
})

describe('svc doctor says of outgoing mail', () => {
  const config = (url: string) => {
    const server = readMailServer(url)
    if ('problem' in server) throw new Error(server.problem)
    return { outgoingMail: { server, from: 'a@svc.test' }, inboundDomain: undefined, verifyHelo: 'svc.test' }
  }
  test('that it is off, refused, in plain text, or encrypted', async () => {
    const { openSocket } = netOf()
    const off = await checkOutgoingMail({ ...config('smtp://localhost'), outgoingMail: undefined }, openSocket)
    expect(off).toMatchObject({ state: 'ok', message: expect.stringContaining('SVC_SMTP_URL') })
    const { port } = await startMailReceiver({ allowInsecureAuth: true })
    expect(await checkOutgoingMail(config(`smtp://127.0.0.1:${port}?tls=none`), openSocket)).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('tls=none'),
    })
    const wrong = await checkOutgoingMail(config(`smtp://svc:secret-1@127.0.0.1:${port}`), openSocket)
    expect(wrong).toMatchObject({ state: 'fail' })
    expect(wrong.message).not.toContain('secret-1')
  })
})
