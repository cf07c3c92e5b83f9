/** A database that takes nothing more for a while: jobs wait, and the log says so once. */
import { expect, test } from 'bun:test'
import { countJobs, enqueueMany } from '../../../src/platform/jobs/index.ts'
import { openTestStore } from '../../support/store.ts'
import { putSetting, settingKeys } from '../storage/rows.ts'
import { kindOf, recorder, startJobs, until } from './runner.ts'

test('a full disk costs no job an attempt, and what waited ends once there is room', async () => {
  const store = await openTestStore('sqlite')
  const { handler, done } = recorder(kindOf({ keepMs: 0 }), {
    settle: async (db, ended) => {
      for (const { job } of ended) await putSetting(db, `${job.payload.n}`, 'x'.repeat(20_000))
    },
  })
  const limitPages = (count: string) => store.tx((db) => db.script(`PRAGMA max_page_count = ${count}`))
  await store.tx((db) =>
    enqueueMany(
      db,
      handler.kind,
      Array.from({ length: 20 }, (_, n) => ({ payload: { n } })),
    ),
  )
  // SQLite takes no fewer than there are.
  await limitPages('1')
  const jobs = startJobs(store, [handler])
  await until(() => done.length >= 10 && jobs.lines.length > 0)
  const before = performance.now()
  await until(() => performance.now() - before > 1500)
  expect(await settingKeys(store)).toEqual([])
  // One of writing, and one of the chores at most.
  expect(jobs.lines.length).toBeLessThanOrEqual(2)
  await limitPages('1073741823')
  await until(async () => (await countJobs(store.read)).length === 0)
  expect(await settingKeys(store)).toHaveLength(20)
  expect(done).toHaveLength(20)
  // Said once what was written is durable.
  await until(() => jobs.lines.at(-1)?.message === 'job queue resumed')
})
