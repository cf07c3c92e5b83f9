import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { type Db, type Store, lockRows, underLocks } from '../../../src/platform/storage/index.ts'
import { eachDialect } from '../../support/store.ts'
import { putSetting, settingKeys } from './rows.ts'

const boom = new Error('boom')
const fail = async () => {
  throw boom
}

eachDialect((dialect, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })

  async function increment(db: Db, key: string): Promise<void> {
    const { settings } = db.tables
    const [row] = await lockRows(db, db.select().from(settings).where(eq(settings.key, key)))
    await new Promise<void>((resolve) => setImmediate(resolve))
    await db
      .update(settings)
      .set({ value: (row?.value as number) + 1 })
      .where(eq(settings.key, key))
  }

  test('fifty transactions that read, decide and write lose no update', async () => {
    await store.tx((db) => putSetting(db, 'n', 0))
    await Promise.all(Array.from({ length: 50 }, () => store.tx((db) => increment(db, 'n'), underLocks)))
    const [row] = await store.read.select().from(store.read.tables.settings)
    expect(row?.value).toBe(50)
  })

  test('the value of the work is the value of the transaction', async () => {
    expect(await store.tx(async () => 7)).toBe(7)
  })

  test('a throw rolls everything back and is passed on, also after awaits', async () => {
    const work = store.tx(async (db) => {
      await putSetting(db, 'a')
      await new Promise<void>((resolve) => setImmediate(resolve))
      await putSetting(db, 'b')
      throw boom
    })
    await expect(work).rejects.toBe(boom)
    expect(await settingKeys(store)).toEqual([])
    await store.tx((db) => putSetting(db, 'after'))
    expect(await settingKeys(store)).toEqual(['after'])
  })

  test('a throw before the first await is a rejection', async () => {
    await expect(
      store.tx(() => {
        throw boom
      }),
    ).rejects.toBe(boom)
  })

  test('a nested transaction that fails takes only its own writes with it', async () => {
    await store.tx(async (db) => {
      await putSetting(db, 'outer')
      await store
        .tx(async (inner) => {
          await putSetting(inner, 'inner')
          await store.tx((innermost) => putSetting(innermost, 'innermost'))
          throw boom
        })
        .catch(() => undefined)
      await store.tx((inner) => putSetting(inner, 'second'))
    })
    expect(await settingKeys(store)).toEqual(['outer', 'second'])
  })

  test('a statement that fails inside a nested transaction leaves the outer one usable', async () => {
    await store.tx(async (db) => {
      await putSetting(db, 'twice')
      await store.tx((inner) => putSetting(inner, 'twice')).catch(() => undefined)
      await putSetting(db, 'once')
    })
    expect(await settingKeys(store)).toEqual(['once', 'twice'])
  })

  test('a throw of the outer transaction takes the nested ones with it', async () => {
    const work = store.tx(async () => {
      await store.tx((inner) => putSetting(inner, 'inner'))
      await fail()
    })
    await expect(work).rejects.toBe(boom)
    expect(await settingKeys(store)).toEqual([])
  })

  test('nested transactions begun together run one after the other', async () => {
    await store.tx(async () => {
      const works = Array.from({ length: 8 }, (_, index) =>
        store.tx(async (inner) => {
          await putSetting(inner, `k${index}`)
          await new Promise<void>((resolve) => setImmediate(resolve))
          if (index % 2 === 1) throw boom
        }),
      )
      await Promise.allSettled(works)
    })
    expect(await settingKeys(store)).toEqual(['k0', 'k2', 'k4', 'k6'])
  })

  test('a nested transaction nobody awaits still ends inside its outer one', async () => {
    await store.tx(async (db) => {
      await putSetting(db, 'outer')
      void store.tx(async (inner) => {
        await new Promise<void>((resolve) => setImmediate(resolve))
        await putSetting(inner, 'inner')
      })
    })
    expect(await settingKeys(store)).toEqual(['inner', 'outer'])
  })

  test('nobody reads what is not committed', async () => {
    let seen: string[] | undefined
    await store.tx(async (db) => {
      await putSetting(db, 'uncommitted')
      seen = await settingKeys(store)
    })
    expect(seen).toEqual([])
    expect(await settingKeys(store)).toEqual(['uncommitted'])
  })

  test('a forgotten write on read fails and says what to do', async () => {
    const { settings } = store.read.tables
    const writes = [
      () => store.read.insert(settings).values({ key: 'k', value: 1 }),
      () => store.read.update(settings).set({ value: 1 }),
      () => store.read.delete(settings),
      () => store.read.script('DELETE FROM settings'),
    ]
    for (const write of writes) expect(write).toThrow('use store.tx')
  })

  test('the Db of a transaction that has ended writes nothing any more', async () => {
    const leaked = await store.tx(async (db) => [db])
    const late = async () => {
      if (leaked[0] !== undefined) await putSetting(leaked[0], 'late')
    }
    await expect(late()).rejects.toThrow()
    expect(await settingKeys(store)).toEqual([])
  })

  test('work begun inside a transaction but run after it is a transaction of its own', async () => {
    const later = Promise.withResolvers<void>()
    let started: Promise<void> | undefined
    await store.tx(async (db) => {
      await putSetting(db, 'first')
      started = later.promise.then(() => store.tx((own) => putSetting(own, 'second')))
    })
    later.resolve()
    await started
    expect(await settingKeys(store)).toEqual(['first', 'second'])
  })

  test('the work runs in the async context of its caller', async () => {
    const request = new AsyncLocalStorage<number>()
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        request.run(index, () =>
          store.tx(async (db) => [request.getStore(), await db.$count(db.tables.settings), request.getStore()]),
        ),
      ),
    )
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => [index, 0, index]))
  })

  test('close lets running transactions finish and refuses new ones', async () => {
    const gate = Promise.withResolvers<void>()
    const running = store.tx(async (db) => {
      await gate.promise
      await putSetting(db, 'finished')
    })
    const closed = store.close()
    gate.resolve()
    await running
    await closed
    await expect(store.tx((db) => putSetting(db, 'late'))).rejects.toThrow()
    await store.close()
  })

  if (dialect === 'sqlite') {
    test('SQL that writes is refused on read too', async () => {
      await expect(store.read.rows(sql`delete from settings`)).rejects.toThrow('readonly')
    })
  }
})
