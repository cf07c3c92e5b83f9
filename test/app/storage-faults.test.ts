/** Faults of what is stored that a start, /readyz, the doctor and metrics report, each with its remedy. */
import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkFiles, checkStorage } from '../../src/app/commands/doctor/storage.ts'
import { openFileStore, requireFilesOfDatabase } from '../../src/app/file-store.ts'
import { checkDatabaseFile, migrate, openStore } from '../../src/platform/storage/index.ts'
import { startServer } from '../support/server.ts'
import { createMigratedDatabase, openEmptyStore, temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'
import { svc } from './commands/command-line.ts'

const pageBytes = 4096

/** A database with rows in many tables, closed. */
async function makeDatabase(): Promise<string> {
  const dataDir = temporaryDirectory()
  const store = await openStore({ dataDir })
  await migrate(store)
  await store.close()
  const file = new Database(join(dataDir, 'svc.db'))
  const insert = file.prepare('insert into settings (key, value) values (?, ?)')
  file.transaction(() => {
    for (let i = 0; i < 2000; i++) insert.run(`key ${i}`, JSON.stringify('v'.repeat(i % 300)))
  })()
  file.close()
  return dataDir
}

function overwrite(file: string, page: number, bytes: Uint8Array): void {
  const content = readFileSync(file)
  content.set(bytes, page * pageBytes)
  writeFileSync(file, content)
}

function quickCheck(file: string): string[] {
  const database = new Database(file, { readonly: true })
  const found: string[] = []
  try {
    for (const row of database.query<{ quick_check: string }, []>('PRAGMA quick_check').iterate())
      found.push(...row.quick_check.split('\n'))
  } catch (error) {
    found.push((error as Error).message)
  } finally {
    database.close()
  }
  return found.filter((text) => text !== 'ok')
}

describe('a damaged page', () => {
  test('is named by the check and the doctor as SQLite names it, whichever page it is', async () => {
    const dataDir = await makeDatabase()
    const whole = readFileSync(join(dataDir, 'svc.db'))
    const pages = whole.length / pageBytes
    expect(checkDatabaseFile(dataDir)).toEqual([])
    expect(await checkStorage({ dataDir, databaseUrl: undefined })).toMatchObject({ state: 'ok' })
    let found = 0
    let seed = 20_261_122
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
    for (let round = 0; round < 40; round++) {
      const copy = temporaryDirectory()
      writeFileSync(join(copy, 'svc.db'), whole)
      const bytes = Uint8Array.from({ length: pageBytes }, () => random(256))
      overwrite(join(copy, 'svc.db'), 1 + random(pages - 1), bytes)
      const expected = quickCheck(join(copy, 'svc.db'))
      expect(checkDatabaseFile(copy)).toEqual(expected.slice(0, 100))
      const { state, message } = await checkStorage({ dataDir: copy, databaseUrl: undefined })
      expect(state).toBe(expected.length > 0 ? 'fail' : 'ok')
      if (expected.length > 0) {
        found++
        expect(message).toMatch(/damaged|malformed/)
      }
    }
    // Random bytes are no page of SQLite.
    expect(found).toBeGreaterThan(30)
  })

  test('turns /readyz of the running service to 503 and is in its metrics; calls that meet it are answered 503', async () => {
    const dataDir = temporaryDirectory()
    const server = await startServer(dataDir)
    const made = await server.call('POST', '/v1/templates', { name: 'On a damaged page', type: 'other' })
    const { id } = (await made.json()) as { id: string }
    const metrics = async () => (await server.call('GET', '/metrics')).text()
    expect((await server.call('GET', '/readyz')).status).toBe(200)
    expect(await metrics()).toMatch(/svc_disk_free_bytes [1-9]/)
    await server.kill('SIGTERM')
    const file = new Database(join(dataDir, 'svc.db'))
    const { rootpage } = file.query("select rootpage from sqlite_schema where name = 'templates'").get() as {
      rootpage: number
    }
    file.close()
    overwrite(join(dataDir, 'svc.db'), rootpage - 1, new Uint8Array(pageBytes).fill(7))
    const [problem = ''] = quickCheck(join(dataDir, 'svc.db'))
    const damaged = await startServer(dataDir)
    await until(async () => (await damaged.call('GET', '/readyz')).status === 503, 'the check')
    expect(await (await damaged.call('GET', '/readyz')).json()).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      detail: expect.stringContaining(problem),
    })
    expect(await (await damaged.call('GET', '/metrics')).text()).toMatch(/svc_database_problems [1-9]/)
    expect(damaged.errors()).toContain('The database is damaged')
    const call = await damaged.call('GET', `/v1/templates/${id}`)
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
  })
})

