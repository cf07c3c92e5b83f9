import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { loadAuditKeys } from '../../src/app/audit-keys.ts'
import { checkSecret } from '../../src/app/secret-check.ts'
import { withInstanceSecret } from '../../src/app/instance-secret.ts'
import { countSealed, rotateSecret } from '../../src/app/secret-rotation.ts'
import { createId } from '../../src/kernel/ids/index.ts'
import { verifyAudit } from '../../src/platform/audit/index.ts'
import { openBlobs } from '../../src/platform/blobs/index.ts'
import { readConfig } from '../../src/platform/config/index.ts'
import { createVault } from '../../src/platform/identity/index.ts'
import { type Store, openStore } from '../../src/platform/storage/index.ts'
import { cleanUp } from '../support/clean-up.ts'
import { ask } from '../support/scenario.ts'
import { startServer } from '../support/server.ts'
import { type TestService, startService, testSecret } from '../support/service.ts'
import { dialects, temporaryDirectory } from '../support/store.ts'
import { svc } from './commands/command-line.ts'

const newSecret = randomBytes(24).toString('hex')

/** Every sealed value in any column of any table. Signatures of the audit log look alike, and stay as they were recorded. */
async function sealedIn(store: Store): Promise<string[]> {
  const found: string[] = []
  for (const table of Object.values(store.read.tables)) {
    const rows = await store.read.select().from(table)
    found.push(...(JSON.stringify(rows).match(/(?<=")v\d\.[\w.-]{40,}(?=")/g) ?? []))
  }
  return found.filter((value) => !/\.[0-9a-f]{64}$/.test(value))
}

/** A service with something in every column that holds a sealed value. */
async function startFilled(dialect: (typeof dialects)[number]): Promise<TestService> {
  const service = await startService({ dialect })
  await service.store.tx((db) => checkSecret(db, createVault(testSecret)))
  const send = async (call: string, body: unknown) => {
    const { status } = await ask(service, { call, send: body, headers: { 'idempotency-key': crypto.randomUUID() } })
    expect(status).toBeLessThan(300)
  }
  await send('POST /v1/webhooks', { url: 'https://example.com/hook', events: ['template.updated'] })
  await send('POST /v1/connections', {
    provider: 'postmark',
    name: 'Post',
    credentials: { server_token: '01234567-89ab-cdef-0123-456789abcdef' },
  })
  await send(`POST /v1/projects/${service.projects.a}/credentials/rotate`, {})
  return service
}

