/** What callers get while Postgres does not answer, and while another process stands still in a transaction. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createLog } from '../../src/platform/log/index.ts'
import { openStore } from '../../src/platform/storage/index.ts'
import { cleanUp } from '../support/clean-up.ts'
import { ask } from '../support/scenario.ts'
import { startService } from '../support/service.ts'
import { startSilentProxy } from '../support/silent-proxy.ts'
import { createMigratedDatabase, temporaryDirectory } from '../support/store.ts'

test('while connections are silent each call is answered 200 or 503 with Retry-After, and all 200 afterwards', async () => {
  const url = new URL(await createMigratedDatabase())
  const proxy = await startSilentProxy(Number(url.port))
  url.port = String(proxy.port)
  const deadlines = { silenceMs: 2500, probeMs: 1000, idleMs: 0, connectMs: 1500, queueMs: 1500 }
  const store = await openStore({ url: url.href, dataDir: temporaryDirectory(), poolSize: 5, deadlines })
  cleanUp(() => store.close())
  const service = await startService({ dialect: 'postgres', store, log: createLog('error', () => undefined) })
  const id = await service.create({ name: 'Behind silence', type: 'other', html: '<p>Hello</p>' })
  const calls = [`GET /v1/templates/${id}`, 'GET /v1/webhooks', 'GET /v1/templates/my']
  const round = () => Promise.all([...calls, ...calls, ...calls].map((call) => ask(service, { call })))
  const isWell = async () => (await round()).every(({ status }) => status === 200)
  expect(await isWell()).toBe(true)

  // Established connections only, in the middle of calls.
  const during = round()
  proxy.swallow()
  const answers = [...(await during), ...(await round())]
  while (!(await isWell()));

  // All of them, and new ones.
  proxy.swallow()
  proxy.swallowNew(true)
  for (let i = 0; i < 3; i++) answers.push(...(await round()))
  expect((await ask(service, { call: 'GET /readyz', key: null })).status).toBe(503)
  proxy.swallow()
  proxy.swallowNew(false)
  while (!(await isWell()));
  expect((await ask(service, { call: 'GET /readyz', key: null })).status).toBe(200)

  for (const { status, headers } of answers)
    if (status !== 200) expect([status, headers.get('retry-after')]).toEqual([503, '5'])
})

test('a process that is stopped in a transaction holds its locks no longer than the idle timeout', async () => {
  const url = await createMigratedDatabase()
  const file = join(import.meta.dir, '../platform/storage/children/stand-still.ts')
  const child = Bun.spawn([process.execPath, file, url, temporaryDirectory()], { stdout: 'pipe', stderr: 'inherit' })
  cleanUp(() => child.kill('SIGKILL'))
  const store = await openStore({ url, dataDir: temporaryDirectory(), poolSize: 3 })
  cleanUp(() => store.close())
  await child.stdout.getReader().read()
  child.kill('SIGSTOP')
  // More than there are connections: they have to get them one after the other.
  const writes = Array.from({ length: 12 }, (_, i) =>
    store.tx((db) => db.update(db.tables.settings).set({ value: i })).then(() => 'written'),
  )
  expect(new Set(await Promise.all(writes))).toEqual(new Set(['written']))
  await store.ping()
})
