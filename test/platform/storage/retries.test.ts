/** Transactions on Postgres that fail because of others are run again, and leave nothing of the attempts that failed. */
import { beforeAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { limits } from '../../../src/kernel/limits.ts'
import { recordAudit, verifyAudit } from '../../../src/platform/audit/index.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { type Db, type Store, lockRows, underLocks } from '../../../src/platform/storage/index.ts'
import { blockedOrSettled, closeGate } from '../../support/postgres-proxy.ts'
import { openTestStore, temporaryDirectory } from '../../support/store.ts'
import { putSetting, settingKeys } from './rows.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore('postgres')
})

/** Resolves once both have come so far. */
function meeting(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = 2
  return async () => {
    if (--left === 0) resolve()
    if (left >= 0) await promise
  }
}

const retried = (state: string) => store.retries().get(state)?.retried ?? 0
const conflict = () => Object.assign(new Error('could not serialize access'), { errno: '40001' })

test("two transactions that depend on each other's writes are serialized", async () => {
  const meet = meeting()
  const countThenAdd = (key: string) =>
    store.tx(async (db) => {
      const known = await db.rows(sql`select 1 as one from settings where key like 'skew%'`)
      await meet()
      await putSetting(db, `skew ${known.length} ${key}`)
    })
  const before = retried('40001')
  await Promise.all([countThenAdd('a'), countThenAdd('b')])
  expect((await settingKeys(store)).filter((key) => key.startsWith('skew')).map((key) => key[5])).toEqual(['0', '1'])
  expect(retried('40001')).toBe(before + 1)
})

test('two transactions that lock the same rows in another order both succeed', async () => {
  await store.tx(async (db) => {
    await putSetting(db, 'deadlock a', 0)
    await putSetting(db, 'deadlock b', 0)
  })
  const meet = meeting()
  const { settings } = store.read.tables
  const lock = async (db: Db, key: string) => {
    const [row] = await lockRows(db, db.select().from(settings).where(eq(settings.key, key)))
    const value = Number(row?.value) + 1
    await db.update(settings).set({ value }).where(eq(settings.key, key))
  }
  const both = (keys: [string, string]) =>
    store.tx(async (db) => {
      await db.rows(sql`select set_config('deadlock_timeout', '10ms', true)`)
      await lock(db, keys[0])
      await meet()
      await lock(db, keys[1])
    }, underLocks)
  await Promise.all([both(['deadlock a', 'deadlock b']), both(['deadlock b', 'deadlock a'])])
  const rows = await store.read
    .select()
    .from(settings)
    .where(sql`${settings.key} like 'deadlock%'`)
  expect(rows.map(({ value }) => value)).toEqual([2, 2])
  expect(retried('40P01')).toBe(1)
})

test('a transaction that adds what another added meanwhile sees it in a second attempt', async () => {
  const meet = meeting()
  const takeName = (wanted: string) =>
    store.tx(async (db) => {
      const { settings } = db.tables
      const taken = await db.select().from(settings).where(eq(settings.key, wanted))
      await meet()
      const name = taken.length > 0 ? `${wanted} 2` : wanted
      await putSetting(db, name)
      return name
    }, underLocks)
  expect((await Promise.all([takeName('name'), takeName('name')])).toSorted()).toEqual(['name', 'name 2'])
})

test('a violation that remains is passed on after the second attempt', async () => {
  await store.tx((db) => putSetting(db, 'taken'))
  let attempts = 0
  const work = (db: Db) => {
    attempts++
    return putSetting(db, 'taken')
  }
  await expect(store.tx(work)).rejects.toMatchObject({ cause: { errno: '23505' } })
  expect(attempts).toBe(2)
})

test('attempts end, and the failure is passed on and counted', async () => {
  let attempts = 0
  const failing = store.tx(async () => {
    attempts++
    throw conflict()
  })
  await expect(failing).rejects.toThrow('could not serialize access')
  expect(attempts).toBe(limits.postgresAttempts)
  expect(store.retries().get('40001')?.gaveUp).toBe(1)
})

