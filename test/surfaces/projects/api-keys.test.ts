import { beforeAll, describe, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

type Made = { id: string; key: string; name: string; previous_expires_at?: string }

const far = '2999-01-01T00:00:00.000Z'
const unknown = 'key_00000000000000000000000000'

const auditOf = async ({ store }: TestService, target: string) => {
  const { auditLog } = store.read.tables
  const rows = await store.read.select().from(auditLog).orderBy(asc(auditLog.id))
  return rows.filter((row) => row.target === target).map(({ action }) => action)
}

describe.each([...dialects])('API keys on %s', (dialect) => {
  let service: TestService
  const given = () => service

  beforeAll(async () => {
    service = await startService({ dialect })
  })

  async function make(name: string, more: object = {}): Promise<Made> {
    const { status, body } = await ask(service, { call: 'POST /v1/api-keys', send: { name, ...more } })
    expect(status).toBe(201)
    return body as Made
  }
  const statusWith = async (key: string, call = 'GET /v1/templates/my') => (await ask(service, { call, key })).status

  describe('are created', () => {
    scenarios(given, [
      {
        name: 'with the key shown once, and no word of it in storage',
        call: 'POST /v1/api-keys',
        send: { name: 'Storefront', scopes: ['templates:read'], expires_at: far },
        status: 201,
        body: { name: 'Storefront', scopes: ['templates:read'], expires_at: far },
        answers: { 'cache-control': 'no-store' },
        async then({ body }: Answer, { store }) {
          const { key } = body as Made
          expect(key).toMatch(/^svc_[0-9a-f]{48}$/)
          expect(await statusWith(key)).toBe(200)
          const rows = await store.read.select().from(store.read.tables.apiKeys)
          expect(JSON.stringify(rows)).not.toContain(key.slice(12))
        },
      },
      {
        name: 'once under an Idempotency-Key, with the key in the first response only',
        call: 'POST /v1/api-keys',
        headers: { 'idempotency-key': 'one' },
        send: { name: 'Repeated' },
        status: 201,
        async then({ body }, target) {
          const again = await ask(target, {
            call: 'POST /v1/api-keys',
            headers: { 'idempotency-key': 'one' },
            send: { name: 'Repeated' },
          })
          expect(again.body).toEqual({ ...(body as Made), key: null })
          const kept = await target.store.read.select().from(target.store.read.tables.idempotencyKeys)
          expect(JSON.stringify(kept)).not.toContain((body as Made).key.slice(12))
        },
      },
      {
        name: 'not with a name in use',
        call: 'POST /v1/api-keys',
        send: { name: 'Storefront' },
        status: 409,
        body: { code: 'NAME_TAKEN' },
      },
      {
        name: 'in another project with that name',
        call: 'POST /v1/api-keys',
        key: 'b',
        send: { name: 'Storefront' },
        status: 201,
      },
      {
        name: 'not for the past',
        call: 'POST /v1/api-keys',
        send: { name: 'Late', expires_at: '2020-01-01T00:00:00.000Z' },
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: '/expires_at' }] },
      },
      {
        name: 'not with a scope that does not exist',
        call: 'POST /v1/api-keys',
        send: { name: 'Odd', scopes: ['everything'] },
        status: 422,
        body: { issues: [{ path: '/scopes/0' }] },
      },
      {
        name: 'not without a name',
        call: 'POST /v1/api-keys',
        send: {},
        status: 422,
        body: { issues: [{ path: '/name' }] },
      },
      {
        name: 'not with members nobody knows',
        call: 'POST /v1/api-keys',
        send: { name: 'X', role: 'owner' },
        status: 422,
      },
      { name: 'not without a key', call: 'POST /v1/api-keys', key: null, send: { name: 'X' }, status: 401 },
      {
        name: 'not by a key without admin',
        call: 'POST /v1/api-keys',
        key: 'readOnly',
        send: { name: 'X' },
        status: 403,
      },
    ])
  })

  describe('are listed', () => {
    scenarios(given, [
      {
        name: 'oldest first, never with the key',
        call: 'GET /v1/api-keys',
        status: 200,
        then({ body, text }) {
          const { data } = body as { data: { name: string }[] }
          expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(['Everything', 'Reader', 'Storefront']))
          expect(text).not.toMatch(/svc_[0-9a-f]{20}/)
          expect(text).not.toContain('"key"')
        },
      },
      {
        name: 'in pages',
        call: 'GET /v1/api-keys?limit=1',
        status: 200,
        body: { data: [{ name: 'Everything' }], page: { has_more: true } },
        async then({ body }, target) {
          const { next_cursor: cursor } = (body as { page: { next_cursor: string } }).page
          const next = await ask(target, { call: `GET /v1/api-keys?limit=1&cursor=${cursor}` })
          expect(next.body).toMatchObject({ data: [{ name: 'Reader' }] })
        },
      },
      {
        name: 'with nothing of another project',
        call: 'GET /v1/api-keys',
        key: 'b',
        status: 200,
        then: ({ text }) => expect(text).not.toContain('Reader'),
      },
      {
        name: 'not by a broken cursor',
        call: 'GET /v1/api-keys?cursor=x',
        status: 422,
        body: { code: 'INVALID_CURSOR' },
      },
      { name: 'not by a key without admin', call: 'GET /v1/api-keys', key: 'readOnly', status: 403 },
    ])
  })

  describe('are rotated', () => {
    test('to a new key of the same id, while the old one works through its grace', async () => {
      const old = await make('Rotated')
      const call = `POST /v1/api-keys/${old.id}/rotate`
      const { status, body } = await ask(service, { call, send: { grace_seconds: 3600 } })
      const fresh = body as Made
      expect({ status, id: fresh.id, name: fresh.name }).toEqual({ status: 200, id: old.id, name: 'Rotated' })
      expect(Date.parse(fresh.previous_expires_at ?? '')).toBeGreaterThan(Date.now() + 3_500_000)
      expect([await statusWith(old.key), await statusWith(fresh.key)]).toEqual([200, 200])
      const newest = (await ask(service, { call })).body as Made
      expect([await statusWith(old.key), await statusWith(fresh.key), await statusWith(newest.key)]).toEqual([
        401, 200, 200,
      ])
      expect(await auditOf(service, old.id)).toEqual(['api_key.created', 'api_key.rotated', 'api_key.rotated'])
    })
    test('at once without grace', async () => {
      const old = await make('Leaked')
      expect(await statusWith(old.key)).toBe(200)
      const { body } = await ask(service, { call: `POST /v1/api-keys/${old.id}/rotate`, send: { grace_seconds: 0 } })
      expect([await statusWith(old.key), await statusWith((body as Made).key)]).toEqual([401, 200])
    })
    scenarios(given, [
      {
        name: 'not when there is none',
        call: `POST /v1/api-keys/${unknown}/rotate`,
        status: 404,
        body: { code: 'KEY_NOT_FOUND' },
      },
      {
        name: 'not by an odd id',
        call: 'POST /v1/api-keys/%F0%9F%94%91/rotate',
        status: 404,
        body: { code: 'KEY_NOT_FOUND' },
      },
      {
        name: 'not for ever',
        call: `POST /v1/api-keys/${unknown}/rotate`,
        send: { grace_seconds: 604_801 },
        status: 422,
      },
      { name: 'not by a key without admin', call: `POST /v1/api-keys/${unknown}/rotate`, key: 'readOnly', status: 403 },
    ])
    test('not from another project', async () => {
      const { id, key } = await make('Ours')
      expect((await ask(service, { call: `POST /v1/api-keys/${id}/rotate`, key: 'b' })).status).toBe(404)
      expect((await ask(service, { call: `DELETE /v1/api-keys/${id}`, key: 'b' })).status).toBe(404)
      expect(await statusWith(key)).toBe(200)
    })
  })

  describe('that end', () => {
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
    const create = (key: string, more: object) =>
      ask(service, { call: 'POST /v1/api-keys', key, send: { name: crypto.randomUUID(), ...more } })

    test('make keys that end with them at the latest, and without a time at the same moment', async () => {
      const end = inSeconds(60)
      const { key } = await make('Ends soon', { expires_at: end })
      expect(await create(key, {})).toMatchObject({ status: 201, body: { expires_at: end } })
      const sooner = inSeconds(30)
      expect(await create(key, { expires_at: sooner })).toMatchObject({ status: 201, body: { expires_at: sooner } })
      const refused = await create(key, { expires_at: far })
      expect(refused).toMatchObject({
        status: 422,
        body: { issues: [{ path: '/expires_at', message: expect.stringContaining(end) }] },
      })
    })

    test('make no key of a longer life through one that they made', async () => {
      const { key } = await make('Grandparent', { expires_at: inSeconds(60) })
      const child = (await create(key, {})).body as Made
      expect((await create(child.key, { expires_at: far })).status).toBe(422)
    })

    test('rotate no key that outlives them, and themselves within their own life', async () => {
      const lasting = await make('Lasting')
      const ending = await make('Ending', { expires_at: inSeconds(60) })
      const rotate = (id: string, key: string) => ask(service, { call: `POST /v1/api-keys/${id}/rotate`, key })
      expect(await rotate(lasting.id, ending.key)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect(await statusWith(lasting.key)).toBe(200)
      expect((await rotate(ending.id, ending.key)).status).toBe(200)
    })

    test('after a rotation bound what the text from before makes by its grace', async () => {
      const old = await make('Replaced')
      const call = `POST /v1/api-keys/${old.id}/rotate`
      const fresh = (await ask(service, { call, send: { grace_seconds: 60 } })).body as Made
      const end = fresh.previous_expires_at
      expect(await create(old.key, {})).toMatchObject({ status: 201, body: { expires_at: end } })
      expect((await create(old.key, { expires_at: far })).status).toBe(422)
      expect((await ask(service, { call, key: old.key })).status).toBe(403)
      expect((await create(fresh.key, { expires_at: far })).status).toBe(201)
    })

    test('leave the keys that they made when they are revoked', async () => {
      const parent = await make('Parent')
      const child = (await create(parent.key, {})).body as Made
      expect((await ask(service, { call: `DELETE /v1/api-keys/${parent.id}` })).status).toBe(204)
      expect(await statusWith(child.key)).toBe(200)
    })
  })

  describe('are revoked', () => {
    test('from the next call on, with the key that was replaced', async () => {
      const old = await make('Gone')
      const { body } = await ask(service, { call: `POST /v1/api-keys/${old.id}/rotate` })
      const { key } = body as Made
      expect([await statusWith(old.key), await statusWith(key)]).toEqual([200, 200])
      expect((await ask(service, { call: `DELETE /v1/api-keys/${old.id}` })).status).toBe(204)
      expect([await statusWith(old.key), await statusWith(key)]).toEqual([401, 401])
      expect((await ask(service, { call: `DELETE /v1/api-keys/${old.id}` })).body).toMatchObject({
        code: 'KEY_NOT_FOUND',
      })
    })
    test('by themselves, if one likes', async () => {
      const { id, key } = await make('Sawn off')
      expect((await ask(service, { call: `DELETE /v1/api-keys/${id}`, key })).status).toBe(204)
      expect(await statusWith(key)).toBe(401)
    })
  })
})
