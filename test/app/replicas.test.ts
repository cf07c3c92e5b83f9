/** Which process runs jobs: the one that was told not to leaves them to the others. */
import { expect, test } from 'bun:test'
import { buildService } from '../../src/app/service.ts'
import { readConfig } from '../../src/platform/config/index.ts'
import { createWorkers, enqueue, findJob } from '../../src/platform/jobs/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import type { Store } from '../../src/platform/storage/index.ts'
import { cleanUp } from '../support/clean-up.ts'
import { testSecret, workerEntry } from '../support/service.ts'
import { eachDialect, temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

/** The service on the store, as `SVC_RUN_JOBS` says. */
async function start(store: Store, runJobs: 'true' | 'false') {
  const environment = { SVC_DATA_DIR: temporaryDirectory(), SVC_RUN_JOBS: runJobs }
  const config = { ...readConfig({ environment }), secret: testSecret }
  const workers = createWorkers({ entry: workerEntry })
  cleanUp(() => workers.close())
  const service = await buildService({ config, store, log: createLog('error'), workers })
  cleanUp(() => service.close())
  const readyz = await service.handle(new Request('http://localhost/readyz'))
  return { ready: (await readyz.json()) as unknown }
}

const trash = { name: 'housekeeping.trash', maxAttempts: 1, retryDelaysMs: [], jitter: 0 }

eachDialect((dialect, open) => {
  test('a replica with SVC_RUN_JOBS=false serves only, and another does the work', async () => {
    const store = await open()
    expect(await start(store, 'false')).toEqual({ ready: { status: 'ready', storage: dialect, jobs: 'off' } })
    const id = await store.tx((db) => enqueue(db, trash, { payload: {} }))
    expect((await findJob(store.read, id))?.state).toBe('ready')
    expect(await store.read.$count(store.read.tables.jobSchedules)).toBe(0)

    expect(await start(store, 'true')).toEqual({ ready: { status: 'ready', storage: dialect, jobs: 'running' } })
    await until(async () => (await findJob(store.read, id))?.state === 'done', 'the job')
  })
})