test('a failed attempt leaves no records or writes', async () => {
  let attempts = 0
  await store.tx(async (db) => {
    attempts++
    await putSetting(db, `attempt ${attempts}`)
    await recordAudit(db, { actor: { kind: 'system', id: 'test' }, action: 'test.attempted', detail: { attempts } })
    if (attempts < 3) throw conflict()
  })
  expect((await settingKeys(store)).filter((key) => key.startsWith('attempt'))).toEqual(['attempt 3'])
  const { auditLog } = store.read.tables
  const rows = await store.read.select().from(auditLog).where(eq(auditLog.action, 'test.attempted'))
  expect(rows.map(({ detail }) => detail)).toEqual([{ attempts: 3 }])
})

test('a conflict that the work has caught repeats it all the same', async () => {
  await store.tx((db) => putSetting(db, 'caught', 0))
  const { settings } = store.read.tables
  const isCaught = eq(settings.key, 'caught')
  let attempts = 0
  await store.tx(async (db) => {
    const [row] = await db.select().from(settings).where(isCaught)
    if (++attempts === 1) await store.statement(sql`update settings set value = '5'::jsonb where key = 'caught'`)
    const value = Number(row?.value) + 1
    await store.tx((inner) => inner.update(settings).set({ value }).where(isCaught)).catch(() => undefined)
  })
  expect(attempts).toBe(2)
  expect((await store.read.select().from(settings).where(isCaught))[0]?.value).toBe(6)
})

test('one that takes a lock sees what those committed whom it waited for, declared or not', async () => {
  await store.tx((db) => putSetting(db, 'locked', 1))
  const { settings } = store.read.tables
  const open = await closeGate(store, 90)
  const first = store.tx(async (db) => {
    await lockRows(db, db.select().from(settings).where(eq(settings.key, 'locked')))
    await putSetting(db, 'beside the lock')
    await db.rows(sql`select pg_advisory_xact_lock_shared(90)`)
  }, underLocks)
  await blockedOrSettled(store, first, 1)
  const second = store.tx(async (db) => {
    await lockRows(db, db.select().from(settings).where(eq(settings.key, 'locked')))
    return (await db.select().from(settings).where(eq(settings.key, 'beside the lock'))).length
  })
  await blockedOrSettled(store, second, 2)
  await open()
  expect(await second).toBe(1)
  await first
  expect(retried('undeclared')).toBe(1)
})

test('transactions that record in the same chain do not repeat each other, and the chain is whole', async () => {
  const before = retried('40001')
  const entry = { actor: { kind: 'system', id: 'test' } as const, projectId: 'prj_chain' }
  await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      store.tx(async (db) => {
        await recordAudit(db, { ...entry, action: 'test.first', target: `${index}` })
        await putSetting(db, `chain ${index}`)
        await store.tx((inner) => recordAudit(inner, { ...entry, action: 'test.second', target: `${index}` }))
        // One that is undone records nothing.
        const undone = store.tx(async (inner) => {
          await recordAudit(inner, { ...entry, action: 'test.undone' })
          throw new Error('undone')
        })
        await undone.catch(() => undefined)
      }),
    ),
  )
  expect(retried('40001')).toBe(before)
  const { auditLog } = store.read.tables
  const rows = await store.read.select().from(auditLog).where(eq(auditLog.projectId, 'prj_chain')).orderBy(auditLog.at)
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1))
  for (let at = 0; at < rows.length; at += 2) {
    expect(rows.slice(at, at + 2).map(({ action }) => action)).toEqual(['test.first', 'test.second'])
    expect(rows[at]?.target).toBe(rows[at + 1]?.target as string)
  }
  expect(await verifyAudit(store.read, openBlobs(temporaryDirectory()))).toMatchObject({ problems: [] })
})
