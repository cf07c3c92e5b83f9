/** Long runs of white space and long words from strangers, through each request that reads them: none may hold up the process. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { startDnsServer } from '../support/dns-server.ts'
import { startMxFarm } from '../support/mx-farm.ts'
import { processorMs } from '../support/processor-time.ts'
import { ask } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'
import { makeHost, openTestService } from './plugin/host.ts'

/** A hundred times what once took half a minute. */
const spaces = ' '.repeat(400_000)
const style = `<p style="behavior:url(#default#vml)${spaces}x">words</p>`
/** Milliseconds of processor time: generous, for what grows faster than its input takes hours here. */
const bound = 15_000

async function spent(work: () => Promise<unknown>): Promise<number> {
  const startedAt = processorMs()
  await work()
  return processorMs() - startedAt
}

describe('white space that goes on and on takes no time worth speaking of', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ dialect: 'sqlite' })
  })

  test('in a style attribute of an html block that is generated', async () => {
    const html = (source: string) => ({ rows: [{ columns: [{ blocks: [{ type: 'html', html: source }] }] }] })
    const call = 'POST /v1/templates/generate'
    const ms = await spent(async () => {
      const answer = await ask(service, { call, send: { document: html(style) } })
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('words')
      expect(answer.text).not.toContain('behavior')
    })
    expect(ms).toBeLessThan(bound)
  })

  test('in a style attribute that a user of the embedded editor compiles, previews and saves', async () => {
    const testService = await openTestService(service, await makeHost(service), { emailId: 'long' })
    const ms = await spent(async () => {
      for (const path of ['compile', 'preview', 'save']) {
        const { status } = await testService.call(`POST /v1/plugin/${path}`, { html: style, css: '' })
        expect([path, status]).toEqual([path, 200])
      }
    })
    expect(ms).toBeLessThan(bound)
  })

  // Smaller imports run where requests are answered, larger ones in a thread. A template tag has at most 4,000 characters.
  test.each([
    ['small', 1],
    ['large', 100],
  ])('in template tags of a %s import', async (_size, times) => {
    const blanks = ' '.repeat(3900)
    const half = ' '.repeat(1900)
    const tags = [
      `<% f.forEach(function(${blanks}x %>`,
      `<% f.forEach(${half}x${half}y %>`,
      `<% if(${blanks}{ %>`,
      `<% }${blanks}x %>`,
      `*|IF:A=${blanks}<|*`,
    ]
    const ms = await spent(async () => {
      for (const tag of tags) {
        const html = `<p>words ${tag}</p>`.repeat(times)
        const answer = await ask(service, { call: 'POST /v1/templates/import', send: { html } })
        expect(answer).toMatchObject({ status: 200 })
      }
    })
    expect(ms).toBeLessThan(bound)
  })
})

test.each(['a', 'refus', '<', ' '])(
  'a mail server that answers RCPT with 64 KB of “%s” costs no time',
  async (part) => {
    const long = `550 ${part.repeat(65_000 / part.length)}`
    const farm = startMxFarm(1, { net: 79, manner: () => ({ answers: { RCPT: long } }) })
    const dns = await startDnsServer((name, type) => {
      if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
      return type === 'A' ? { records: [{ type, data: farm.hosts[0]?.address }] } : { soa: 60 }
    })
    const service = await startService({
      dialect: 'sqlite',
      environment: {
        SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
        SVC_NET_ALLOW: '127.0.0.0/8',
        SVC_VERIFY_SMTP_PORT: String(farm.port),
        SVC_VERIFY_HELO: 'verify.example.org',
      },
    })
    const verify = (email: string) => ask(service, { call: 'POST /v1/verify', send: { email } })
    await verify('warm@one.test')
    const ms = await spent(async () => {
      for (const local of ['anna', 'bert', 'carl', 'dora'])
        expect(await verify(`${local}@one.test`)).toMatchObject({ status: 200, body: { reachable: 'unknown' } })
    })
    farm.close()
    // It was 2 to 10 seconds.
    expect(ms).toBeLessThan(1500)
  },
)
