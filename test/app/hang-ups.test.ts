/** Callers who close the connection: what was begun for them ends, on the real server. */
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'bun:test'
import { listen } from '../../src/app/listen.ts'
import { limits } from '../../src/kernel/limits.ts'
import type { WorkerPool } from '../../src/platform/jobs/index.ts'
import type { Log } from '../../src/platform/log/index.ts'
import type { WorkContext } from '../../src/platform/scheduling/index.ts'
import { cleanUp } from '../support/clean-up.ts'
import { type TestService, startService } from '../support/service.ts'

/** Tasks that threads were requested, and that go on for as long as someone waits. */
const begun: { task: string; context: WorkContext }[] = []
let onBegin: () => void = () => undefined

function endless(context: WorkContext, task: string): Promise<never> {
  begun.push({ task, context })
  onBegin()
  const { signal } = context
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
}

const workers: WorkerPool = {
  forCaller: (context) => ({
    context,
    runInWorker: (task) => endless(context, task),
    runWithin: (_deadlineMs, task) => endless(context, task),
    runEmitting: (task) => endless(context, task),
  }),
  measure: () => undefined,
  close: () => undefined,
}

const lines: { message: string; status?: unknown }[] = []
let onLine: () => void = () => undefined
const record = (message: string, fields: object = {}) => {
  lines.push({ message, ...fields })
  onLine()
}
const log: Log = { debug: record, info: record, warn: record, error: record, with: () => log }

let service: TestService
let url: URL
let template: string

const liquid = '{% assign parts = "a,b" | split: "," %}{{ parts | join: "-" }}'
const document = (html: string) => ({
  meta: { title: 'T' },
  rows: [{ type: 'section', columns: [{ blocks: [{ type: 'html', html }] }] }],
})
const json = (path: string, body: unknown) => ({
  line: `POST ${path}`,
  type: 'application/json',
  body: JSON.stringify(body),
})
const form = [
  '--q',
  'Content-Disposition: form-data; name="file"; filename="a.svg"',
  '',
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  '--q--',
  '',
].join('\r\n')

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite', workers, log })
  const server = listen({ host: '127.0.0.1', port: 0 })
  cleanUp(() => server.drain(0))
  server.answerWith(service.handle)
  url = server.url
  template = await service.create({ name: 'T', type: 'other', document: document('<p>x</p>') })
})

/** Sends a request, hangs up once a thread works for it, and resolves with the context of that work. */
async function hangUpOn({
  line,
  type,
  body = '',
}: {
  line: string
  type?: string
  body?: string
}): Promise<WorkContext> {
  const begins = new Promise<void>((resolve) => (onBegin = resolve))
  const socket = connect(Number(url.port), url.hostname)
  const headers = [
    `${line} HTTP/1.1`,
    'Host: x',
    `svc-api-auth: ${service.keys.a}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ]
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
  await begins
  const last = begun.at(-1)
  if (last === undefined) throw new Error('No thread was asked.')
  const logged = new Promise<void>((resolve) => (onLine = resolve))
  socket.destroy()
  await logged
  return last.context
}

const requests: Record<string, () => { line: string; type?: string; body?: string }> = {
  'an import': () => json('/v1/templates/import', { html: `<p>${'x '.repeat(20_000)}</p>` }),
  'a template made of HTML': () =>
    json('/v1/templates', { name: 'N', type: 'other', html: `<p>${'x '.repeat(20_000)}</p>` }),
  'a generation with Liquid': () => json('/v1/templates/generate', { document: document(liquid), data: {} }),
  'an export as PDF': () => json('/v1/export', { template_id: template, format: 'pdf' }),
  'an upload': () => ({ line: 'POST /v1/assets', type: 'multipart/form-data; boundary=q', body: form }),
  'a thumbnail': () => ({ line: `GET /v1/templates/${template}/thumbnail` }),
  'a page with AMP': () => ({ line: `GET /v1/templates/${template}/html?amp=always` }),
}

describe('a closed connection ends the work of', () => {
  for (const [name, request] of Object.entries(requests))
    test(name, async () => {
      lines.length = 0
      const { partition, signal } = await hangUpOn(request())
      expect(signal?.aborted).toBe(true)
      expect(partition).toMatchObject({ kind: 'project', projectId: service.projects.a })
      expect(lines.map(({ message, status }) => [message, status])).toEqual([['request', 499]])
    })
})

test('after 32 large bodies that were not waited for, those of the project are refused unread for a minute', async () => {
  const large = () => json('/v1/templates/import', { html: `<p>${'x '.repeat(50_000)}</p>` })
  for (let n = 0; n < limits.abandonedBodies; n++) await hangUpOn(large())
  const { body } = large()
  const send = (key: string, given: string) =>
    fetch(new URL('/v1/templates/import', url), {
      method: 'POST',
      headers: { 'svc-api-auth': key, 'content-type': 'application/json' },
      body: given,
    })
  const refused = await send(service.keys.a, body)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('connection')).toBe('close')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  const short = await send(service.keys.a, '{}')
  expect(short.status).toBe(422)
  const ofAnother = send(service.keys.b, '{'.repeat(100_000))
  expect((await ofAnother).status).toBe(400)
})
