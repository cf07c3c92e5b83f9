import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { StorageError, migrate, openStore } from '../../../src/platform/storage/index.ts'
import { networkFileSystem } from '../../../src/platform/storage/dialects/data-dir.ts'
import { createDatabase, postgresServer } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { putSetting, settingKeys } from './rows.ts'

const failureOf = async (opening: Promise<unknown>): Promise<Error> =>
  opening.then(
    () => new Error('it opened'),
    (error) => error as Error,
  )

describe('a data directory', () => {
  function hold(dataDir: string) {
    return Bun.spawn([process.execPath, join(import.meta.dir, 'children/hold.ts'), dataDir], {
      stdin: 'pipe',
      stdout: 'pipe',
    })
  }
  const firstLine = async (child: ReturnType<typeof hold>) => {
    const { value } = await child.stdout.getReader().read()
    return new TextDecoder().decode(value).trim()
  }

  test('belongs to one server process; the second is told which directory and what to do', async () => {
    const dataDir = temporaryDirectory()
    const first = hold(dataDir)
    expect(await firstLine(first)).toBe('open')
    const second = hold(dataDir)
    expect(await firstLine(second)).toContain(`Another svc server uses the data directory ${dataDir}`)
    expect(await second.exited).toBe(1)
    const here = await failureOf(openStore({ dataDir, exclusive: true }))
    expect(here).toBeInstanceOf(StorageError)
    expect(here.message).toContain('SVC_DATABASE_URL')
    await first.stdin.end()
    expect(await first.exited).toBe(0)
  })

  test('is free again when its server was killed', async () => {
    const dataDir = temporaryDirectory()
    const first = hold(dataDir)
    expect(await firstLine(first)).toBe('open')
    first.kill('SIGKILL')
    await first.exited
    const next = await openStore({ dataDir, exclusive: true })
    await next.close()
    await (await openStore({ dataDir, exclusive: true })).close()
  })

  test('lets short commands write while its server runs', async () => {
    const dataDir = temporaryDirectory()
    const server = hold(dataDir)
    expect(await firstLine(server)).toBe('open')
    const store = await openEmptyStore({ dataDir })
    await migrate(store)
    await store.tx((db) => putSetting(db, 'by-command'))
    expect(await settingKeys(store)).toEqual(['by-command'])
    await server.stdin.end()
    expect(await server.exited).toBe(0)
  })

  test('is made when it is missing, and durable settings are in force', async () => {
    const dataDir = join(temporaryDirectory(), 'new/deep')
    const store = await openEmptyStore({ dataDir })
    const pragma = async (name: string) =>
      store.tx(async (db) => {
        return Object.values((await db.rows<Record<string, unknown>>(sql.raw(`PRAGMA ${name}`)))[0] ?? {})[0]
      })
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
  })

  test('that cannot be made names the path and the setting', async () => {
    const parent = temporaryDirectory()
    writeFileSync(join(parent, 'file'), '')
    const error = await failureOf(openStore({ dataDir: join(parent, 'file/data') }))
    expect(error).toBeInstanceOf(StorageError)
    expect(error.message).toContain(`${parent}/file/data cannot be created`)
    expect(error.message).toContain('SVC_DATA_DIR')
  })

  test('that is mounted read-only names the path and the remedy', async () => {
    const dataDir = temporaryDirectory()
    const mount = process.platform === 'linux' && process.getuid?.() === 0
    const mounted = mount && Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'ro', 'tmpfs', dataDir]).exitCode === 0
    if (!mounted) return console.log('Not tested: mounting a read-only file system needs root on Linux.')
    try {
      const error = await failureOf(openStore({ dataDir }))
      expect(error).toBeInstanceOf(StorageError)
      expect(error.message).toContain(`The data directory ${dataDir} cannot be written`)
      expect(error.message).toContain('mount it writable')
    } finally {
      Bun.spawnSync(['umount', dataDir])
    }
  })

  test('on a network file system is recognised by its type', () => {
    expect(networkFileSystem(0x6969)).toBe('NFS')
    expect(networkFileSystem(0xff534d42)).toBe('CIFS')
    expect(networkFileSystem(0xff534d42 | 0)).toBe('CIFS')
    expect(networkFileSystem(0xef53)).toBeUndefined()
    expect(networkFileSystem(0x01021994)).toBeUndefined()
  })

  test('with a file that is no database names the file', async () => {
    const dataDir = temporaryDirectory()
    writeFileSync(join(dataDir, 'svc.db'), 'this is not a database, but it is long enough to look at '.repeat(50))
    const error = await failureOf(openStore({ dataDir, exclusive: true }))
    expect(error.message).toContain(join(dataDir, 'svc.db'))
    mkdirSync(join(dataDir, 'other'))
    const lockIsFree = await openStore({ dataDir: join(dataDir, 'other'), exclusive: true })
    await lockIsFree.close()
  })

  test('keeps its rows when it is opened again, with nothing left in the write-ahead log', async () => {
    const dataDir = temporaryDirectory()
    const store = await openStore({ dataDir, exclusive: true })
    await migrate(store)
    await store.tx((db) => putSetting(db, 'kept'))
    await store.close()
    const file = new Database(join(dataDir, 'svc.db'), { readonly: true })
    expect(file.query('select key from settings').all()).toEqual([{ key: 'kept' }])
    file.close()
  })
})