describe.each([...dialects])('a rotation of the instance secret on %s', (dialect) => {
  const config = (environment: Record<string, string>) =>
    withInstanceSecret(readConfig({ environment: { SVC_DATA_DIR: temporaryDirectory(), ...environment } }))

  test('seals every stored value with the new secret, and nothing needs the old one then', async () => {
    const { store } = await startFilled(dialect)
    const [before, after] = [createVault(testSecret), createVault(newSecret)]
    const values = await sealedIn(store)
    expect(new Set(values.map(before.keyIdOf))).toEqual(new Set([before.keyId()]))
    // Two projects, the secret of one from before, a webhook, a connection, three responses.
    expect(values).toHaveLength(8)

    const both = config({ SVC_SECRET: newSecret, SVC_SECRET_PREVIOUS: testSecret })
    const rotated = await rotateSecret(store, both)
    expect(rotated).toMatchObject({ kind: 'resumed', keyId: after.keyId(), resealed: 8, lost: [] })
    expect(new Set((await sealedIn(store)).map(after.keyIdOf))).toEqual(new Set([after.keyId()]))

    const { byKey, lost } = await countSealed(store, config({ SVC_SECRET: newSecret }))
    // And the audit key of the old secret, which the log was signed with.
    expect([[...byKey], lost]).toEqual([[[after.keyId(), 9]], []])
    await loadAuditKeys(store, config({ SVC_SECRET: newSecret }))
    expect(await verifyAudit(store.read, openBlobs(temporaryDirectory()))).toMatchObject({ problems: [] })
    expect(await store.tx((db) => checkSecret(db, after))).toBe('current')
    expect(store.tx((db) => checkSecret(db, before))).rejects.toThrow('another secret')
    expect(await rotateSecret(store, both)).toMatchObject({ kind: 'unchanged', resealed: 0 })
  })

  test('names what no given secret opens, and seals the rest', async () => {
    const { store, projects } = await startFilled(dialect)
    await store.tx(async (db) => {
      const table = db.tables.connections
      const [row] = await db.select().from(table)
      const elsewhere = { ...row, id: createId('connection'), projectId: projects.b } as typeof row & object
      await db.insert(table).values(elsewhere)
    })
    const both = config({ SVC_SECRET: newSecret, SVC_SECRET_PREVIOUS: testSecret })
    const { resealed, lost } = await rotateSecret(store, both)
    expect([resealed, lost]).toEqual([8, [expect.stringMatching(/^connections con_/)]])
  })

  test('of two at once, one goes through the rows after the other', async () => {
    const { store } = await startFilled(dialect)
    const both = config({ SVC_SECRET: newSecret, SVC_SECRET_PREVIOUS: testSecret })
    const rotations = await Promise.all([rotateSecret(store, both), rotateSecret(store, both)])
    expect(rotations.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(8)
  })
})

test('a generated secret is replaced beside a running server, and an interrupted rotation goes on', async () => {
  const dataDir = temporaryDirectory()
  const server = await startServer(dataDir)
  const body = async <T>(response: Promise<Response>) => (await (await response).json()) as T
  const webhook = { url: 'https://example.com/hook', events: ['template.updated'] }
  for (let n = 0; n < 2; n++) expect((await server.call('POST', '/v1/webhooks', webhook)).status).toBe(201)
  const page = await body<{ data: { id: string }[]; page: { next_cursor: string } }>(
    server.call('GET', '/v1/webhooks?limit=1'),
  )
  const made = { document: { schema: 'svc.email/1', meta: { title: 'T', lang: 'en' }, rows: [] }, format: 'html' }
  const { files } = await body<{ files: { url: string }[] }>(server.call('POST', '/v1/export', made))
  const link = new URL(files[0]?.url ?? '')
  const fetchLink = async () => (await fetch(server.url + link.pathname + link.search)).status
  expect(await fetchLink()).toBe(200)

  const store = await openStore({ dataDir })
  cleanUp(() => store.close())
  const old = createVault(readFileSync(join(dataDir, 'secret'), 'utf8').trim())
  await store.tx(async (db) => {
    const [row] = await db.select().from(db.tables.webhooks)
    if (row === undefined) throw new Error('No webhook')
    const rows = Array.from({ length: 3000 }, () => {
      const id = createId('webhook')
      const context = { purpose: 'webhook secret', table: 'webhooks', row: id, project: row.projectId } as const
      return { ...row, id, secrets: [{ sealed: old.seal('whsec_', context), createdAt: 1, expiresAt: null }] }
    })
    for (let at = 0; at < rows.length; at += 500) await db.insert(db.tables.webhooks).values(rows.slice(at, at + 500))
  })
  const ofOld = async () => (await sealedIn(store)).filter((value) => old.keyIdOf(value) === old.keyId()).length
  const all = await ofOld()

  const main = join(import.meta.dir, '../../src/main.ts')
  const rotation = Bun.spawn([process.execPath, main, 'secrets', 'rotate', '--data-dir', dataDir], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  cleanUp(() => rotation.kill('SIGKILL'))
  while ((await ofOld()) === all && rotation.exitCode === null);
  rotation.kill('SIGKILL')
  await rotation.exited
  const left = await ofOld()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(all)

  // The server works on both halves, and seals with the new secret.
  expect((await server.call('POST', `/v1/webhooks/${page.data[0]?.id}/rotate`)).status).toBe(200)
  expect(await ofOld()).toBe(left)
  const begun = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  expect((await svc(['secrets', 'forget', '--data-dir', dataDir])).code).toBe(1)

  const again = await svc(['secrets', 'rotate', '--json', '--data-dir', dataDir])
  expect([again.code, JSON.parse(again.out)]).toEqual([
    0,
    { kind: 'resumed', key_id: createVault(begun).keyId(), resealed: left, lost: [] },
  ])
  expect(await ofOld()).toBe(0)
  expect(statSync(join(dataDir, 'secret.previous')).mode & 0o777).toBe(0o600)

  // What was signed with the old secret holds until that is forgotten.
  const next = () => server.call('GET', `/v1/webhooks?limit=1&cursor=${page.page.next_cursor}`)
  expect([(await next()).status, await fetchLink()]).toEqual([200, 200])
  expect((await svc(['secrets', 'forget', '--data-dir', dataDir])).code).toBe(0)
  expect(existsSync(join(dataDir, 'secret.previous'))).toBe(false)
  const isRefused = async () => (await fetchLink()) === 403
  while (!(await isRefused()));
  expect((await next()).status).toBe(422)
  expect((await server.call('GET', '/v1/webhooks?limit=1')).status).toBe(200)
  expect(server.errors()).toBe('')

  // What the log says of the time before stays provable, over further rotations too.
  const verified = async () => {
    const { code, out } = await svc(['audit', 'verify', '--json', '--data-dir', dataDir])
    return [code, (JSON.parse(out) as { problems: unknown[] }).problems]
  }
  expect(await verified()).toEqual([0, []])
  for (const command of ['rotate', 'forget'])
    expect((await svc(['secrets', command, '--data-dir', dataDir])).code).toBe(0)
  expect((await server.call('POST', '/v1/folders', { name: 'After' })).status).toBe(201)
  expect(await verified()).toEqual([0, []])
  const keys = await store.read.rows<{ key: string }>(sql`select distinct substr(hash, 4, 8) as key from audit_log`)
  expect(keys).toHaveLength(3)
})
