/** Receivers that crawl, never end, lie or close early: each attempt says what happened, and nobody else waits for it. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { type TestDesk, openTestService } from '../surfaces/webhooks/sending-service.ts'
import { answer, netOf, startReceiver } from '../platform/net/receivers.ts'
import { createAuthority, selfSigned } from '../support/certificates.ts'
import { until } from '../support/until.ts'

/** Long enough that anyone who is healthy is answered within it, however busy the machine is. */
const timeoutMs = 8000
const endless = Buffer.alloc(64 * 1024, 'x')

/** Writes for as long as the other side takes it. */
function pour(socket: {
  write(bytes: Buffer): boolean
  destroyed: boolean
  once(name: 'drain', go: () => void): unknown
}) {
  while (!socket.destroyed && socket.write(endless));
  if (!socket.destroyed) socket.once('drain', () => pour(socket))
}

const bomb = gzipSync(Buffer.alloc(50_000_000))
const hazards: Record<string, { speak: Parameters<typeof startReceiver>[0]; expected: object }> = {
  'that never answers': { speak: () => undefined, expected: { error: 'timeout' } },
  'that answers one byte at a time': {
    speak(socket) {
      const text = `HTTP/1.1 200 OK\r\ncontent-length: 5\r\nx-a: ${'y'.repeat(5000)}\r\n\r\nhello`
      let at = 0
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text[at++] ?? '')), 5)
    },
    expected: { error: 'timeout' },
  },
  'that streams for ever': {
    speak(socket) {
      socket.write('HTTP/1.1 500 Oh\r\ncontent-type: text/plain\r\n\r\n')
      pour(socket)
    },
    expected: { error: 'http_5xx', status_code: 500, response_excerpt: 'x'.repeat(1024) },
  },
  'that sends huge headers': {
    speak(socket) {
      socket.write('HTTP/1.1 200 OK\r\nx-big: ')
      pour(socket)
    },
    expected: { error: 'too_large' },
  },
  'that sends a gzip bomb': {
    speak(socket) {
      socket.write(`HTTP/1.1 500 Oh\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb)
    },
    expected: { error: 'http_5xx', status_code: 500 },
  },
  'that closes before it answers': { speak: (socket) => socket.destroy(), expected: { error: 'protocol' } },
  'that closes in the middle': {
    speak: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhel'),
    expected: { error: 'protocol' },
  },
  'that speaks no HTTP': {
    speak: (socket) => socket.end('220 mail.example.com ESMTP\r\n'),
    expected: { error: 'protocol' },
  },
  'that redirects': {
    speak: (socket) => socket.write(answer(302, '', 'location: http://127.0.0.1:1/\r\n')),
    expected: {
      error: 'http_3xx',
      status_code: 302,
      detail: 'The receiver responded with 302; redirects are not followed.',
    },
  },
  'that answers with control characters': {
    speak: (socket) => socket.write(answer(404, 'there is no\u0000 such\u001b[2J hook\r\nhere')),
    expected: { error: 'http_4xx', status_code: 404, response_excerpt: 'there is no  such [2J hook\r\nhere' },
  },
}

describe('a receiver', () => {
  let service: TestDesk
  let healthyMs: number
  const ids = new Map<string, string>()
  const rssBefore = process.memoryUsage.rss()

  beforeAll(async () => {
    const authority = await createAuthority()
    const net = netOf({ ca: authority.ca })
    service = await openTestService({ dialect: 'sqlite', send: net.send, timeoutMs, isRealTime: true })
    for (const [name, { speak }] of Object.entries(hazards)) {
      const { port } = await startReceiver(speak)
      ids.set(name, await service.subscribe(`http://127.0.0.1:${port}/hook`))
    }
    const listen = (tls?: Bun.TLSOptions) =>
      Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(), ...(tls === undefined ? {} : { tls }) })
    const untrusted = listen(await selfSigned('127.0.0.1'))
    const another = listen(await authority.issue(['another.test']))
    const plain = listen()
    const healthy = await startReceiver((socket) => socket.write(answer(204)))
    const closing = listen()
    const closedPort = closing.port
    await closing.stop(true)
    ids.set('untrusted', await service.subscribe(`https://127.0.0.1:${untrusted.port}/`))
    ids.set('another name', await service.subscribe(`https://127.0.0.1:${another.port}/`))
    ids.set('no TLS', await service.subscribe(`https://127.0.0.1:${plain.port}/`))
    ids.set('nobody', await service.subscribe(`http://127.0.0.1:${closedPort}/`))
    ids.set('blocked', await service.subscribe('http://169.254.169.254/latest/meta-data'))
    ids.set('no name', await service.subscribe('https://nowhere.invalid/'))
    ids.set('healthy', await service.subscribe(`http://127.0.0.1:${healthy.port}/hook`))
    const startedAt = performance.now()
    await service.happen()
    await until(async () => (await attemptOf('healthy')) !== undefined, 'the healthy one')
    healthyMs = performance.now() - startedAt
    await until(async () => (await service.deliveries()).every((row) => row.attemptCount > 0), 'every attempt')
    for (const server of [untrusted, another, plain]) await server.stop(true)
  })

  const attemptOf = async (name: string) =>
    (await service.deliveries()).find((row) => row.webhookId === ids.get(name))?.attempts[0]

  for (const [name, { expected }] of Object.entries(hazards)) {
    test(`${name} is named in the log`, async () => {
      const attempt = await attemptOf(name)
      expect(attempt).toMatchObject(expected)
      expect(attempt?.duration_ms).toBeLessThan(timeoutMs + 30_000)
      if (!('response_excerpt' in expected)) expect(attempt?.response_excerpt).toBeUndefined()
    })
  }
  for (const [name, error] of [
    ['untrusted', 'tls'],
    ['another name', 'tls'],
    ['no TLS', 'tls'],
    ['nobody', 'connect'],
    ['blocked', 'blocked_address'],
    ['no name', 'dns'],
  ] as const) {
    test(`(${name}) is a failure of kind ${error}`, async () => expect(await attemptOf(name)).toMatchObject({ error }))
  }
  test('that is healthy gets its event at once, next to all of these', async () => {
    expect((await attemptOf('healthy'))?.error).toBeUndefined()
    expect(healthyMs).toBeLessThan(timeoutMs)
  })
  test('of any kind does not increase memory', () => {
    expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(300_000_000)
  })
})

describe('two hundred tarpits', () => {
  test('do not slow a healthy receiver, with thousands of deliveries due', async () => {
    const net = netOf()
    const service = await openTestService({ dialect: 'sqlite', send: net.send, timeoutMs: 15_000, isRealTime: true })
    const tarpit = await startReceiver(() => undefined)
    for (let i = 0; i < 200; i++) await service.subscribe(`http://127.0.0.1:${tarpit.port}/${i}`)
    await service.happen(20)
    await until(() => tarpit.openConnections() >= 190, 'the tarpits')
    const healthy = await startReceiver((socket) => socket.write(answer(204)))
    await service.subscribe(`http://127.0.0.1:${healthy.port}/hook`, { events: ['template.updated'] })
    const waits: number[] = []
    for (let i = 0; i < 30; i++) {
      const startedAt = performance.now()
      await service.happen(1, 'template.updated')
      await until(() => healthy.requests.length > i, `delivery ${i}`)
      waits.push(performance.now() - startedAt)
    }
    expect(waits.sort((a, b) => a - b)[28]).toBeLessThan(7500)
    // One connection each, half of the budget at most.
    expect(tarpit.openConnections()).toBeLessThanOrEqual(256)
  })
})
