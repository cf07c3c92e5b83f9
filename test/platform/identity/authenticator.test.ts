import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ServiceError } from '../../../src/kernel/errors/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { type Caller, createAuthenticator, hasScope } from '../../../src/platform/identity/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { eachDialect } from '../../support/store.ts'
import { createProject } from '../http/test-surface.ts'

async function outcome(ask: () => Caller | Promise<Caller>): Promise<string> {
  try {
    return (await ask()).projectId
  } catch (error) {
    return error instanceof ServiceError ? error.apiCode : String(error)
  }
}

const update = (store: Store, keyId: string, fields: { revokedAt?: number; expiresAt?: number }) =>
  store.tx(async (db) => {
    await db.update(db.tables.apiKeys).set(fields).where(eq(db.tables.apiKeys.id, keyId))
  })

eachDialect((dialect, open) => {
  async function start() {
    const store = await open()
    const project = await createProject(store)
    let now = Date.now()
    const authenticator = createAuthenticator(store, { now: () => now })
    const pass = (ms: number) => void (now += ms)
    return { store, project, authenticator, pass, ask: () => outcome(() => authenticator.authenticate(project.key)) }
  }

  test('a key is cached after the first use', async () => {
    const { project, authenticator } = await start()
    const first = authenticator.authenticate(project.key)
    expect(first).toBeInstanceOf(Promise)
    expect(await first).toMatchObject({
      projectId: project.projectId,
      companyId: project.companyId,
      actor: { kind: 'api_key', id: project.keyId, name: 'A key' },
      scopes: ['templates:read', 'templates:write'],
    })
    expect(authenticator.authenticate(project.key)).toBe(await first)
  })

  test('a revoked key ends when its cache does', async () => {
    const { store, project, pass, ask } = await start()
    expect(await ask()).toBe(project.projectId)
    await update(store, project.keyId, { revokedAt: Date.now() })
    expect(await ask()).toBe(project.projectId)
    pass(limits.keyCacheSeconds * 1000)
    expect(await ask()).toBe('UNAUTHORIZED')
  })

  test('a revoked key ends at once where it was revoked', async () => {
    const { store, project, authenticator, ask } = await start()
    await ask()
    await update(store, project.keyId, { revokedAt: Date.now() })
    authenticator.forget(project.keyId)
    expect(await ask()).toBe('UNAUTHORIZED')
  })

  test('a key ends at its expiry, cached or not', async () => {
    const { store, project, pass, ask } = await start()
    await update(store, project.keyId, { expiresAt: Date.now() + 2000 })
    expect(await ask()).toBe(project.projectId)
    pass(2001)
    expect(await ask()).toBe('UNAUTHORIZED')
  })

  test('the keys of a deleted project end', async () => {
    const { store, project, ask } = await start()
    await store.tx(async (db) => {
      const { projects } = db.tables
      await db.update(projects).set({ deletedAt: Date.now() }).where(eq(projects.id, project.projectId))
    })
    expect(await ask()).toBe('UNAUTHORIZED')
  })

  test('a key made after it was tried works when the refusal is forgotten', async () => {
    const { store, authenticator, pass } = await start()
    const key = `svc_${'ab'.repeat(24)}`
    expect(await outcome(() => authenticator.authenticate(key))).toBe('UNAUTHORIZED')
    const other = await createProject(store)
    pass(limits.keyCacheSeconds * 1000)
    expect(await outcome(() => authenticator.authenticate(other.key))).toBe(other.projectId)
  })

  test.each([
    null,
    '',
    'svc_',
    'svc_xyz',
    `svc_${'A'.repeat(48)}`,
    `svc_${'0'.repeat(49)}`,
    'x'.repeat(10_000),
    'ключ',
  ])('%p is not a key', async (key) => {
    const { authenticator } = await start()
    expect(await outcome(() => authenticator.authenticate(key))).toBe('UNAUTHORIZED')
  })

  test.each(['svc_pk_', 'svc_sk_', `svc_pk_${'0'.repeat(48)}`])(
    '%p is reported as a plugin credential',
    async (key) => {
      const { authenticator } = await start()
      expect(await outcome(() => authenticator.authenticate(key))).toBe('PLUGIN_KEY_NOT_ACCEPTED')
    },
  )
})

test('admin implies every scope, others only themselves', () => {
  const caller = (...scopes: Caller['scopes']): Caller => ({
    projectId: 'p',
    companyId: 'c',
    actor: { kind: 'api_key', id: 'k', name: 'n' },
    scopes,
  })
  expect(hasScope(caller('admin'), 'exports')).toBe(true)
  expect(hasScope(caller('exports'), 'exports')).toBe(true)
  expect(hasScope(caller('exports'), 'admin')).toBe(false)
  expect(hasScope(caller(), 'exports')).toBe(false)
})
