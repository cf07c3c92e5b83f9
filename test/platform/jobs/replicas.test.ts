/** The runners of two replicas on one Postgres, each with a store of its own. */
import { expect, test } from 'bun:test'
import { type JobHandler, cancelJob, enqueueMany } from '../../../src/platform/jobs/index.ts'
import { migrate } from '../../../src/platform/storage/index.ts'
import { FakeClock } from '../../support/clock.ts'
import { createDatabase } from '../../support/postgres.ts'
import { openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { kindOf, readJob, startJobs, until } from './runner.ts'

const kind = kindOf()

/** A handler that runs until it is notified to stop, and whom it was notified for. */
function waiting() {
  const running: string[] = []
  const notified: string[] = []
  const handler: JobHandler<{ n: number }> = {
    kind,
    concurrency: 2,
    run: ({ id }, { signal }) =>
      new Promise((resolve) => {
        running.push(id)
        signal.addEventListener('abort', () => {
          notified.push(id)
          resolve({ done: undefined })
        })
      }),
  }
  return { handler, running, notified }
}

test('what one replica cancels, another that runs it is told at once', async () => {
  const url = await createDatabase()
  const openReplica = () => openEmptyStore({ url, dataDir: temporaryDirectory() })
  const [here, there] = [await openReplica(), await openReplica()]
  await migrate(here)
  const [mine, theirs] = [waiting(), waiting()]
  let isReceived = false
  const jobs = Array.from({ length: 4 }, (_, n) => ({ payload: { n } }))
  await here.tx((db) => enqueueMany(db, kind, jobs))
  startJobs(here, [mine.handler])
  // Its time stands still: no sign of life tells it.
  startJobs(there, [theirs.handler], { clock: new FakeClock() })
  await until(() => mine.running.length === 2 && theirs.running.length === 2)
  const stopListening = there.listen('test.heard', () => (isReceived = true))
  await until(async () => (await here.tx(async (db) => db.signal('test.heard')), isReceived))
  stopListening()
  for (const [at, id] of theirs.running.entries()) {
    expect(await here.tx((db) => cancelJob(db, id, [kind]))).toBe(true)
    await until(() => theirs.notified.length === at + 1)
    expect(theirs.notified[at]).toBe(id)
    expect(await readJob(here, id)).toMatchObject({ state: 'cancelled', attempts: 0 })
  }
  expect(mine.notified).toEqual([])
})
