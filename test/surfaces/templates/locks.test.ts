import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { eq } from 'drizzle-orm'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

type Locked = TestService & { id: string; keys: TestService['keys'] & { writer: string } }

describe.each([...dialects])('the editing lock on %s', (dialect) => {
  let service: Locked
  const given = () => service
  const lock = () => `POST /v1/templates/${service.id}/lock`

  beforeAll(async () => {
    const started = await startService({ dialect })
    const wanted = { projectId: started.projects.a, name: 'Writer', scopes: ['templates:read', 'templates:write'] }
    const { key } = await started.store.tx((db) => createApiKey(db, wanted))
    service = { ...started, id: '', keys: { ...started.keys, writer: key } }
  })
  beforeEach(async () => {
    service.id = await service.create({ name: 'Contested', type: 'other' })
  })

  const call = (text: string, key: string, send?: unknown): Promise<Answer> =>
    ask(service, { call: text, key, ...(send === undefined ? {} : { send }) })
  /** Lets the lock expire as time would. */
  const expire = () =>
    service.store.tx(async (db) => void (await db.update(db.tables.templates).set({ lockExpiresAt: Date.now() - 1 })))

  test('is taken, shown on the template, kept for longer by its holder, and given up', async () => {
    const first = (await call(lock(), 'writer', { ttl_seconds: 60 })).body
    expect(first).toMatchObject({ template_id: service.id, holder: { kind: 'api_key', name: 'Writer' } })
    const { acquired_at: since, expires_at: until } = first as { acquired_at: string; expires_at: string }
    expect(Date.parse(until) - Date.parse(since)).toBe(60_000)
    expect((await call(`GET /v1/templates/${service.id}`, 'a')).body).toMatchObject({
      locked_by: { name: 'Writer', until },
    })
    const kept = (await call(lock(), 'writer', { ttl_seconds: 600 })).body as {
      acquired_at: string
      expires_at: string
    }
    expect(kept.acquired_at).toBe(since)
    expect(Date.parse(kept.expires_at)).toBeGreaterThan(Date.parse(until))
    expect((await call(`DELETE /v1/templates/${service.id}/lock`, 'writer')).status).toBe(204)
    expect((await call(`GET /v1/templates/${service.id}/lock`, 'a')).body).toEqual({
      template_id: service.id,
      holder: null,
      acquired_at: null,
      expires_at: null,
    })
    expect((await call(`GET /v1/templates/${service.id}`, 'a')).body).not.toHaveProperty('locked_by')
  })

  test('keeps every other writer out, and lets its holder and every reader in', async () => {
    await call(lock(), 'writer', {})
    const [folder] = [(await call('POST /v1/folders', 'a', { name: `For ${service.id}` })).body as { id: string }]
    expect((await call(`PUT /v1/templates/${service.id}`, 'writer', { folder: folder.id })).status).toBe(200)
    const writes: [string, unknown?][] = [
      [`PUT /v1/templates/${service.id}`, { name: 'Mine' }],
      [`DELETE /v1/templates/${service.id}`],
      [`DELETE /v1/templates/${service.id}?permanent=true`],
      [`DELETE /v1/folders/${folder.id}`],
      [`DELETE /v1/folders/${folder.id}?contents=delete`],
      [lock(), {}],
      [`DELETE /v1/templates/${service.id}/lock`],
    ]
    for (const [text, send] of writes) {
      const { status, body } = await call(text, 'a', send)
      expect({ text, status, body }).toMatchObject({
        status: 423,
        body: { code: 'LOCKED', holder: { name: 'Writer' } },
      })
      expect(Date.parse((body as { until: string }).until)).toBeGreaterThan(Date.now())
    }
    for (const text of ['delete', 'move']) {
      const send = { ids: [service.id], ...(text === 'move' ? { folder_id: null } : {}) }
      expect((await call(`POST /v1/templates/bulk/${text}`, 'a', send)).body).toMatchObject({
        results: [{ id: service.id, ok: false, error: { code: 'LOCKED' } }],
      })
    }
    expect((await call(`GET /v1/templates/${service.id}/structured`, 'a')).status).toBe(200)
    expect((await call(`POST /v1/templates/${service.id}/duplicate`, 'a', {})).status).toBe(201)
    expect((await call(`PUT /v1/templates/${service.id}`, 'writer', { name: 'Mine' })).status).toBe(200)
  })

  test('of an open editor keeps out what would replace its work, and lets operations in, which it merges', async () => {
    const row = { lockKind: 'plugin_user', lockId: '7', lockName: 'Ann', lockedAt: Date.now() }
    await service.store.tx(async (db) => {
      const { templates } = db.tables
      const until = { ...row, lockExpiresAt: Date.now() + 60_000 }
      await db.update(templates).set(until).where(eq(templates.id, service.id))
    })
    const operations = [{ op: 'settings', props: { meta: { title: 'By the API' } } }]
    const edit = await call(`POST /v1/templates/${service.id}/operations`, 'writer', { base_revision: 1, operations })
    expect([edit.status, edit.body]).toMatchObject([200, { revision: 2 }])
    for (const [text, send] of [
      [`PUT /v1/templates/${service.id}`, { name: 'Mine' }],
      [`DELETE /v1/templates/${service.id}`, undefined],
    ] as const)
      expect((await call(text, 'writer', send)).status).toBe(423)
  })

  test('is over when its time is, without anybody giving it up', async () => {
    await call(lock(), 'writer', {})
    await expire()
    expect((await call(`PUT /v1/templates/${service.id}`, 'a', { name: 'Free again' })).status).toBe(200)
    expect((await call(lock(), 'a', {})).body).toMatchObject({ holder: { name: 'Everything' } })
    expect((await call(lock(), 'writer', {})).status).toBe(423)
  })

  test('goes to exactly one of two who ask at once', async () => {
    const answers = await Promise.all([call(lock(), 'writer', {}), call(lock(), 'a', {})])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 423])
  })

  test('may be taken from its holder by force, by who manages the template, and the log tells', async () => {
    await call(lock(), 'writer', {})
    expect((await call(lock(), 'a', { force: true })).body).toMatchObject({ holder: { name: 'Everything' } })
    expect((await call(lock(), 'writer', { force: true })).body).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect((await call(`PUT /v1/templates/${service.id}`, 'writer', { name: 'Late' })).status).toBe(423)
    const { auditLog } = service.store.read.tables
    const lines = (await service.store.read.select().from(auditLog))
      .filter(({ target }) => target === service.id)
      .toSorted((x, y) => (x.id < y.id ? -1 : 1))
    expect(lines.filter(({ action }) => action === 'template.locked').at(-1)?.detail).toMatchObject({
      taken_from: { name: 'Writer' },
    })
  })

  test('may be released by force', async () => {
    await call(lock(), 'writer', {})
    expect((await call(`DELETE /v1/templates/${service.id}/lock?force=true`, 'a')).status).toBe(204)
    expect((await call(`GET /v1/templates/${service.id}/lock`, 'writer')).body).toMatchObject({ holder: null })
  })

  scenarios(given, [
    { name: 'is not for who only reads', call: lock, key: 'readOnly', send: {}, status: 403 },
    { name: 'is not for who sends no key', call: lock, key: null, send: {}, status: 401 },
    {
      name: 'is not for another project',
      call: lock,
      key: 'b',
      send: {},
      status: 404,
      body: { code: 'TEMPLATE_NOT_FOUND' },
    },
    {
      name: 'is not shown to another project',
      call: () => `GET /v1/templates/${service.id}/lock`,
      key: 'b',
      status: 404,
    },
    {
      name: 'is not released by another project',
      call: () => `DELETE /v1/templates/${service.id}/lock`,
      key: 'b',
      status: 404,
    },
    { name: 'is given up where nobody holds it', call: () => `DELETE /v1/templates/${service.id}/lock`, status: 204 },
    {
      name: 'does not last for ever',
      call: lock,
      send: { ttl_seconds: 3601 },
      status: 422,
      body: { issues: [{ path: '/ttl_seconds' }] },
    },
    { name: 'does not last for a moment only', call: lock, send: { ttl_seconds: 1 }, status: 422 },
  ])
})
