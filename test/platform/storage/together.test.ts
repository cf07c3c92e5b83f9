import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { together } from '../../../src/platform/storage/index.ts'
import { eachDialect } from '../../support/store.ts'
import { putSetting, settingKeys } from './rows.ts'

eachDialect((_, open) => {
  test('statements that go out together give their values in the order in which they were begun', async () => {
    const store = await open()
    const [, found, constant] = await store.tx((db) =>
      together(putSetting(db, 'first'), db.rows<{ one: number }>(sql`select 1 as one`), 'as it is'),
    )
    expect([found, constant]).toEqual([[{ one: 1 }], 'as it is'])
    expect(await settingKeys(store)).toEqual(['first'])
  })

  test('what failed first is thrown once all have ended, and nothing of them is left', async () => {
    const store = await open()
    let ended = 0
    const late = async (work: () => Promise<unknown>) => {
      try {
        await work()
        await work()
      } finally {
        ended++
      }
    }
    const failing = store.tx((db) => {
      // On Postgres the work runs once more.
      ended = 0
      return together(
        late(() => db.rows(sql`select 1 as one`)),
        late(() => putSetting(db, 'twice')),
        late(() => putSetting(db, crypto.randomUUID())),
      )
    })
    await expect(failing).rejects.toThrow(/twice|unique|duplicate|insert/i)
    expect(ended).toBe(3)
    expect(await settingKeys(store)).toEqual([])
  })
})
