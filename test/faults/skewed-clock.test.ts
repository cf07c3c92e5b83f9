/** Two replicas on one Postgres, one of them on a host whose clock is three minutes ahead. */
import { expect, test } from 'bun:test'
import { createMigratedDatabase, temporaryDirectory } from '../support/store.ts'
import { startServer } from '../support/server.ts'

test('a replica whose clock is ahead neither ignores nor takes an editing lock', async () => {
  const shared = {
    SVC_DATABASE_URL: await createMigratedDatabase(),
    SVC_SECRET: 'a secret of the replicas of this test, and no other',
  }
  const files = temporaryDirectory()
  const right = await startServer(files, shared)
  const ahead = await startServer(files, { ...shared, TEST_CLOCK_AHEAD_MS: '180000' })
  const { id } = (await (await right.call('POST', '/v1/templates', { name: 'A', type: 'other' })).json()) as {
    id: string
  }
  const made = await right.call('POST', '/v1/api-keys', { name: 'second', scopes: ['admin'] })
  const { key } = (await made.json()) as { key: string }
  const path = `/v1/templates/${id}`
  expect((await right.call('POST', `${path}/lock`, { ttl_seconds: 120 })).status).toBe(200)
  const statuses = async (replica: typeof right) => [
    (await replica.call('PUT', path, { name: 'B' }, key)).status,
    (await replica.call('POST', `${path}/lock`, {}, key)).status,
  ]
  expect(await statuses(right)).toEqual([423, 423])
  expect(await statuses(ahead)).toEqual([423, 423])
  expect((await right.call('PUT', path, { name: 'C' })).status).toBe(200)
  // What the replica ahead gives ends when the others expect it to.
  expect((await right.call('DELETE', `${path}/lock`)).status).toBe(204)
  const lock = (await (await ahead.call('POST', `${path}/lock`, { ttl_seconds: 60 }, key)).json()) as {
    expires_at: string
  }
  expect(Math.abs(Date.parse(lock.expires_at) - Date.now() - 60_000)).toBeLessThan(30_000)
})
