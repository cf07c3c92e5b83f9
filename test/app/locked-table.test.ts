/** What callers are answered while a table of Postgres is locked for longer than anybody waits. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createLog } from '../../src/platform/log/index.ts'
import { openStore } from '../../src/platform/storage/index.ts'
import { cleanUp } from '../support/clean-up.ts'
import { ask } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'
import { createMigratedDatabase, temporaryDirectory } from '../support/store.ts'

describe('while the table of templates is locked', () => {
  let service: TestService
  let id: string
  const call = (what: string) => ask(service, { call: what })

  beforeAll(async () => {
    const deadlines = { lockMs: 500, queueMs: 3000 }
    const url = await createMigratedDatabase()
    const store = await openStore({ url, dataDir: temporaryDirectory(), poolSize: 5, deadlines })
    cleanUp(() => store.close())
    // The failures are wanted, so they are not logged.
    service = await startService({ dialect: 'postgres', store, log: createLog('error', () => undefined) })
    id = await service.create({ name: 'Behind the lock', type: 'other', html: '<p>Hello</p>' })
  })

  test('its routes answer 503 with Retry-After, other routes and the health checks answer as always', async () => {
    const { store } = service
    const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = store.tx(async (db) => {
      await db.rows(sql`lock table templates in access exclusive mode`)
      locked.resolve()
      await mayEnd.promise
    })
    await Promise.race([locked.promise, holder])
    const reads = Array.from({ length: 20 }, () => call(`GET /v1/templates/${id}`))
    const answered = Promise.all(reads)
    // Other routes answer while these wait, whichever of them are in line.
    for (let i = 0; i < 3; i++) {
      expect(await call('GET /v1/webhooks')).toMatchObject({ status: 200 })
      expect(await ask(service, { call: 'GET /readyz', key: null })).toMatchObject({ status: 200 })
    }
    for (const { status, body, headers } of await answered) {
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { code: 'SERVICE_UNAVAILABLE', is_recoverable: true },
      })
      expect(headers.get('retry-after')).toBe('5')
    }
    mayEnd.resolve()
    await holder
    expect((await call(`GET /v1/templates/${id}`)).status).toBe(200)
  })
})
