/** What the claim costs must not grow with what waits: no plan reads the backlog, whatever the database believes of it. */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { enqueue, enqueueMany } from '../../../src/platform/jobs/index.ts'
import { claimJobs, findWork, readPartitions } from '../../../src/platform/jobs/claim-store.ts'
import { migrate } from '../../../src/platform/storage/index.ts'
import { eachDialect, openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { kindOf } from './runner.ts'

const kind = kindOf()

test('statistics of a small jobs table are discarded with the process that made them', async () => {
  const dataDir = temporaryDirectory()
  const store = await openEmptyStore({ dataDir })
  await migrate(store)
  await store.tx((db) => enqueue(db, kind, { payload: { n: 1 } }))
  await store.tx((db) => db.script('ANALYZE'))
  await store.close()
  const again = await openEmptyStore({ dataDir })
  const plan = await again.read.rows<{ detail: string }>(sql`explain query plan
    update jobs set state = 'ready' where id in (select id from jobs where state = 'scheduled' and run_at <= 1)`)
  expect(plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))).toEqual([])
})

eachDialect((dialect, open) => {
  test('polling, and claiming next to a full partition, take as long with a backlog as without', async () => {
    const store = await open()
    const claim = (nowMs: number) =>
      claimJobs(store, [{ partition: 'other', wanted: 1, cap: 5 }], {
        kind: kind.name,
        nowMs,
        leaseUntil: nowMs + 30_000,
      })
    const look = async () => {
      await findWork(store.read, [kind.name], Date.now())
      const partitions = await readPartitions(store.read, { kind: kind.name, after: '', limit: 100, isCounted: true })
      return partitions.map(({ partition, running }) => [partition, running])
    }
    const fill = (partition: string, count: number) =>
      store.tx((db) =>
        enqueueMany(
          db,
          kind,
          Array.from({ length: count }, (_, n) => ({ payload: { n }, partition })),
        ),
      )
    await fill('full', 30_000)
    await fill('other', 40)
    if (dialect === 'postgres') await store.statement(sql`analyze jobs`)
    const times: number[] = []
    for (let turn = 0; turn < 30; turn++) {
      const at = performance.now()
      expect(await look()).toContainEqual(['full', 0])
      await claim(Date.now())
      times.push(performance.now() - at)
    }
    expect(times.toSorted((a, b) => a - b)[15]).toBeLessThan(5000)
    const running = await store.read.rows(sql`select 1 from jobs where state = 'running'`)
    expect(running).toHaveLength(5)
  })
})
