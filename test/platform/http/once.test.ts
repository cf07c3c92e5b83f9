import { beforeAll, describe, expect, test } from 'bun:test'
import type { Store } from '../../../src/platform/storage/index.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { eachDialect } from '../../support/store.ts'
import { createProject, createToy } from './test-surface.ts'

eachDialect((_, open) => {
  let store: Store
  let toy: ReturnType<typeof createToy> & { keys: Record<string, string> }

  beforeAll(async () => {
    store = await open()
    const [a, b] = [await createProject(store), await createProject(store)]
    toy = { ...createToy(store), keys: { a: a.key, b: b.key } }
  })

  const post = (key: string, name: string, more: Partial<Scenario> = {}) => ({
    call: 'POST /v1/things/once',
    headers: { 'idempotency-key': key },
    send: { name },
    ...more,
  })

  describe('a call under an Idempotency-Key', () => {
    scenarios(
      () => toy,
      [
        {
          name: 'runs',
          ...post('k1', 'x'),
          status: 201,
          body: { count: 1 },
          answers: { 'idempotency-replayed': null },
        },
        {
          name: 'answers the same when repeated',
          ...post('k1', 'x'),
          status: 201,
          body: { count: 1 },
          answers: { 'idempotency-replayed': 'true', location: '/v1/things/1' },
        },
        {
          name: 'is refused with another body',
          ...post('k1', 'y'),
          status: 422,
          body: { code: 'IDEMPOTENCY_KEY_REUSED' },
        },
        {
          name: 'does not see another project’s key',
          ...post('k1', 'x', { key: 'b' }),
          status: 201,
          body: { count: 2 },
        },
        { name: 'that failed changed nothing', ...post('k2', 'bad'), status: 409, body: { code: 'NAME_TAKEN' } },
        { name: 'that failed runs again', ...post('k2', 'better'), status: 201, body: { count: 4 } },
        { name: 'needs a printable key', ...post('a b', 'x'), status: 400, body: { code: 'MALFORMED_REQUEST' } },
        { name: 'needs a key of at most 255 characters', ...post('k'.repeat(256), 'x'), status: 400 },
        {
          name: 'runs every time without a key',
          call: 'POST /v1/things/once',
          send: { name: 'x' },
          status: 201,
          body: { count: 5 },
        },
      ],
    )

    test('keeps its answer sealed, so that storage shows nothing of what was answered', async () => {
      const first = await ask(toy, post('sealed', 'a whisper'))
      const { idempotencyKeys } = store.read.tables
      const kept = await store.read.select().from(idempotencyKeys)
      expect(kept.length).toBeGreaterThan(0)
      expect(kept.map(({ body }) => body).filter((body) => !body?.startsWith('v2.'))).toEqual([])
      expect((await ask(toy, post('sealed', 'a whisper'))).body).toEqual(first.body)
    })
    test('is refused while the first still runs, and replayed after it', async () => {
      const first = ask(toy, post('k3', 'slow'))
      const second = await ask(toy, post('k3', 'slow'))
      expect(second).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS' } })
      expect(second.headers.get('retry-after')).toBe('1')
      toy.release()
      expect((await first).status).toBe(201)
      const third = await ask(toy, post('k3', 'slow'))
      expect(third).toMatchObject({ status: 201, body: (await first).body })
      expect(third.headers.get('idempotency-replayed')).toBe('true')
    })
  })
})
