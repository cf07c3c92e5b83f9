/** kill -9 in the middle of a recovery: it goes on by itself, and what was missed arrives, hardly anything twice. */
import { expect, test } from 'bun:test'
import { createId } from '../../src/kernel/ids/index.ts'
import { openStore } from '../../src/platform/storage/index.ts'
import { startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'
import { openReceiver } from '../surfaces/webhooks/receiver.ts'

const missed = 4000

test('a recovery survives kill -9', async () => {
  const dataDir = temporaryDirectory()
  const receiver = openReceiver()
  const environment = { SVC_NET_ALLOW: '127.0.0.0/8' }
  const before = await startServer(dataDir, environment)
  const webhook = await before.call('POST', '/v1/webhooks', { url: receiver.url, events: ['template.created'] })
  const { id } = (await webhook.json()) as { id: string }
  expect(await before.kill('SIGTERM')).toBe(0)
  const deliveries = await missDeliveries(dataDir, id)

  const killed = await startServer(dataDir, environment)
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const recover = await killed.call('POST', `/v1/webhooks/${id}/recover`, { since })
  const { job_id: job } = (await recover.json()) as { job_id: string }
  await until(() => receiver.received.length > 20, 'the first deliveries')
  await killed.kill('SIGKILL')
  expect(receiver.received.length).toBeLessThan(missed)

  const after = await startServer(dataDir, environment)
  const arrived = () => new Set(receiver.received.map(({ headers }) => headers['svc-delivery-id']))
  await until(() => arrived().size === missed, 'all that was missed')
  expect([...arrived()].sort()).toEqual(deliveries.sort())
  expect(new Set(receiver.received.map((got) => got.id)).size).toBe(1)
  const find = async () => (await (await after.call('GET', `/v1/jobs/${job}`)).json()) as { status: string }
  await until(async () => (await find()).status === 'completed', 'the end of the recovery')
  expect(await find()).toMatchObject({ result: { recovered: missed } })
  // Only what was on its way when the process died is sent once more.
  expect(receiver.received.length - missed).toBeLessThan(600)
  expect(await after.kill('SIGTERM')).toBe(0)
})

/** Writes deliveries of one event that all failed, while no service runs. */
async function missDeliveries(dataDir: string, webhookId: string): Promise<string[]> {
  const store = await openStore({ dataDir })
  const [{ projectId } = { projectId: '' }] = await store.read.select().from(store.read.tables.webhooks)
  const eventId = createId('event')
  const type = 'template.created'
  const rows = Array.from({ length: missed }, () => ({
    id: createId('delivery'),
    projectId,
    webhookId,
    eventId,
    type,
    status: 'failed' as const,
    attempts: [],
    attemptCount: 0,
    createdAt: Date.now(),
  }))
  await store.tx(async (db) => {
    const event = { id: eventId, projectId, type, body: '{}', isRestricted: false, createdAt: Date.now() }
    await db.insert(db.tables.events).values(event)
    for (let at = 0; at < missed; at += 1000) {
      await db.insert(db.tables.webhookDeliveries).values(rows.slice(at, at + 1000))
    }
  })
  await store.close()
  return rows.map((row) => row.id)
}
