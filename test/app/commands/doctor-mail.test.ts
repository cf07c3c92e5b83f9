/** What doctor says of the asking of mail servers, over a zone and servers on loopback. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { checkMail } from '../../../src/app/commands/doctor/mail.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { type Net, createNet } from '../../../src/platform/net/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { type MxFarm, startMxFarm } from '../../support/mx-farm.ts'

let farm: MxFarm
let net: Net

beforeAll(async () => {
  farm = startMxFarm(1, { net: 64 })
  const zone: Record<string, ZoneAnswer> = {
    'MX gmail.com': { records: [{ type: 'MX', data: { preference: 1, exchange: 'mx.gmail.com' } }] },
    'A mx.gmail.com': { records: [{ type: 'A', data: farm.hosts[0]?.address }] },
    'A mail.example.org': { records: [{ type: 'A', data: '192.0.2.25' }] },
    'PTR 25.2.0.192.in-addr.arpa': { records: [{ type: 'PTR', data: 'mail.example.org' }] },
    'A other.example.org': { records: [{ type: 'A', data: '192.0.2.26' }] },
  }
  const dns = await startDnsServer((name, type) => zone[`${type} ${name}`] ?? { rcode: 'NXDOMAIN' })
  const dnsServers = [{ host: dns.host, port: dns.port }]
  net = createNet({
    dnsServers,
    allow: ['127.0.0.0/8'],
    ownAddresses: [],
    log: createLog('error'),
    metrics: createMetrics(),
  })
  cleanUp(() => net.close())
})

const look = (config: { helo?: string; port?: number }) => {
  const { helo = 'mail.example.org', port = farm.port } = config
  const identity = { verifyHelo: helo, verifyMailFrom: `verify@${helo}` }
  return checkMail({ ...identity, verifyProxies: [], verifySmtpPort: port }, net)
}

describe('svc doctor', () => {
  test('is content with a name that leads to an address and back, and a port that is open', async () => {
    const findings = await look({})
    expect(findings.every(({ state }) => state === 'ok')).toBe(true)
    expect(findings.at(-1)).toEqual({
      name: 'mail port',
      state: 'ok',
      message: `1 of 1 mail servers answer on port ${farm.port}`,
    })
    expect(farm.hosts[0]?.commands).toEqual([])
  })

  test('warns of an address that has no reverse name', async () => {
    const messages = (await look({ helo: 'other.example.org' })).filter(({ state }) => state === 'warn')
    expect(messages.map(({ message }) => message).join()).toContain('192.0.2.26 has no reverse name')
  })

  test('warns of a name that mail servers cannot believe', async () => {
    expect((await look({ helo: 'localhost' }))[0]).toMatchObject({ state: 'warn', name: 'mail name' })
  })

  test('warns when the network lets no mail out', async () => {
    const closed = Bun.listen({ hostname: '127.64.9.9', port: 0, socket: { data: () => undefined } })
    closed.stop(true)
    expect((await look({ port: closed.port })).at(-1)).toMatchObject({ state: 'warn', name: 'mail port' })
  })
})
