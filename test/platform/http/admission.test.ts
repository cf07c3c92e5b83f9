/** Large bodies are read within a bound of memory, project by project, and not at all once their callers are gone. */
import { type Socket, connect } from 'node:net'
import { afterAll, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { bodyMemory } from '../../../src/platform/http/entry/admission.ts'
import { openTestStore } from '../../support/store.ts'
import { createProject, createToy } from './test-surface.ts'

const store = await openTestStore('sqlite')
const [flooding, other] = [await createProject(store), await createProject(store)]
const { handler, metrics, made } = createToy(store)
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  fetch: (request, peer) => handler.handle(request, peer),
})
afterAll(() => server.stop(true))

const megabyte = 1024 * 1024
const bodyBytes = 4 * megabyte - 1024
const atOnce = Math.floor(limits.bodyBytesOfProject / bodyBytes)

const bodyOf = (name: string, length: number) => JSON.stringify({ name, data: 'x'.repeat(length - 40) }).padEnd(length)

/** Sends the head of a request and so many bytes of its body. */
function begin(name: string, bytes: number): Socket {
  const socket = connect(server.port ?? 0, '127.0.0.1').on('error', () => undefined)
  const head = `Host: x\r\nSvc-Api-Auth: ${flooding.key}\r\nContent-Type: application/json\r\nContent-Length: ${bodyBytes}`
  socket.write(`POST /v1/things/once HTTP/1.1\r\n${head}\r\n\r\n`)
  socket.write(bodyOf(name, bodyBytes).slice(0, bytes))
  return socket
}

async function create(key: string, name: string, bytes: number): Promise<number> {
  const response = await fetch(new URL('/v1/things/once', server.url), {
    method: 'POST',
    headers: { 'svc-api-auth': key, 'content-type': 'application/json' },
    body: bodyOf(name, bytes),
  })
  await response.text()
  return response.status
}

let peak = 0
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) {
    peak = Math.max(peak, bodyMemory.held)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function waiting(): number {
  const line = 'svc_queue_waiting{queue="body_bytes",partition="project"} '
  const [, count = ''] = metrics.print().split(line)
  return Number.parseInt(count, 10)
}

test('stalled bodies use the share of their project only', async () => {
  const stalled = Array.from({ length: atOnce }, (_, n) => begin(`stalled ${n}`, megabyte))
  await until(() => bodyMemory.held === atOnce * bodyBytes)
  const queued = Array.from({ length: 10 }, (_, n) => begin(`gone ${n}`, bodyBytes))
  await until(() => waiting() === queued.length)
  expect(await create(other.key, 'other', 3 * megabyte)).toBe(201)
  expect(await create(flooding.key, 'small', 1000)).toBe(201)
  expect(waiting()).toBe(queued.length)

  for (const socket of queued) socket.resetAndDestroy()
  await until(() => waiting() === 0)
  for (const socket of stalled) socket.destroy()
  await until(() => bodyMemory.held === 0)
  expect(made).toEqual(['other', 'small'])
  expect(peak).toBeLessThanOrEqual(limits.bodyBytesOfProject + 3 * megabyte)
})

test('bodies beyond the queue limit are rejected before they are read', async () => {
  const stalled = Array.from({ length: atOnce }, (_, n) => begin(`stalled ${n}`, megabyte))
  await until(() => bodyMemory.held === atOnce * bodyBytes)
  const answers: string[] = []
  const sockets = Array.from({ length: limits.queuedBodies + 10 }, (_, n) => {
    const socket = begin(`late ${n}`, 0)
    return socket.on('data', (data) => answers.push(String(data)))
  })
  await until(() => answers.length > 0)
  expect(answers[0]).toStartWith('HTTP/1.1 429')
  expect(answers[0]).toMatch(/retry-after: \d+\r\n/i)
  expect(answers[0]).toMatch(/connection: close\r\n/i)
  for (const socket of [...sockets, ...stalled]) socket.resetAndDestroy()
  await until(() => waiting() === 0 && bodyMemory.held === 0)
})

test('a body of unknown length reserves its actual size, not the maximum', async () => {
  const text = bodyOf('chunked', megabyte)
  let heldByHandler = 0
  const push = made.push.bind(made)
  made.push = (...names) => {
    heldByHandler = bodyMemory.held
    return push(...names)
  }
  const response = await fetch(new URL('/v1/things/once', server.url), {
    method: 'POST',
    headers: { 'svc-api-auth': other.key, 'content-type': 'application/json' },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    }),
  })
  expect(response.status).toBe(201)
  expect(heldByHandler).toBe(megabyte)
  expect(bodyMemory.held).toBe(0)
})