describe('files and database that do not belong together', () => {
  const startFailure = (dataDir: string, env: Record<string, string> = {}) =>
    startServer(dataDir, env).then(
      () => 'started',
      (error: unknown) => String(error),
    )

  test('an empty database beside files is refused until it is linked', async () => {
    const dataDir = temporaryDirectory()
    const server = await startServer(dataDir)
    await server.kill('SIGTERM')
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'svc.db')).mode & 0o777).toBe(0o600)
    for (const name of ['svc.db', 'svc.db-wal', 'svc.db-shm']) rmSync(join(dataDir, name), { force: true })
    writeFileSync(join(dataDir, 'svc.db'), '')
    const refusal = await startFailure(dataDir)
    expect(refusal).toContain(`The database in ${dataDir} is empty, but there are files in ${join(dataDir, 'blobs')}`)
    expect(refusal).toContain('svc files link')
    expect((await svc(['files', 'link', '--data-dir', dataDir])).code).toBe(0)
    const again = await startServer(dataDir)
    expect(await again.kill('SIGTERM')).toBe(0)
  })

  test('a replica with files of its own is refused, which serve and doctor say', async () => {
    const url = await createMigratedDatabase()
    const env = { SVC_DATABASE_URL: url, SVC_SECRET: 'a secret that all the replicas have in common' }
    const [shared, own] = [temporaryDirectory(), temporaryDirectory()]
    const first = await startServer(shared, env)
    const refusal = await startFailure(own, env)
    expect(refusal).toContain(`The files in ${join(own, 'blobs')} do not have the id of this database`)
    expect(await checkFiles({ databaseUrl: url, dataDir: own, blobUrl: undefined })).toMatchObject({ state: 'fail' })
    expect(await (await first.call('GET', '/metrics')).text()).toMatch(/svc_database_connections\{state="idle"\} \d/)
    expect(await checkFiles({ databaseUrl: url, dataDir: shared, blobUrl: undefined })).toMatchObject({ state: 'ok' })
    await first.kill('SIGTERM')
  })

  test('replicas that link at once agree; a first one that was killed before it wrote the id is made up for', async () => {
    const url = await createMigratedDatabase()
    const dataDir = temporaryDirectory()
    const stores = await Promise.all([1, 2, 3].map(() => openEmptyStore({ url, dataDir })))
    await Promise.all(
      stores.map((store) => requireFilesOfDatabase(store, openFileStore({ dataDir, blobUrl: undefined }))),
    )
    const killed = await openEmptyStore({ url: await createMigratedDatabase(), dataDir })
    await killed.tx((db) =>
      db.insert(db.tables.settings).values({ key: 'file_store', value: { id: 'an-id', isMarked: false } }),
    )
    const files = openFileStore({ dataDir: temporaryDirectory(), blobUrl: undefined })
    await requireFilesOfDatabase(killed, files, 0)
    expect(new TextDecoder().decode(await files.blobs.get('file-store-id'))).toBe('an-id')
    // Those of the other database.
    await expect(requireFilesOfDatabase(killed, openFileStore({ dataDir, blobUrl: undefined }))).rejects.toThrow(
      'belong to another database',
    )
  })
})
