/** Server-Sent Events over a real connection: at once, unbuffered, and gone when either side has had enough. */
import { afterAll, expect, test } from 'bun:test'
import { createHttp } from '../../../src/platform/http/index.ts'
import { type StreamedEvent, createEventStreams } from '../../../src/platform/http/response/event-stream.ts'
import { createAuthenticator, createVault } from '../../../src/platform/identity/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { openTestStore } from '../../support/store.ts'
import { createProject } from './test-surface.ts'

const store = await openTestStore('sqlite')
const { key } = await createProject(store)
const headers = { 'svc-api-auth': key }
const log = createLog('error', () => undefined)

/** A source that yields what it is handed, and tells when it ends. */
function createSource() {
  const waiting: ((event: StreamedEvent | undefined) => void)[] = []
  const given: StreamedEvent[] = []
  const ended = Promise.withResolvers<void>()
  let taken = 0
  async function* read(signal: AbortSignal): AsyncGenerator<StreamedEvent> {
    try {
      while (!signal.aborted) {
        const next =
          given.shift() ??
          (await new Promise<StreamedEvent | undefined>((resolve) => {
            waiting.push(resolve)
            signal.addEventListener('abort', () => resolve(undefined))
          }))
        if (next === undefined) return
        taken++
        yield next
      }
    } finally {
      ended.resolve()
    }
  }
  return {
    read,
    ended: ended.promise,
    taken: () => taken,
    give(event: StreamedEvent) {
      const reader = waiting.shift()
      if (reader === undefined) given.push(event)
      else reader(event)
    },
    end: () => waiting.shift()?.(undefined),
  }
}

/** A served application with one stream at /v1/stream. */
function serveStream(source = createSource()) {
  const metrics = createMetrics()
  const http = createHttp({
    authenticator: createAuthenticator(store),
    store,
    vault: createVault('a secret for tests'),
    log,
    metrics,
    config: { baseUrl: 'http://localhost', apiRateLimit: { requests: 600, seconds: 60 }, checkAnswers: true },
  })
  const surface = http.surface('streams').get('/v1/stream', ({ request }) => http.streamEvents(request, source.read), {
    id: 'streams.read',
    scope: 'any',
  })
  const handler = http.handler(http.application().use(surface))
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', development: false, fetch: handler.handle })
  afterAll(() => server.stop(true))
  return { url: `${server.url.href}v1/stream`, handler, server, source, metrics }
}

function readerOf({ body }: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (body === null) throw new Error('There is no stream')
  return body.getReader()
}

/** Reads text until it holds these words; the rest stays unread. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, words: string) {
  let text = ''
  while (!text.includes(words)) {
    const { value, done } = await reader.read()
    if (done) break
    text += new TextDecoder().decode(value)
  }
  return text
}

test('each event arrives before the next one exists, and the end of the source ends the answer', async () => {
  const { url, source } = serveStream()
  source.give({ event: 'progress', id: '1', data: { text: 'two\nlines' } })
  const answer = await fetch(url, { headers })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'ratelimit-limit': '600',
    'x-request-id': expect.any(String),
  })
  const reader = readerOf(answer)
  expect(await readUntil(reader, '\n\n')).toBe('id: 1\nevent: progress\ndata: {"text":"two\\nlines"}\n\n')
  source.give({ event: 'done', data: 2 })
  expect(await readUntil(reader, '\n\n')).toBe('event: done\ndata: 2\n\n')
  source.end()
  expect((await reader.read()).done).toBe(true)
  await source.ended
})

test('a client that goes away frees the source', async () => {
  const { url, source, metrics } = serveStream()
  source.give({ event: 'progress', data: 1 })
  const leaving = new AbortController()
  const answer = await fetch(url, { headers, signal: leaving.signal })
  await readUntil(readerOf(answer), '\n\n')
  expect(metrics.print()).toContain('svc_event_streams 1')
  leaving.abort()
  await source.ended
  expect(metrics.print()).toContain('svc_event_streams 0')
})

test('draining ends streams properly, so that the port closes', async () => {
  const { url, handler, server, source } = serveStream()
  source.give({ event: 'progress', data: 1 })
  const answer = await fetch(url, { headers })
  const reader = readerOf(answer)
  await readUntil(reader, '\n\n')
  handler.drain()
  expect((await reader.read()).done).toBe(true)
  await source.ended
  await server.stop(false)
})

test('without a key there is no stream, and HEAD starts none', async () => {
  const { url, source } = serveStream()
  expect((await fetch(url)).status).toBe(401)
  const head = await fetch(url, { method: 'HEAD', headers })
  expect(head.status).toBe(200)
  expect(head.headers.get('content-type')).toBe('text/event-stream')
  source.give({ event: 'progress', data: 1 })
  expect(source.taken()).toBe(0)
})

test('comments fill the silence', async () => {
  const source = createSource()
  const streams = createEventStreams({ log, metrics: createMetrics(), heartbeatMs: 1 })
  const reader = readerOf(streams.open(new Request('http://localhost/'), source.read))
  expect(await readUntil(reader, ':\n\n')).toStartWith(':\n\n')
  await reader.cancel()
  await source.ended
})

test('a stream ends at its age, and a source that fails is logged and ends it', async () => {
  const lines: string[] = []
  const noisy = createLog('error', (line) => void lines.push(line))
  const source = createSource()
  const streams = createEventStreams({ log: noisy, metrics: createMetrics(), maxAgeMs: 1 })
  const old = streams.open(new Request('http://localhost/'), source.read)
  expect(await old.text()).toBe('')
  await source.ended
  const failing = async function* (): AsyncGenerator<StreamedEvent> {
    yield { event: 'progress', data: 1 }
    throw new Error('storage went away')
  }
  const broken = createEventStreams({ log: noisy, metrics: createMetrics() })
  expect(await broken.open(new Request('http://localhost/'), failing).text()).toBe('event: progress\ndata: 1\n\n')
  expect(lines.join()).toContain('storage went away')
})

test('a reader that stalls makes the source wait', async () => {
  const source = createSource()
  for (let i = 0; i < 1000; i++) source.give({ event: 'progress', data: i })
  const streams = createEventStreams({ log, metrics: createMetrics() })
  const reader = readerOf(streams.open(new Request('http://localhost/'), source.read))
  await readUntil(reader, '\n\n')
  expect(source.taken()).toBeLessThan(10)
  streams.end()
  await source.ended
})

test(`a project reads at most ${limits.eventStreams} streams at once`, () => {
  const streams = createEventStreams({ log, metrics: createMetrics() })
  const open = () => streams.open(new Request('http://localhost/'), createSource().read)
  for (let i = 0; i < limits.eventStreams; i++) open()
  expect(open).toThrow('at most 100 event streams')
  streams.end()
  open()
  streams.end()
})
