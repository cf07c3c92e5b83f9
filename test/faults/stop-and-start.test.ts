/** Servers that end while they deliver: told to, and not. The receiver hears of every event, under one id. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { limits } from '../../src/kernel/limits.ts'
import { enqueue, listJobs } from '../../src/platform/jobs/index.ts'
import { openStore } from '../../src/platform/storage/index.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

/** Ids that arrived, in their order; and what answers them. */
let arrived: string[] = []
let answer: () => Promise<Response>
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    arrived.push(request.headers.get('webhook-id') ?? '')
    return answer()
  },
})
afterAll(() => receiver.stop(true))

/** Milliseconds; who waited for the lease of who is gone would wait for thirty seconds. */
const sooner = 20_000

const taken = () => Promise.resolve(new Response(null, { status: 204 }))
const never = () => new Promise<Response>(() => undefined)

beforeEach(() => {
  arrived = []
})

const start = (dataDir: string) => startServer(dataDir, { SVC_NET_ALLOW: '127.0.0.0/8' })

/** Subscribes the receiver and makes something happen. */
async function cause(server: ServerProcess): Promise<void> {
  const subscribed = await server.call('POST', '/v1/webhooks', { url: receiver.url.href, events: ['template.created'] })
  expect(subscribed.status).toBe(201)
  const created = await server.call('POST', '/v1/templates', { name: 'Made', type: 'promotional' })
  expect(created.status).toBe(201)
}

/** What is left of deliveries on a store that no server uses. */
async function leftIn(dataDir: string) {
  const store = await openStore({ dataDir })
  try {
    const jobs = await listJobs(store.read, { kinds: ['webhooks.deliver'] }, { limit: 10 })
    return jobs.map(({ state, attempts }) => ({ state, attempts }))
  } finally {
    await store.close()
  }
}

/** Puts a job that waits for an hour beside the server. Its project is that of the webhook. */
async function recoverLater(dataDir: string, webhookId: string): Promise<string> {
  const store = await openStore({ dataDir })
  try {
    const { webhooks } = store.read.tables
    const row = (await store.read.select().from(webhooks)).find(({ id }) => id === webhookId)
    const kind = { name: 'webhooks.recover', maxAttempts: 1, retryDelaysMs: [], jitter: 0 }
    const job = { payload: {}, projectId: row?.projectId ?? null, runAt: Date.now() + 3_600_000 }
    return await store.tx((db) => enqueue(db, kind, job))
  } finally {
    await store.close()
  }
}

test('SIGTERM lets a short job finish, and leaves no row of it', async () => {
  const dataDir = temporaryDirectory()
  const server = await start(dataDir)
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => promise
  await cause(server)
  await until(() => arrived.length === 1, 'the delivery')
  const ended = server.kill('SIGTERM')
  await until(async () => (await server.call('GET', '/readyz').catch(() => undefined))?.status !== 200, 'the drain')
  resolve(new Response(null, { status: 204 }))
  expect(await ended).toBe(0)
  expect(await leftIn(dataDir)).toEqual([])
  expect(arrived).toHaveLength(1)
})

test('SIGTERM ends job event streams, so that the server does not wait for their clients', async () => {
  const dataDir = temporaryDirectory()
  const server = await start(dataDir)
  const subscribed = await server.call('POST', '/v1/webhooks', { url: receiver.url.href, events: ['template.created'] })
  expect(subscribed.status).toBe(201)
  const { id: webhookId } = (await subscribed.json()) as { id: string }
  const id = await recoverLater(dataDir, webhookId)
  const answer = await server.call('GET', `/v1/jobs/${id}/events`)
  const reader = answer.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"status":"queued"')
  const from = performance.now()
  const ended = server.kill('SIGTERM')
  expect((await reader?.read())?.done).toBe(true)
  expect(await ended).toBe(0)
  expect(performance.now() - from).toBeLessThan(limits.drainSeconds * 1000)
})

test('SIGTERM returns a job that takes too long, and the next start runs it at once', async () => {
  const dataDir = temporaryDirectory()
  const server = await start(dataDir)
  answer = never
  await cause(server)
  await until(() => arrived.length === 1, 'the delivery')
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(await leftIn(dataDir)).toEqual([{ state: 'ready', attempts: 0 }])

  answer = taken
  const next = await start(dataDir)
  await until(() => arrived.length === 2, 'the delivery after the start', sooner)
  expect(arrived[1]).toBe(arrived[0] as string)
  expect(await next.kill('SIGTERM')).toBe(0)
  expect(await leftIn(dataDir)).toEqual([])
})

test('after kill -9 the next start resumes the job at once, because the data directory is locked', async () => {
  const dataDir = temporaryDirectory()
  const server = await start(dataDir)
  answer = never
  await cause(server)
  await until(() => arrived.length === 1, 'the delivery')
  await server.kill('SIGKILL')
  expect(await leftIn(dataDir)).toEqual([{ state: 'running', attempts: 0 }])

  answer = taken
  const next = await start(dataDir)
  await until(() => arrived.length === 2, 'the delivery after the start', sooner)
  expect(arrived[1]).toBe(arrived[0] as string)
  await until(async () => (await leftIn(dataDir)).length === 0, 'its end')
  expect(await next.kill('SIGTERM')).toBe(0)
})
