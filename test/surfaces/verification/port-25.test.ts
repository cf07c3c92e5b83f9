/**
 * Mail hosts that never answer, through the service: those of one person change nothing for others, and a network that blocks
 * the port is found out and left alone.
 */
import { expect, test } from 'bun:test'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { freePort } from '../../support/free-port.ts'
import { startMxFarm } from '../../support/mx-farm.ts'
import { ask } from '../../support/scenario.ts'
import { startService } from '../../support/service.ts'
import { startSilentHost } from '../../support/silent-host.ts'
import { until } from '../../support/until.ts'

const wellKnown = ['gmail.com', 'outlook.com', 'icloud.com']

/** A service whose mail hosts have the addresses that `addressOf` gives for their domains; nobody else exists. */
async function start(port: number, addressOf: (domain: string) => string | undefined) {
  const dns = await startDnsServer((name, type): ZoneAnswer => {
    const address = addressOf(name.replace(/^mx\./, ''))
    if (address === undefined) return { rcode: 'NXDOMAIN', soa: 60 }
    if (type === 'MX' && !name.startsWith('mx.'))
      return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
    return type === 'A' && name.startsWith('mx.') ? { records: [{ type, data: address }] } : { soa: 60 }
  })
  const service = await startService({
    dialect: 'sqlite',
    environment: {
      SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
      SVC_NET_ALLOW: '127.0.0.0/8',
      SVC_VERIFY_SMTP_PORT: String(port),
      SVC_VERIFY_HELO: 'verify.example.org',
    },
  })
  const connected: string[] = []
  const verify = async (email: string) => {
    const { body } = await ask(service, { call: 'POST /v1/verify', send: { email } })
    const { evidence, reachable, sub_status } = body as {
      reachable: string
      sub_status: string
      evidence: { check: string }[]
    }
    if (evidence.some(({ check }) => check === 'connect')) connected.push(email)
    return `${reachable}/${sub_status}`
  }
  return { connected, verify }
}

const good = [
  ['u1@good1.test', 'safe/mailbox_exists'],
  ['nobody@good2.test', 'invalid/not_found'],
] as const

test.each([
  ['where well-known servers answer, and nobody was heard before', 90, true, false],
  ['where well-known servers cannot be found, and others were heard before', 91, false, true],
  ['where well-known servers cannot be found, and nobody was heard before', 92, false, false],
])('thirteen silent domains of one person switch nothing off %s', async (_where, net, hasWellKnown, isReceived) => {
  const farm = startMxFarm(3, { net })
  const silent = await startSilentHost(`127.${net}.9.1`, farm.port)
  const { verify } = await start(farm.port, (domain) => {
    if (domain.endsWith('mallory.test')) return silent.address
    if (wellKnown.includes(domain)) return hasWellKnown ? farm.hosts[2]?.address : undefined
    return /^good\d\.test$/.test(domain) ? farm.hosts[domain === 'good1.test' ? 0 : 1]?.address : undefined
  })
  if (isReceived) for (const [email, verdict] of good) expect(await verify(email)).toBe(verdict)
  const names = Array.from({ length: 13 }, (_, index) => `anna@mx${index}mallory.test`)
  expect(new Set(await Promise.all(names.map(verify)))).toEqual(new Set(['unknown/timeout']))
  for (const [email, verdict] of good) expect(await verify(email.replace('@', '2@'))).toBe(verdict)
  farm.close()
  await silent.close()
})

test('a network that blocks the port is found out with the first address, and its end within half a minute', async () => {
  const net = 93
  const port = freePort()
  const silent = await startSilentHost(`127.${net}.0.2`, port)
  const { connected, verify } = await start(port, () => silent.address)
  const blocked = 'unknown/egress_port25_blocked'
  expect(await verify('u1@first.test')).toBe(blocked)
  const many = await Promise.all(Array.from({ length: 40 }, (_, index) => verify(`u1@d${index}.test`)))
  expect(new Set(many)).toEqual(new Set([blocked]))
  // No other host was connected to.
  expect(connected).toEqual(['u1@first.test'])
  await silent.close()
  const farm = startMxFarm(1, { net, port })
  expect(farm.hosts[0]?.address).toBe(silent.address)
  let index = 0
  await until(async () => (await verify(`u1@again${index++}.test`)) === 'safe/mailbox_exists', 'the end of the block')
  farm.close()
})
