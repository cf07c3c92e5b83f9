/** kill -9 before a delivery is sent, and between its answer and its record: never none, and what comes twice is the same. */
import { expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { type ServerProcess, startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

const allowed = { SVC_NET_ALLOW: '127.0.0.0/8' }

interface Message {
  id: string
  delivery: string
  body: string
  headers: Record<string, string>
}

/** A receiver that keeps every message, and answers when the test lets it. */
function startReceiver(mayAnswer: (count: number) => Promise<unknown> | undefined) {
  const messages: Message[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const headers = request.headers.toJSON() as Record<string, string>
      const body = await request.text()
      messages.push({ id: headers['webhook-id'] ?? '', delivery: headers['svc-delivery-id'] ?? '', body, headers })
      await mayAnswer(messages.length)
      return new Response()
    },
  })
  return { messages, url: `http://127.0.0.1:${server.port}/hook`, stop: () => server.stop(true) }
}

/** Subscribes the address; answers the id and the secret. */
async function subscribe(server: ServerProcess, url: string): Promise<{ id: string; secret: string }> {
  const answer = await server.call('POST', '/v1/webhooks', { url, events: ['template.created'] })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: string; secret: string }
}

async function createTemplate(server: ServerProcess, name: string): Promise<void> {
  const answer = await server.call('POST', '/v1/templates', { name, type: 'promotional' })
  expect(answer.status).toBe(201)
  await answer.body?.cancel()
}

async function succeeded(server: ServerProcess, webhookId: string): Promise<string[]> {
  const answer = await server.call('GET', `/v1/webhooks/${webhookId}/deliveries?status=succeeded&limit=100`)
  return ((await answer.json()) as { data: { event_id: string }[] }).data.map((delivery) => delivery.event_id)
}

test('an event is delivered after the next start if the process is killed before sending', async () => {
  const dataDir = temporaryDirectory()
  const receiver = startReceiver(() => undefined)
  const first = await startServer(dataDir, { ...allowed, SVC_RUN_JOBS: 'false' })
  const { id, secret } = await subscribe(first, receiver.url)
  for (let i = 0; i < 5; i++) await createTemplate(first, `Template ${i}`)
  await first.kill('SIGKILL')
  expect(receiver.messages).toEqual([])
  const second = await startServer(dataDir, allowed)
  await until(async () => (await succeeded(second, id)).length === 5, 'five deliveries')
  expect(new Set(receiver.messages.map((message) => message.id)).size).toBe(5)
  for (const { body, headers } of receiver.messages) {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'template.created' })
  }
  expect(await second.kill('SIGTERM')).toBe(0)
  await receiver.stop()
})

test('all events arrive if the process is killed before recording responses, and duplicates are identical', async () => {
  const dataDir = temporaryDirectory()
  const held = Promise.withResolvers<void>()
  const receiver = startReceiver((count) => (count > 4 ? held.promise : undefined))
  const first = await startServer(dataDir, allowed)
  const { id } = await subscribe(first, receiver.url)
  for (let i = 0; i < 10; i++) await createTemplate(first, `Template ${i}`)
  await until(() => receiver.messages.length >= 10, 'the messages')
  await first.kill('SIGKILL')
  // Too late: nobody is left to hear that they have arrived.
  held.resolve()
  const second = await startServer(dataDir, allowed)
  await until(async () => (await succeeded(second, id)).length === 10, 'ten deliveries')
  const byDelivery = Map.groupBy(receiver.messages, (message) => message.delivery)
  expect(byDelivery.size).toBe(10)
  const twice = [...byDelivery.values()].filter((messages) => messages.length > 1)
  expect(twice.length).toBeGreaterThanOrEqual(6)
  for (const [earlier, ...others] of twice) {
    for (const other of others) expect([other.id, other.body]).toEqual([earlier?.id ?? '', earlier?.body ?? ''])
  }
  expect(await second.kill('SIGTERM')).toBe(0)
  await receiver.stop()
})