describe('Postgres', () => {
  const secret = 'hunter2-secret'
  const dataDir = temporaryDirectory()

  test.each([
    ['nobody listens', async () => `postgres://svc:${secret}@127.0.0.1:1/svc`],
    [
      'the database is missing',
      async () => (await postgresServer()).replace('postgres@', `postgres:${secret}@`) + '/missing',
    ],
    [
      'the user is unknown',
      async () => (await postgresServer()).replace('postgres@', `nobody:${secret}@`) + '/postgres',
    ],
    ['the host is unknown', async () => `postgres://svc:${secret}@nowhere.invalid:5432/svc`],
  ])('says where and what to do when %s, without the password', async (_, url) => {
    const error = await failureOf(openStore({ url: await url(), dataDir }))
    expect(error).toBeInstanceOf(StorageError)
    expect(error.message).toMatch(/^Postgres at [^ ]+ cannot be used \(.+\)\. Check SVC_DATABASE_URL/)
    expect(Bun.inspect(error)).not.toContain(secret)
  })

  test.each(['mysql://localhost/x', 'postgres', 'postgres://', 'postgres:///x', 'sqlite:///tmp/x.db'])(
    'the address %s is refused',
    async (url) => {
      const error = await failureOf(openStore({ url, dataDir }))
      expect(error).toBeInstanceOf(StorageError)
      expect(error.message).toContain('SVC_DATABASE_URL must be')
    },
  )

  test('no more connections are held than the pool allows', async () => {
    const store = await openStore({ url: await createDatabase(), dataDir, poolSize: 3 })
    const busy = Array.from({ length: 12 }, () => store.tx((db) => db.rows(sql`select pg_sleep(0.01)`)))
    await Promise.all(busy)
    // Those that the pool opened stay open; one that the start used may not have ended yet, and the server may be cleaning up.
    await until(
      async () => {
        const [row] = await store.tx((db) =>
          db.rows<{ n: number }>(
            sql`select count(*) as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
          ),
        )
        return (row?.n ?? 0) <= 3
      },
      'no more connections than the pool allows',
      10_000,
    )
    await store.close()
  })

  test('a connection that the server cuts off is replaced', async () => {
    const url = await createDatabase()
    const store = await openEmptyStore({ url, dataDir })
    const other = await openEmptyStore({ url, dataDir })
    await store.ping()
    await other.read.rows(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    // Those whose end has not been noticed yet still fail once.
    let answers = false
    for (let attempt = 0; attempt < 50 && !answers; attempt++) {
      answers = await store.ping().then(
        () => true,
        () => false,
      )
    }
    expect(answers).toBe(true)
    expect(await store.read.rows(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })
})
