/** Waiting for Postgres has an end: for a lock, a statement, a frozen peer, a connection, and one that has gone silent. */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type Store, dedicatedBulkheads, openStore, storageFailure } from '../../../src/platform/storage/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { startSilentProxy } from '../../support/silent-proxy.ts'
import { createMigratedDatabase, temporaryDirectory } from '../../support/store.ts'
import { putSetting, settingKeys } from './rows.ts'

type Deadlines = NonNullable<Parameters<typeof openStore>[0]['deadlines']>

async function open(url: string, deadlines: Deadlines, poolSize = 5): Promise<Store> {
  const store = await openStore({ url, dataDir: temporaryDirectory(), poolSize, deadlines })
  cleanUp(() => store.close())
  return store
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => storageFailure(error).kind,
  )

/** Begins a transaction that holds what the work took until it is let go. */
async function hold(store: Store, work: (db: Parameters<Parameters<Store['tx']>[0]>[0]) => Promise<unknown>) {
  const [taken, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = store.tx(async (db) => {
    await work(db)
    taken.resolve()
    await mayEnd.promise
    await db.rows(sql`select 1`)
  })
  await Promise.race([taken.promise, ended])
  return { ended, letGo: () => mayEnd.resolve() }
}

const lockSettings = sql`lock table settings in access exclusive mode`

test('a statement that waits for a lock fails as busy, and the next one works', async () => {
  const store = await open(await createMigratedDatabase(), { lockMs: 300 })
  const holder = await hold(store, (db) => db.rows(lockSettings))
  expect(await failureOf(settingKeys(store))).toBe('busy')
  expect(await failureOf(store.tx((db) => putSetting(db, 'a')))).toBe('busy')
  holder.letGo()
  await holder.ended
  expect(await settingKeys(store)).toEqual([])
})

test('a statement that takes too long fails as busy, but for migrations and maintenance', async () => {
  const store = await open(await createMigratedDatabase(), { statementMs: 300, silenceMs: 600 }, 1)
  const slow = sql`select pg_sleep(1)`
  expect(await failureOf(store.read.rows(slow))).toBe('busy')
  expect(await failureOf(store.txWithoutDeadlines((db) => db.rows(slow)))).toBe('none')
  expect(await failureOf(store.statementWithoutDeadlines(slow))).toBe('none')
  // The deadline is back on the same connection.
  expect(await failureOf(store.read.rows(slow))).toBe('busy')
})

test('an idle transaction loses its locks', async () => {
  const url = await createMigratedDatabase()
  const frozen = await open(url, { idleTransactionMs: 300 })
  const other = await open(url, {})
  const holder = await hold(frozen, (db) => db.rows(lockSettings))
  await other.tx((db) => putSetting(db, 'written'))
  holder.letGo()
  await expect(holder.ended).rejects.toThrow()
  expect(await settingKeys(frozen)).toEqual(['written'])
})

test('a bulkhead leaves connections to others, and waiting for a connection times out', async () => {
  const store = await open(await createMigratedDatabase(), { queueMs: 300 }, 2)
  const holders = await Promise.all(
    [1, 2].map(() => store.inBulkhead('templates', () => hold(store, (db) => db.rows(sql`select 1`)))),
  )
  expect(await failureOf(store.inBulkhead('templates', () => settingKeys(store)))).toBe('busy')
  expect(await store.inBulkhead('webhooks', () => settingKeys(store))).toEqual([])
  await store.ping()
  for (const name of ['webhooks', 'webhooks', 'assets', 'assets'])
    holders.push(await store.inBulkhead(name, () => hold(store, (db) => db.rows(sql`select 1`))))
  expect(await failureOf(store.inBulkhead('exports', () => settingKeys(store)))).toBe('busy')
  // Health says so, at once, until one is free.
  expect(await failureOf(store.ping())).toBe('busy')
  for (const { letGo } of holders) letGo()
  await Promise.all(holders.map(({ ended }) => ended))
  await store.ping()
})

test('an unresponsive connection is closed, and the next call has another', async () => {
  const url = new URL(await createMigratedDatabase())
  const proxy = await startSilentProxy(Number(url.port))
  url.port = String(proxy.port)
  const store = await open(url.href, { silenceMs: 3000, probeMs: 1500, idleMs: 600_000, connectMs: 3000 })
  await store.ping()
  await Promise.all([settingKeys(store), settingKeys(store), settingKeys(store)])
  proxy.swallow()
  expect(await failureOf(settingKeys(store))).toBe('busy')
  // The others are tried before they are used, whatever they were idle for.
  expect(await Promise.all([settingKeys(store), settingKeys(store)])).toEqual([[], []])
  await store.ping()
  const inTransaction = store.tx(async (db) => {
    await putSetting(db, 'lost')
    proxy.swallow()
    return db.rows(sql`select 1`)
  })
  expect(await failureOf(inTransaction)).toBe('busy')
  await store.tx((db) => putSetting(db, 'kept'))
  expect(await settingKeys(store)).toEqual(['kept'])
})

test('a connection that went silent while it was idle is noticed before it is used', async () => {
  const url = new URL(await createMigratedDatabase())
  const proxy = await startSilentProxy(Number(url.port))
  url.port = String(proxy.port)
  const store = await open(url.href, { silenceMs: 600_000, probeMs: 1500, idleMs: 0 })
  expect(await settingKeys(store)).toEqual([])
  proxy.swallow()
  expect(await settingKeys(store)).toEqual([])
})

test('without a network, calls fail and the store can be closed; with it they work again', async () => {
  const url = new URL(await createMigratedDatabase())
  const proxy = await startSilentProxy(Number(url.port))
  url.port = String(proxy.port)
  const store = await open(url.href, { silenceMs: 3000, probeMs: 1000, idleMs: 0, connectMs: 1000 })
  proxy.swallow()
  proxy.swallowNew(true)
  await expect(settingKeys(store)).rejects.toThrow()
  await expect(store.ping()).rejects.toThrow()
  proxy.swallowNew(false)
  expect(await settingKeys(store)).toEqual([])
  await store.ping()
  proxy.swallow()
  await store.close()
})

test('the server ends the session of a connection that was closed while its statement ran', async () => {
  const url = await createMigratedDatabase()
  const [store, watcher] = [await open(url, { statementMs: 600_000, silenceMs: 300 }), await open(url, {})]
  expect(await failureOf(store.read.rows(sql`select pg_sleep(600)`))).toBe('busy')
  const sleeping = sql`select pid from pg_stat_activity where datname = current_database() and query like 'select pg_sleep(600)%'`
  while ((await watcher.read.rows(sleeping)).length > 0);
})

test('leases and schedules have a connection each, even if all others are in use', async () => {
  const store = await open(await createMigratedDatabase(), { queueMs: 300 }, 1)
  const holders = await Promise.all(
    ['a', 'a', 'b', 'b', 'c'].map((name) => store.inBulkhead(name, () => hold(store, (db) => db.rows(sql`select 1`)))),
  )
  expect(await failureOf(store.inBulkhead('d', () => settingKeys(store)))).toBe('busy')
  for (const name of Object.values(dedicatedBulkheads))
    expect(await store.inBulkhead(name, () => settingKeys(store))).toEqual([])
  expect(store.poolUse()).toMatchObject({ inUse: 5, waiting: 0 })
  for (const { letGo } of holders) letGo()
  await Promise.all(holders.map(({ ended }) => ended))
})

test('sessions that became read-only, as on a demoted primary, are replaced once others take writes', async () => {
  const url = await createMigratedDatabase()
  const store = await open(url, { idleMs: 600_000 }, 3)
  const name = sql.identifier(new URL(url).pathname.slice(1))
  const administrator = await open(url, {})
  await administrator.statement(sql`alter database ${name} set default_transaction_read_only = on`)
  // What was opened before goes on writing, so the sessions are begun anew.
  await Promise.all([store.read.rows(sql`select pg_sleep(0.05)`), settingKeys(store), settingKeys(store)])
  await administrator.statement(
    sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  while ((await failureOf(settingKeys(store))) !== 'none');
  await Promise.all([store.read.rows(sql`select pg_sleep(0.05)`), settingKeys(store), settingKeys(store)])
  expect(await failureOf(store.tx((db) => putSetting(db, 'a')))).toBe('read-only')
  expect(await failureOf(store.ping())).toBe('read-only')
  expect(await settingKeys(store)).toEqual([])
  await administrator.statement(sql`alter database ${name} reset default_transaction_read_only`)
  await store.ping()
  // One session finds out; anyone who comes next gets none like it.
  await failureOf(store.tx((db) => putSetting(db, 'b')))
  await Promise.all(['c', 'd', 'e'].map((key) => store.tx((db) => putSetting(db, key))))
})
