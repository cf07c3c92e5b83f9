/** A process that dies again and again while many jobs run: only the job that kills it ends dead, and no event is lost. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createId } from '../../src/kernel/ids/index.ts'
import { createAuditKeys, useAuditKeys } from '../../src/platform/audit/index.ts'
import { emit } from '../../src/platform/events/index.ts'
import { createVault } from '../../src/platform/identity/index.ts'
import { defineJob, enqueueMany, listJobs } from '../../src/platform/jobs/index.ts'
import { migrate, openStore } from '../../src/platform/storage/index.ts'
import { createCompany, createProject } from '../../src/surfaces/projects/index.ts'
import { settingKeys } from '../platform/storage/rows.ts'
import { cleanUp } from '../support/clean-up.ts'
import { createDatabase } from '../support/postgres.ts'
import { dialects, temporaryDirectory, testSecret } from '../support/store.ts'

const poison = defineJob<{ n: number; poison: boolean }>({
  name: 'test.poison',
  maxAttempts: 3,
  retryDelaysMs: [50],
  jitter: 0,
})

/** The exit code of a process whose jobs all have to pause. */
const pausing = 3

interface Loop {
  place: string
  options: { url?: string; dataDir: string }
}

describe.each([...dialects])('on %s', (dialect) => {
  async function openLoop(): Promise<Loop> {
    const dataDir = temporaryDirectory()
    if (dialect === 'sqlite') return { place: dataDir, options: { dataDir } }
    const url = await createDatabase()
    return { place: url, options: { url, dataDir } }
  }

  /** Opens the store while no child has it. */
  async function within<T>({ options }: Loop, work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>) {
    const store = await openStore(options)
    try {
      await migrate(store)
      useAuditKeys(store.read, createAuditKeys([testSecret]))
      return await work(store)
    } finally {
      await store.close()
    }
  }

  let starts = 0
  /** How the next process ends that has something to do: 0 when all is done, else it died. */
  async function runChild({ place }: Loop, dies: string): Promise<number> {
    const script = join(import.meta.dir, 'children/crash-loop.ts')
    for (;;) {
      const aheadMs = String(++starts * 60_000)
      const child = Bun.spawn([process.execPath, script, place, dies, aheadMs], { stdout: 'inherit', stderr: 'pipe' })
      cleanUp(() => child.kill('SIGKILL'))
      const code = await child.exited
      if (code !== pausing) return code
    }
  }

  test('64 events that are published while the process dies six times are all published', async () => {
    const loop = await openLoop()
    const ids = await within(loop, async (store) => {
      const { project } = await store.tx(async (db) => {
        const company = await createCompany(db, { name: 'Acme' })
        return createProject(db, createVault('a secret for tests'), { companyId: company.id, name: 'Shop' })
      })
      const projectId = project.id
      const webhook = {
        id: createId('webhook'),
        projectId,
        url: 'https://receiver.invalid/',
        events: ['export.failed'],
      }
      const usual = { enabled: true, secrets: [], revision: 1, createdAt: 1, updatedAt: 1 }
      await store.tx((db) => db.insert(db.tables.webhooks).values({ ...webhook, ...usual }))
      const data = { export_id: 'exp_1', format: 'zip', template_ids: [], error: { code: 'X', message: 'Y' } }
      const emitted: (string | undefined)[] = []
      for (let at = 0; at < 64; at++)
        emitted.push(await store.tx((db) => emit(db, 'export.failed', { projectId, data })))
      return emitted
    })
    for (let death = 0; death < 6; death++) expect(await runChild(loop, 'publishing')).not.toBe(0)
    expect(await runChild(loop, '')).toBe(0)
    const published = await within(loop, (store) => settingKeys(store))
    expect(published.filter((key) => key.startsWith('evt_')).toSorted()).toEqual(ids.map(String).toSorted())
  })

  test('a job that crashes each process ends as dead, and jobs next to it are done once', async () => {
    const loop = await openLoop()
    const count = 40
    const poisonous = 7
    const payloads = Array.from({ length: count }, (_, n) => ({ payload: { n, poison: n === poisonous } }))
    await within(loop, (store) => store.tx((db) => enqueueMany(db, poison, payloads)))
    let deaths = 0
    while ((await runChild(loop, '')) !== 0) deaths++
    expect(deaths).toBe(5)
    const { dead, done } = await within(loop, async (store) => ({
      dead: await listJobs(store.read, { state: 'dead' }, { limit: 100 }),
      done: await settingKeys(store),
    }))
    expect(dead.map(({ payload }) => (payload as { n: number }).n)).toEqual([poisonous])
    const expected = payloads.filter(({ payload }) => !payload.poison).map(({ payload }) => `job ${payload.n}`)
    expect(done.filter((key) => key.startsWith('job ')).toSorted()).toEqual(expected.toSorted())
  })
})
