/** Processes that die, stand still or lose their database while they run jobs: no job is lost, none ends twice. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { countJobs, enqueueMany } from '../../src/platform/jobs/index.ts'
import { type Dialect, type Store, migrate } from '../../src/platform/storage/index.ts'
import { kindOf, recorder, startJobs, until } from '../platform/jobs/runner.ts'
import { settingKeys } from '../platform/storage/rows.ts'
import { cleanUp } from '../support/clean-up.ts'
import { createDatabase } from '../support/postgres.ts'
import { openEmptyStore, temporaryDirectory } from '../support/store.ts'

const kind = kindOf({ name: 'test.fault', leaseMs: 600, retryDelaysMs: [50] })

async function openPlace(dialect: Dialect): Promise<{ place: string; store: Store }> {
  const dataDir = temporaryDirectory()
  const place = dialect === 'postgres' ? await createDatabase() : dataDir
  const store = await openEmptyStore(dialect === 'postgres' ? { url: place, dataDir } : { dataDir })
  await migrate(store)
  return { place, store }
}

function startChild(place: string, diesAt: string, who: string) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'children/run-jobs.ts'), place, diesAt, who], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  cleanUp(() => child.kill('SIGKILL'))
  let output = ''
  void (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) output += chunk
  })()
  return { child, output: () => output }
}

const fill = (store: Store, count: number) =>
  store.tx((db) =>
    enqueueMany(
      db,
      kind,
      Array.from({ length: count }, (_, n) => ({ payload: { n } })),
    ),
  )

const isEmpty = async (store: Store) => (await countJobs(store.read)).length === 0

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test.each(['claimed', 'ran', 'settling'])('after kill -9 at "%s" every job ends once', async (label) => {
    const { place, store } = await openPlace(dialect)
    await fill(store, 40)
    for (let round = 0; round < 2; round++) expect(await startChild(place, label, 'dead').child.exited).not.toBe(0)
    const { child } = startChild(place, '', 'survivor')
    await until(() => isEmpty(store))
    void child.stdin.write('stop\n')
    await child.stdin.flush()
    expect(await child.exited).toBe(0)
    const expected = Array.from({ length: 40 }, (_, n) => `${n} by survivor`)
    expect((await settingKeys(store)).toSorted()).toEqual(expected.toSorted())
  })
})

test('a process paused beyond its lease is fenced: its late completions change nothing', async () => {
  const { place, store } = await openPlace('postgres')
  await fill(store, 5)
  const { child, output } = startChild(place, 'held', 'paused')
  await until(() => output().split('run').length === 6)
  child.kill('SIGSTOP')
  const settled: number[] = []
  const { handler } = recorder(kind, {
    settle: async (_db, ended) => void settled.push(...ended.map(({ job }) => job.payload.n)),
  })
  startJobs(store, [handler])
  await until(() => settled.length === 5)
  await until(() => isEmpty(store))
  child.kill('SIGCONT')
  void child.stdin.write('go on\n')
  await child.stdin.flush()
  expect(await child.exited).toBe(0)
  expect(output()).toContain('stopped')
  expect(await settingKeys(store)).toEqual([])
  expect(settled.toSorted()).toEqual([0, 1, 2, 3, 4])
  expect(await isEmpty(store)).toBe(true)
})

test('a database that becomes unreachable under load loses no job and logs little', async () => {
  const { place, store } = await openPlace('postgres')
  const total = 3000
  const counts = new Map<number, number>()
  const { handler } = recorder(kind, {
    concurrency: 50,
    async run(job) {
      await new Promise<void>((resolve) => setTimeout(resolve, 1))
      return { done: undefined, value: job.payload.n }
    },
    async settle(db, ended) {
      await db.insert(db.tables.settings).values(ended.map(({ job }) => ({ key: `${job.payload.n}`, value: '' })))
      for (const { job } of ended) counts.set(job.payload.n, (counts.get(job.payload.n) ?? 0) + 1)
    },
  })
  const { pathname } = new URL(place)
  const admin = new Bun.SQL({ url: place.replace(pathname, '/postgres'), max: 1 })
  await admin`select 1`
  const name = pathname.slice(1)
  await fill(store, total)
  const jobs = startJobs(store, [handler])
  await until(() => counts.size > 100)
  const end = () => admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  for (let round = 0; round < 3; round++) {
    await admin.unsafe(`alter database ${name} with allow_connections false`)
    await end()
    const before = performance.now()
    await until(() => performance.now() - before > 300)
    await admin.unsafe(`alter database ${name} with allow_connections true`)
    const size = counts.size
    await until(() => counts.size > size || counts.size === total)
  }
  await admin.close()
  await until(() => isEmpty(store))
  expect(await settingKeys(store)).toHaveLength(total)
  expect(jobs.lines.length).toBeLessThan(40)
})
