import { beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { type Db, type Store, preparedAndKept } from '../../../src/platform/storage/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { eachDialect, openEmptyStore, openTestStore } from '../../support/store.ts'
import { putSetting } from './rows.ts'

const boom = new Error('boom')

/** A kept read of one setting. */
function reader() {
  const read = preparedAndKept((db) => {
    const { settings } = db.tables
    return db
      .select({ value: settings.value })
      .from(settings)
      .where(eq(settings.key, sql.placeholder('key')))
  })
  return async (db: Db, key: string) => (await read(db, { key }))[0]?.value
}

eachDialect((_, open) => {
  let store: Store
  const value = reader()
  beforeEach(async () => {
    store = await open()
    await store.tx((db) => putSetting(db, 'a', 'first'))
  })

  const change = (db: Db, key: string, to: string) => {
    const { settings } = db.tables
    return db.update(settings).set({ value: to }).where(eq(settings.key, key))
  }

  test('a kept read sees a commit at once, and not what is rolled back', async () => {
    expect(await value(store.read, 'a')).toBe('first')
    const failed = store.tx(async (db) => {
      await change(db, 'a', 'undone')
      expect(await value(db, 'a')).toBe('undone')
      expect(await value(store.read, 'a')).toBe('first')
      throw boom
    })
    await expect(failed).rejects.toBe(boom)
    expect(await value(store.read, 'a')).toBe('first')
    await store.tx((db) => change(db, 'a', 'second'))
    expect(await value(store.read, 'a')).toBe('second')
    await store.tx(async (db) => void (await db.delete(db.tables.settings)))
    expect(await value(store.read, 'a')).toBeUndefined()
  })

  test('values that look alike when joined are kept apart', async () => {
    const both = preparedAndKept((db) => {
      const { settings } = db.tables
      return db
        .select({ key: settings.key })
        .from(settings)
        .where(sql`${settings.key} = ${sql.placeholder('left')} or ${settings.key} = ${sql.placeholder('right')}`)
    })
    await store.tx((db) => putSetting(db, 'b', 'other'))
    expect(await both(store.read, { left: 'a', right: '1 b' })).toEqual([{ key: 'a' }])
    expect(await both(store.read, { left: 'a1 ', right: 'b' })).toEqual([{ key: 'b' }])
  })

  test('a transaction has no snapshot to keep reads by', async () => {
    expect(await store.tx(async (db) => db.snapshot())).toBeUndefined()
  })
})

test('with SQLite, a read is kept until somebody writes, whoever it is', async () => {
  const store = await openTestStore('sqlite')
  const other = await openEmptyStore({ dataDir: store.dataDir })
  const before = store.read.snapshot()
  expect(store.read.snapshot()).toBe(before)
  await store.tx((db) => putSetting(db, 'own', '1'))
  const own = store.read.snapshot()
  expect(own).not.toBe(before)
  await other.tx((db) => putSetting(db, 'other', '1'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(store.read.snapshot()).not.toBe(own)
})

test('with SQLite, a request that is sent after a commit of another process sees it', async () => {
  const store = await openTestStore('sqlite')
  const value = reader()
  await store.tx((db) => putSetting(db, 'a', '0'))
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async () => new Response(String(await value(store.read, 'a'))),
  })
  cleanUp(() => server.stop(true))
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'children/write-and-ask.ts'), store.dataDir, String(server.url), '300'],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  expect(await new Response(child.stdout).text()).toBe('0 of 300 were old\n')
})
