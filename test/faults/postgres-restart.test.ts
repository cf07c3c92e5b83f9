/** Postgres itself dies under load, twice: what was acknowledged happens, jobs end once, and everybody finds back. */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { countJobs, enqueueMany } from '../../src/platform/jobs/index.ts'
import { type Store, migrate, underLocks } from '../../src/platform/storage/index.ts'
import { kindOf, recorder, startJobs } from '../platform/jobs/runner.ts'
import { settingKeys } from '../platform/storage/rows.ts'
import { ownPostgresServer } from '../support/postgres.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { openEmptyStore, temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'
import { openReceiver } from '../surfaces/webhooks/receiver.ts'

const kind = kindOf({ name: 'test.restart', retryDelaysMs: [50], leaseMs: 3000, keepMs: 0 })
/** Before the number of a job that has ended, in the settings, which the service uses too. */
const endKey = 'ended '
const batch = 20

/** Calls the function again and again until told to stop, whatever it throws; answers how often it threw. */
function keepOn(work: () => Promise<unknown>): { stop(): Promise<number> } {
  let isOver = false
  const loop = (async () => {
    for (let failures = 0; ;) {
      if (isOver) return failures
      await work().catch(() => failures++)
      await new Promise<void>((resolve) => setTimeout(resolve, 5))
    }
  })()
  return {
    stop() {
      isOver = true
      return loop
    },
  }
}

/** Enqueues numbered jobs; those of a transaction that failed may exist all the same. */
function enqueueing(store: Store) {
  const acknowledged: number[] = []
  let next = 0
  const loop = keepOn(async () => {
    const numbers = Array.from({ length: batch }, () => next++)
    await store.tx((db) =>
      enqueueMany(
        db,
        kind,
        numbers.map((n) => ({ payload: { n } })),
      ),
    )
    acknowledged.push(...numbers)
  })
  return { acknowledged, stop: () => loop.stop() }
}

/** Creates templates over the API, which cause events; those that were answered with 201 exist. */
function creating(server: ServerProcess) {
  const acknowledged: string[] = []
  let count = 0
  const loop = keepOn(async () => {
    const name = `Template ${count++}`
    const answer = await server.call('POST', '/v1/templates', { name, type: 'promotional' })
    const body = (await answer.json()) as { id: string }
    if (answer.status !== 201) throw new Error(`${answer.status}`)
    acknowledged.push(body.id)
  })
  return { acknowledged, stop: () => loop.stop() }
}

/** Lets the half minute pass after which a claim is anybody's whose answer was lost. What does run is not taken so. */
async function endLeases(store: Store): Promise<void> {
  // Rows that end meanwhile would fail a serializable transaction.
  await store.tx((db) => db.rows(sql`update jobs set lease_until = 1 where state = 'running'`), underLocks)
}

test('two restarts of Postgres under load lose no job and complete none twice', async () => {
  const postgres = await ownPostgresServer()
  const url = `${postgres.address}/postgres`
  const open = () => openEmptyStore({ url, dataDir: temporaryDirectory() })
  const store = await open()
  await migrate(store)
  const environment = { SVC_DATABASE_URL: url, SVC_NET_ALLOW: '127.0.0.0/8', SVC_LOG: 'warn' }
  const server = await startServer(temporaryDirectory(), environment)
  const receiver = openReceiver()
  const webhook = await server.call('POST', '/v1/webhooks', { url: receiver.url, events: ['template.created'] })
  expect(webhook.status).toBe(201)

  const { handler, done } = recorder(kind, {
    concurrency: 50,
    settle: (db, ended) =>
      db
        .insert(db.tables.settings)
        .values(ended.map(({ job }) => ({ key: `${endKey}${job.payload.n} ${crypto.randomUUID()}`, value: '' })))
        .then(() => undefined),
  })
  const jobs = startJobs(store, [handler])
  const [enqueued, created] = [enqueueing(store), creating(server)]

  for (let restart = 0; restart < 2; restart++) {
    const [ran, received] = [done.length, receiver.received.length]
    const goesOn = () => done.length > ran + 300 && receiver.received.length > received + 20
    await until(goesOn, 'work to be done')
    await postgres.stopAtOnce()
    const stoppedAt = performance.now()
    await until(() => performance.now() - stoppedAt > 400, 'some time without Postgres')
    await postgres.start()
  }
  const [ran, received] = [done.length, receiver.received.length]
  const isBack = () => done.length > ran + 300 && receiver.received.length > received + 20
  await until(isBack, 'work after the last restart')
  const failures = [await enqueued.stop(), await created.stop()]
  for (const count of failures) expect(count).toBeGreaterThan(0)

  const other = await open()
  const notified: number[] = []
  store.listen('test.news', () => notified.push(performance.now()))
  const say = keepOn(() => other.tx(async (db) => db.signal('test.news')))
  await until(() => notified.length > 0, 'the signal of another replica')
  await say.stop()

  await endLeases(store)
  let left: unknown[] = []
  const isAllDone = async () => (left = await countJobs(store.read)).length === 0
  await until(isAllDone, () => `the end of every job: ${JSON.stringify(left)}`)
  const ends = (await settingKeys(store)).filter((key) => key.startsWith(endKey))
  const ended = ends.map((key) => Number(key.slice(endKey.length).split(' ')[0]))
  expect(new Set(ended).size).toBe(ended.length)
  expect(new Set(enqueued.acknowledged).difference(new Set(ended)).size).toBe(0)

  const arrived = new Set(receiver.received.map(({ body }) => templateOf(body)))
  expect(new Set(created.acknowledged).difference(arrived).size).toBe(0)
  const { webhookDeliveries } = store.read.tables
  const deliveries = await store.read.select().from(webhookDeliveries)
  expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(deliveries.length)
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['succeeded']))
  for (const { body, id } of receiver.received) expect(JSON.parse(body)).toMatchObject({ id })

  // Once for who looks and once for who writes, each time, here and there; and the driver adds no words of its own.
  const log = server.errors().trim().split('\n')
  const messages = log.map((line) => (JSON.parse(line) as { message: string }).message)
  for (const all of [messages, jobs.lines.map(({ message }) => message)]) {
    const waits = all.filter((message) => message === 'job queue waiting for the database')
    expect(waits.length).toBeGreaterThan(0)
    expect(waits.length).toBeLessThan(20)
  }
  expect(await server.kill('SIGTERM')).toBe(0)
}, 600_000)

function templateOf(body: string): string {
  return (JSON.parse(body) as { data: { template_id: string } }).data.template_id
}
