/** One project’s flood does not come before what another project requests meanwhile, and ends with its callers. */
import { type Socket, connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { beforeEach, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { listen } from '../../src/app/listen.ts'
import { limits } from '../../src/kernel/limits.ts'
import { bodyMemory } from '../../src/platform/http/entry/admission.ts'
import { cleanUp } from '../support/clean-up.ts'
import { type Answer, ask } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'

const floodSize = 30
const threads = Math.max(2, availableParallelism())

let service: TestService
let pixels: File
let url: URL
let files = 0

// Projects of its own for each: one that has abandoned many bodies is refused for a minute.
beforeEach(async () => {
  service = await startService({ dialect: 'sqlite' })
  const server = listen({ host: '127.0.0.1', port: 0 })
  cleanUp(() => server.drain(0))
  server.answerWith(service.handle)
  url = server.url
  pixels = new File([new Uint8Array(PNG.sync.write(new PNG({ width: 8, height: 8 })))], 'pixels.png', {
    type: 'image/png',
  })
})

const documentOf = (html: string) => ({
  schema: 'svc.email/1',
  meta: { title: 'Tenant', lang: 'en' },
  rows: [{ type: 'section', columns: [{ type: 'column', width: { fr: 1 }, blocks: [{ type: 'html', html }] }] }],
})

/** Rows and rules enough that matching them takes a thread a good part of a second. */
function costlyHtml(n: number): string {
  const rules = Array.from({ length: 300 }, (_, i) => `.a${i} .b${i} > td:nth-child(${(i % 7) + 1}) { color: red }`)
  const row = `<tr><td class="a${n}"><p class="b${n}">text ${n}</p></td></tr>`
  return `<html><head><style>${rules.join('\n')}</style></head><body><table>${row.repeat(1500)}</table></body></html>`
}

/** What the other project does, one after the other: each takes a thread. */
async function work(): Promise<Answer[]> {
  const liquid = documentOf('{% for item in items %}<b>{{ item | upcase }}</b>{% endfor %}')
  const html = `<table><tr><td>${'Round. '.repeat(1000)}</td></tr></table>`
  const answers = [
    await ask(service, {
      call: 'POST /v1/templates/generate',
      key: 'b',
      send: { document: liquid, data: { items: ['a', 'b'] } },
    }),
    await ask(service, { call: 'POST /v1/templates/import', key: 'b', send: { html } }),
  ]
  const form = new FormData()
  form.append('file', new File([pixels, String(files++)], 'pixels.png', { type: 'image/png' }))
  const request = new Request('http://localhost/v1/assets', {
    method: 'POST',
    headers: { 'svc-api-auth': service.keys.b },
    body: form,
  })
  const uploaded = await service.handle(request)
  return [...answers, { status: uploaded.status, headers: uploaded.headers, text: '', body: undefined }]
}

const floods = {
  imports: (n: number) => ({ path: '/v1/templates/import', body: { html: costlyHtml(n) } }),
  'PDF exports': (n: number) => ({
    path: '/v1/export',
    body: { document: documentOf(costlyHtml(n)), format: 'pdf' },
  }),
}

test.each(Object.entries(floods))(
  'a flood of %s waits while another project is served, and ends when its callers are gone',
  async (_name, requestOf) => {
    let served = 0
    let answered = 0
    const gone = new AbortController()
    const flood = Array.from({ length: floodSize }, async (_each, n) => {
      const { path, body } = requestOf(n)
      const response = await service.handle(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          headers: { 'svc-api-auth': service.keys.a, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: gone.signal,
        }),
      )
      answered++
      if (response.status === 200) served++
      return response
    })
    const statuses = (await work()).map(({ status }) => status)
    expect(served).toBeLessThan(floodSize / 2)
    expect(statuses).toEqual([200, 200, 201])
    const waiting = floodSize - answered
    gone.abort()
    const responses = await Promise.all(flood)
    // On a busy machine all others may have been refused by now, for they had waited too long.
    const isCutShort = responses.some(({ status }) => status === 499)
    expect(isCutShort || waiting <= threads).toBe(true)
    for (const { status, headers } of responses) {
      expect([200, 429, 499]).toContain(status)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(bodyMemory.held).toBe(0)
  },
)

/** Sends the head of a request and some of its body, of the flooding project. */
function begin(path: string, { type, bytes, body }: { type: string; bytes: number; body: string }): Socket {
  const socket = connect(Number(url.port), url.hostname).on('error', () => undefined)
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `svc-api-auth: ${service.keys.a}`,
    `Content-Length: ${bytes}`,
    `Content-Type: ${type}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return socket
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

test('uploads that stall keep no other project waiting, and hold what they may at most', async () => {
  const part = '--q\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
  const form = { type: 'multipart/form-data; boundary=q', bytes: 13_000_000, body: part + 'x'.repeat(100_000) }
  const atOnce = limits.bodyBytesOfProject / limits.uploadBodyBytes
  const sockets = Array.from({ length: atOnce + 20 }, () => begin('/v1/assets', form))
  await until(() => bodyMemory.held === limits.bodyBytesOfProject)
  expect((await work()).map(({ status }) => status)).toEqual([200, 200, 201])
  expect(bodyMemory.held).toBe(limits.bodyBytesOfProject)
  for (const socket of sockets) socket.resetAndDestroy()
  await until(() => bodyMemory.held === 0)
})

test('imports whose callers hang up give back what they held', async () => {
  const body = JSON.stringify({ html: '<p>word</p>'.repeat(150_000) })
  const sent = { type: 'application/json', bytes: body.length, body }
  const sockets = Array.from({ length: floodSize }, () => begin('/v1/templates/import', sent))
  await until(() => bodyMemory.held > body.length)
  for (const socket of sockets) socket.resetAndDestroy()
  expect((await work()).map(({ status }) => status)).toEqual([200, 200, 201])
  await until(() => bodyMemory.held === 0)
})
