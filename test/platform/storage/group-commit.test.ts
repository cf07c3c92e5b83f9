import { Database } from 'bun:sqlite'
import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import type { Durability, Store } from '../../../src/platform/storage/index.ts'
import { openTestStore } from '../../support/store.ts'
import { putSetting, settingKeys, templateRow } from './rows.ts'

const boom = new Error('boom')
/** Runs what it is given outside of the transaction that calls it. */
const inOwnContext = AsyncLocalStorage.snapshot()

describe('group commit on SQLite', () => {
  let store: Store
  beforeEach(async () => {
    store = await openTestStore('sqlite')
  })

  test('transactions that wait together become durable together', async () => {
    const size = 20
    // A slow machine may close a batch early; it does not do so every time.
    let together = false
    for (let round = 0; round < 20 && !together; round++) {
      const before = (await settingKeys(store)).length
      const works = Array.from({ length: size }, (_, index) => store.tx((db) => putSetting(db, `${round}/${index}`)))
      await works[0]
      together = (await settingKeys(store)).length === before + size
      await Promise.all(works)
    }
    expect(together).toBe(true)
  })

  test('one that need not outlive a loss of power is not synced, unless it waits with one that must', async () => {
    const levelOf = (survives?: Durability) =>
      store.tx(async (db) => {
        const [row] = await db.rows<{ synchronous: number }>(sql`PRAGMA synchronous`)
        return row?.synchronous
      }, survives && { survives })
    const [normal, full] = [1, 2]
    expect(await levelOf('process')).toBe(normal)
    expect(await levelOf()).toBe(full)
    expect(await Promise.all([levelOf('process'), levelOf()])).toEqual([full, full])
    // One that must be synced does not join a COMMIT that is not.
    let late: Promise<number | undefined> | undefined
    const early = store.tx(async () => void (late = inOwnContext(levelOf)), { survives: 'process' })
    await early
    expect(await late).toBe(full)
  })

  test('a failing one is rolled back alone, wherever it stands', async () => {
    const works = Array.from({ length: 30 }, (_, index) =>
      store.tx(async (db) => {
        await putSetting(db, `k${String(index).padStart(2, '0')}`)
        if (index % 10 === 0 || index === 29) throw boom
        return index
      }),
    )
    const results = await Promise.allSettled(works)
    const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []))
    expect(failed).toEqual([0, 10, 20, 29])
    expect(await settingKeys(store)).toHaveLength(26)
  })

  test('a broken constraint of one does not touch the others', async () => {
    const works = ['a', 'b', 'a', 'c'].map((key) => store.tx((db) => putSetting(db, key)))
    const results = await Promise.allSettled(works)
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await settingKeys(store)).toEqual(['a', 'b', 'c'])
  })

  test('when the COMMIT fails, all of them reject and nothing is kept', async () => {
    // Time that stands still: a batch is not closed early, however slow the machine is.
    using _ = spyOn(performance, 'now').mockReturnValue(performance.now())
    const works = [
      store.tx((db) => putSetting(db, 'before')),
      store.tx(async (db) => {
        await db.script('PRAGMA defer_foreign_keys = ON')
        await db.insert(db.tables.templates).values(templateRow('tpl_orphan', { projectId: 'prj_none' }))
      }),
      store.tx((db) => putSetting(db, 'after')),
    ]
    const results = await Promise.allSettled(works)
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await settingKeys(store)).toEqual([])
    await store.tx((db) => putSetting(db, 'next'))
    expect(await settingKeys(store)).toEqual(['next'])
  })

  test('one that arrives while another runs joins it, in order of arrival', async () => {
    const order: string[] = []
    const add = (name: string) =>
      store.tx(async (db) => {
        await new Promise<void>((resolve) => setImmediate(resolve))
        order.push(name)
        await putSetting(db, name)
      })
    const first = add('1')
    await new Promise<void>((resolve) => setImmediate(resolve))
    await Promise.all([first, add('2'), add('3')])
    expect(order).toEqual(['1', '2', '3'])
  })

  test('work that writes again and again leaves the event loop to others', async () => {
    let stop = false
    const forever = Promise.all(
      Array.from({ length: 600 }, async (_, side) => {
        for (let index = 0; !stop; index++) await store.tx((db) => putSetting(db, `${side}/${index}`))
      }),
    )
    for (let turns = 0; turns < 5; turns++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
    stop = true
    await forever
    expect((await settingKeys(store)).length).toBeGreaterThan(0)
  })

  test('a lone transaction is committed when it resolves', async () => {
    await store.tx((db) => putSetting(db, 'alone'))
    const other = new Database(join(store.dataDir, 'svc.db'), { readonly: true })
    expect(other.query('select count(*) as n from settings').get()).toEqual({ n: 1 })
    other.close()
  })

  test("another process's short write is waited for, and the event loop runs meanwhile", async () => {
    const other = new Database(join(store.dataDir, 'svc.db'))
    other.exec('BEGIN IMMEDIATE')
    const waiting = store.tx((db) => putSetting(db, 'mine'))
    let turns = 0
    while (turns < 20) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      turns++
    }
    expect(await settingKeys(store)).toEqual([])
    other.exec(`INSERT INTO settings VALUES ('theirs', '1'); COMMIT`)
    other.close()
    await waiting
    expect(await settingKeys(store)).toEqual(['mine', 'theirs'])
  })
})
