/** A process that is killed before the time of a scheduled release: another one publishes it, once. */
import { expect, test } from 'bun:test'
import { type ServerProcess, startServer } from '../support/server.ts'
import { createMigratedDatabase, temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

type Body = Record<string, unknown>
type Release = { number: number; state: string; live: boolean; publish_at: string; published_at?: string }

async function json<T = Body>(server: ServerProcess, method: string, path: string, body?: unknown): Promise<T> {
  const response = await server.call(method, path, body)
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

async function scheduled(server: ServerProcess, inMs: number): Promise<string> {
  const document = { meta: { title: 'Sale' }, rows: [{ columns: [{ blocks: [{ type: 'text', text: 'First' }] }] }] }
  const { id } = await json(server, 'POST', '/v1/templates', { name: 'Sale', type: 'other', document })
  const publishAt = new Date(Date.now() + inMs).toISOString()
  await json(server, 'POST', `/v1/templates/${String(id)}/publish`, { publish_at: publishAt })
  return String(id)
}

const releasesOf = async (server: ServerProcess, id: string) =>
  (await json<{ data: Release[] }>(server, 'GET', `/v1/templates/${id}/releases`)).data

test('on SQLite it is published once by processes whose clocks are past its time', async () => {
  const files = temporaryDirectory()
  const first = await startServer(files)
  const id = await scheduled(first, 3_600_000)
  await first.kill('SIGKILL')
  const ahead = { TEST_CLOCK_AHEAD_MS: '7200000' }
  const second = await startServer(files, ahead)
  await until(async () => (await releasesOf(second, id))[0]?.live === true, 'the scheduled release')
  const before = await releasesOf(second, id)
  await second.kill('SIGKILL')
  // A clock that is behind again, then one that is ahead: neither publishes it again.
  for (const environment of [{}, ahead]) {
    const later = await startServer(files, environment)
    expect(await releasesOf(later, id)).toEqual(before)
    await later.kill('SIGTERM')
  }
})

test('on Postgres the replica that is left publishes it, once', async () => {
  const [url, files] = [await createMigratedDatabase(), temporaryDirectory()]
  const environment = { SVC_DATABASE_URL: url, SVC_SECRET: 'a secret of the replicas of this test, and no other' }
  const [first, second] = [await startServer(files, environment), await startServer(files, environment)]
  const id = await scheduled(first, 8000)
  await first.kill('SIGKILL')
  await until(async () => (await releasesOf(second, id))[0]?.live === true, 'the scheduled release')
  const [release] = await releasesOf(second, id)
  expect(release?.published_at && release.published_at >= release.publish_at).toBe(true)
  const third = await startServer(files, environment)
  expect(await releasesOf(third, id)).toMatchObject([{ number: 1, state: 'published', live: true }])
  expect(await json(third, 'GET', `/v1/templates/${id}`)).toMatchObject({ published_release: 1 })
})
