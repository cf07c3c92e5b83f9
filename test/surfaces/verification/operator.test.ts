/** What an operator decides about verification, and what never leaves it: lists of his own, images, logs. */
import { beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../../src/platform/log/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { type MxFarm, startMxFarm } from '../../support/mx-farm.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { temporaryDirectory } from '../../support/store.ts'

const lines: string[] = []
const images: string[] = []
let service: TestService
let farm: MxFarm

const verify = async (email: string, options: object = {}) =>
  (await ask(service, { call: 'POST /v1/verify', send: { email, options } })).body

beforeAll(async () => {
  farm = startMxFarm(2, {
    net: 63,
    manner: (index) =>
      index === 0
        ? {}
        : { answers: { RCPT: '550 5.7.1 <u1secretive@blocked.test>: rejected, blocked using list.example' } },
  })
  const dns = await startDnsServer((name, type): ZoneAnswer => {
    const host = farm.hosts[name.includes('blocked') ? 1 : 0]
    if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
    return type === 'A' ? { records: [{ type, data: host?.address }] } : { soa: 60 }
  })
  const gravatar = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      images.push(pathname)
      return new Response(null, { status: pathname.endsWith(hashOf('u2@a.test')) ? 200 : 404 })
    },
  })
  cleanUp(() => gravatar.stop(true))
  const file = join(temporaryDirectory(), 'lists.txt')
  writeFileSync(file, 'disposable ours.test\nallow yopmail.com\nwhat is this\n')
  service = await startService({
    dialect: 'sqlite',
    log: createLog('debug', (line) => lines.push(line)),
    environment: {
      SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
      SVC_NET_ALLOW: '127.0.0.0/8',
      SVC_VERIFY_SMTP_PORT: String(farm.port),
      SVC_VERIFY_HELO: 'verify.example.org',
      SVC_VERIFY_LISTS: file,
      SVC_VERIFY_GRAVATAR: `http://127.0.0.1:${gravatar.port}/avatar`,
    },
  })
})

const hashOf = (address: string) => createHash('sha256').update(address).digest('hex')

test('a list of the operator’s own adds domains and takes them back, and what it does not understand is logged', async () => {
  expect(await verify('u1@mail.ours.test', { skip_smtp: true })).toMatchObject({ sub_status: 'disposable' })
  expect(await verify('u1@yopmail.com', { skip_smtp: true })).toMatchObject({ misc: { disposable: false } })
  expect(lines.some((line) => line.includes('SVC_VERIFY_LISTS') && /"lines":\[3\]/.test(line))).toBe(true)
})

test('a picture is asked for by the hash of the address, and only when the call wants it', async () => {
  expect(await verify('u2@a.test')).toMatchObject({ score: 95, misc: { role: false } })
  expect(images).toEqual([])
  // What was found stands, and the image comes to it at no cost.
  expect(await verify('u2@a.test', { check_gravatar: true })).toMatchObject({
    cached: true,
    credits_used: 0,
    score: 98,
    misc: { gravatar: true },
  })
  expect(await verify('u3@a.test', { check_gravatar: true })).toMatchObject({ score: 95, misc: { gravatar: false } })
  expect(images).toEqual([`/avatar/${hashOf('u2@a.test')}`, `/avatar/${hashOf('u3@a.test')}`])
})

test('no log line and no metric holds an address, though a server repeats it', async () => {
  const result = await verify('u1secretive@blocked.test')
  expect(result).toMatchObject({ sub_status: 'blocked' })
  await verify('secretive broken@')
  await verify('secretive@nowhere.b.test')
  expect(JSON.stringify((result as { evidence: object[] }).evidence)).not.toContain('secretive')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.join('\n')).not.toContain('secretive')
  const metrics = await ask(service, { call: 'GET /metrics', key: null })
  expect(metrics.text).toContain('svc_verifications_total{outcome="blocked"} 1')
  expect(metrics.text).not.toContain('secretive')
})
