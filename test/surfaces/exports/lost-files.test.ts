/** Files of exports whose writer does not know how its row ended: a COMMIT without an answer, a replica that stood still. */
import { afterAll, describe, expect, test } from 'bun:test'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { type Caller, createVault } from '../../../src/platform/identity/index.ts'
import { createWorkers } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { type ExportDeps, createExports, exportHandler, purgeExports } from '../../../src/surfaces/exports/index.ts'
import { createApiKey, createCompany, createProject } from '../../../src/surfaces/projects/index.ts'
import { startJobs, until } from '../../platform/jobs/runner.ts'
import { FakeClock } from '../../support/clock.ts'
import { startCommitProxy } from '../../support/commit-proxy.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService, workerEntry } from '../../support/service.ts'
import { createMigratedDatabase, openEmptyStore, temporaryDirectory } from '../../support/store.ts'

const workers = createWorkers({ entry: workerEntry })
afterAll(() => workers.close())

const insertion = /insert into "exports"/
const completion = /update "exports" set .*"files"/
const html = '<p>Hello</p>'

async function startBehindProxy(environment: Record<string, string> = {}) {
  const proxy = await startCommitProxy(await createMigratedDatabase())
  const store = await openEmptyStore({ url: proxy.url, dataDir: temporaryDirectory() })
  const log = createLog('error', () => undefined)
  return { proxy, service: await startService({ dialect: 'postgres', store, log, environment }) }
}

async function listed(service: TestService): Promise<Export[]> {
  return ((await ask(service, { call: 'GET /v1/export?limit=100' })).body as { data: Export[] }).data
}

async function downloadsOf(service: TestService, made: readonly Export[]): Promise<number[]> {
  const answers = made.map(async ({ id }) => (await ask(service, { call: `GET /v1/export/${id}/download` })).status)
  return Promise.all(answers)
}

describe.each(['late', 'answer'] as const)('the server commits, and the answer is lost: %s', (loss) => {
  test('every export has its files, also for the call that is repeated under its key', async () => {
    const { proxy, service } = await startBehindProxy()
    for (let at = 0; at < 8; at++) {
      proxy.lose(loss, insertion, 1)
      const call = {
        call: 'POST /v1/export',
        send: { html, format: 'html' },
        headers: { 'idempotency-key': `key-${at}` },
      }
      expect((await ask(service, call)).status).toBe(503)
      await proxy.deliver()
      const again = await ask(service, call)
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    }
    const made = await listed(service)
    expect(made).toHaveLength(8)
    expect(await downloadsOf(service, made)).toEqual(made.map(() => 200))
  })

  test('a job that ends so leaves one export with its file', async () => {
    const { proxy, service } = await startBehindProxy({ SVC_RUN_JOBS: 'true' })
    proxy.lose(loss, completion, 1)
    expect((await ask(service, { call: 'POST /v1/export', send: { html, format: 'html', async: true } })).status).toBe(
      202,
    )
    await until(() => proxy.lost === 1)
    await proxy.deliver()
    await until(async () => (await listed(service))[0]?.status === 'completed')
    expect(await downloadsOf(service, await listed(service))).toEqual([200])
  })
})

const inputs = [
  { format: 'zip', options: { images: 'zip' } },
  { format: 'html', options: { images: 'data' } },
] as const

describe.each(inputs)('an export as $format', (input) => {
  test('that another replica made stays whole when the one that stood still wakes', async () => {
    const url = await createMigratedDatabase()
    const openReplica = () => openEmptyStore({ url, dataDir: temporaryDirectory() })
    const [asleep, awake] = [await openReplica(), await openReplica()]
    const blobs = openBlobs(temporaryDirectory())
    let wake: () => void = () => undefined
    const woken = new Promise<void>((resolve) => (wake = resolve))
    let isAsleep = false
    const partsOf = (store: typeof awake, beforeImage: () => Promise<void>): ExportDeps => ({
      store,
      blobs,
      workers,
      vault: createVault('a secret for tests'),
      cdnUrl: 'https://cdn.example',
      send: () => Promise.reject(new Error('Nothing is sent.')),
      fontFolder: '',
      readImage: async () => {
        await beforeImage()
        return undefined
      },
    })
    const sleeping = partsOf(asleep, async () => {
      isAsleep = true
      await woken
    })
    const working = partsOf(awake, async () => undefined)
    const exports = createExports(working)
    const caller = await awake.tx(async (db): Promise<Caller> => {
      const company = await createCompany(db, { name: 'Acme' })
      const { project } = await createProject(db, working.vault, { companyId: company.id, name: 'Shop' })
      const { id } = await createApiKey(db, { projectId: project.id, name: 'Key', scopes: ['exports'] })
      const actor = { kind: 'api_key', id, name: 'Key' } as const
      return { companyId: company.id, projectId: project.id, actor, scopes: ['exports'] }
    })
    const image = { type: 'image', src: '/cdn/a.png', alt: 'A' }
    const document = { meta: { title: 'T' }, rows: [{ type: 'section', columns: [{ blocks: [image] }] }] }
    const { id } = await exports.create(caller, { document, async: true, ...input } as never)

    const [itsClock, clock] = [new FakeClock(), new FakeClock()]
    const sleeper = startJobs(asleep, [exportHandler(sleeping)], { clock: itsClock })
    await until(() => isAsleep)
    startJobs(awake, [exportHandler(working)], { clock })
    await until(async () => {
      clock.advance(20_000)
      return (await exports.get(caller, id)).status === 'completed'
    })
    const before = await blobs.list()
    const { file } = await exports.open(caller, id)
    itsClock.advance(60_000)
    wake()
    const drained = sleeper.drain(1)
    itsClock.advance(60_000)
    await drained
    expect((await exports.open(caller, id)).file.bytes).toEqual(file.bytes)
    expect(await blobs.list()).toEqual(expect.arrayContaining(before))
    // What the sleeper may have left goes with the export.
    const { expires_at } = await exports.get(caller, id)
    await purgeExports(awake, blobs, { nowMs: Date.parse(expires_at) })
    expect(await blobs.list()).toEqual([])
  })
})
