/** Which process runs jobs, for one that was notified not to leaves them to the others; and what one replica tells another. */
import { expect, test } from 'bun:test'
import { buildService } from '../../src/app/service.ts'
import { readConfig } from '../../src/platform/config/index.ts'
import { createVault } from '../../src/platform/identity/index.ts'
import { createWorkers, enqueue, findJob } from '../../src/platform/jobs/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import type { Store } from '../../src/platform/storage/index.ts'
import { cleanUp } from '../support/clean-up.ts'
import { createApiKey, createCompany, createProject, rotateCredentials } from '../../src/surfaces/projects/index.ts'
import { tokenOf } from '../surfaces/plugin/host.ts'
import { ask } from '../support/scenario.ts'
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

/** Two services on one store, which hear of each other through it alone. */
async function startTwo(store: Store, settings: Record<string, string> = {}) {
  const environment = { SVC_DATA_DIR: temporaryDirectory(), SVC_RUN_JOBS: 'false', ...settings }
  const config = { ...readConfig({ environment }), secret: testSecret }
  const workers = createWorkers({ entry: workerEntry })
  cleanUp(() => workers.close())
  const parts = { config, store, log: createLog('error'), workers }
  const services = [await buildService(parts), await buildService(parts)] as const
  cleanUp(() => Promise.all(services.map((service) => service.close())))
  return services
}

const trash = { name: 'housekeeping.trash', maxAttempts: 1, retryDelaysMs: [], jitter: 0 }

eachDialect((dialect, open) => {
  test('a Secret Key that is rotated at one replica is refused at the other, though both remembered it', async () => {
    const store = await open()
    const services = await startTwo(store)
    const vault = createVault(testSecret)
    const { project, pluginId, pluginSecret } = await store.tx(async (db) => {
      const company = await createCompany(db, { name: 'Replicas' })
      return createProject(db, vault, { companyId: company.id, name: 'Replicas' })
    })
    const host = { projectId: project.id, pluginId, secret: pluginSecret }
    const init = async (at: 0 | 1) => {
      const headers = { 'es-plugin-auth': tokenOf(host), 'content-type': 'application/json' }
      const body = JSON.stringify({ pluginId, emailId: 'x' })
      return (await services[at].handle(new Request('http://localhost/init', { method: 'POST', headers, body }))).status
    }
    expect([await init(0), await init(1)]).toEqual([200, 200])
    await store.tx((db) => rotateCredentials(db, vault, { projectId: project.id, graceSeconds: 0 }))
    await until(async () => (await init(0)) === 401 && (await init(1)) === 401, 'both replicas to have heard')
  })

  test('a replica with SVC_RUN_JOBS=false serves only, and another does the work', async () => {
    const store = await open()
    expect(await start(store, 'false')).toEqual({ ready: { status: 'ready', storage: dialect, jobs: 'off' } })
    const id = await store.tx((db) => enqueue(db, trash, { payload: {} }))
    expect((await findJob(store.read, id))?.state).toBe('ready')
    expect(await store.read.$count(store.read.tables.jobSchedules)).toBe(0)

    expect(await start(store, 'true')).toEqual({ ready: { status: 'ready', storage: dialect, jobs: 'running' } })
    await until(async () => (await findJob(store.read, id))?.state === 'done', 'the job')
  })

  test('a rate holds for both together, also where one of them was idle', async () => {
    if (dialect === 'sqlite') return
    const store = await open()
    const services = await startTwo(store, { SVC_API_RATE_LIMIT: '20/86400' })
    const key = await store.tx(async (db) => {
      const company = await createCompany(db, { name: 'Rate' })
      const { project } = await createProject(db, createVault(testSecret), { companyId: company.id, name: 'Rate' })
      return (await createApiKey(db, { projectId: project.id, name: 'Rate' })).key
    })
    const call = async (at: 0 | 1) => {
      const headers = { 'svc-api-auth': key }
      const answer = await services[at].handle(new Request('http://localhost/v1/templates/my', { headers }))
      return [answer.status, Number(answer.headers.get('ratelimit-remaining'))]
    }
    const first = []
    for (let n = 0; n < 14; n++) first.push(await call(0))
    expect(first).toEqual(Array.from({ length: 14 }, (_, n) => [200, 19 - n]))
    // At once, as a client with several connections calls: each has its own place in the count.
    const second = await Promise.all(Array.from({ length: 14 }, () => call(1)))
    expect(second.filter(([status]) => status === 200)).toEqual([5, 4, 3, 2, 1, 0].map((left) => [200, left]))
    expect(await call(0)).toEqual([429, 0])
  })

  test('a limit that a project sets at one replica holds at both together', async () => {
    const store = await open()
    const services = await startTwo(store)
    const { key, project, ...host } = await makeProject(store)
    const call = (at: 0 | 1, line: string, send?: unknown) => ask(services[at], { call: line, key, send })
    const left = async (at: 0 | 1) => {
      const { headers, status } = await call(at, 'GET /v1/templates/my')
      return [status, Number(headers.get('ratelimit-limit')), Number(headers.get('ratelimit-remaining'))]
    }
    const init = async (at: 0 | 1) => {
      const headers = { 'es-plugin-auth': tokenOf(host) }
      const send = { pluginId: host.pluginId, emailId: 'x' }
      const { headers: answered, status } = await ask(services[at], { call: 'POST /init', key: null, headers, send })
      return [status, Number(answered.get('ratelimit-limit'))]
    }
    // Both know the key and the project.
    expect([await left(0), await left(1)].map(([status, limit]) => [status, limit])).toEqual(allowed(600))
    expect([await init(0), await init(1)]).toEqual(allowed(100))
    const rate = { requests: 12, seconds: 86_400 }
    const own = { api_rate: rate, plugin_rate: { requests: 3, seconds: 86_400 } }
    expect((await call(0, `PUT /v1/projects/${project.id}`, { limits: own })).status).toBe(200)
    await until(async () => (await init(1))[1] === 3 && (await left(1))[1] === 12, 'the other replica to know it')
    if (dialect === 'sqlite') return
    const before = (await left(1))[2] ?? 0
    expect(await left(0)).toEqual([200, 12, before - 1])
    const parallel = await Promise.all(Array.from({ length: 20 }, (_, n) => left(n % 2 === 0 ? 0 : 1)))
    expect(parallel.filter(([status]) => status === 200)).toHaveLength(before - 1)
    expect([await init(0), await init(0), await init(1)].map(([status]) => status)).toContain(429)
    expect([(await init(0))[0], (await init(1))[0]]).toEqual([429, 429])
  })

  test('a project that is deleted at one replica is refused at the other, though both remembered it', async () => {
    const store = await open()
    const services = await startTwo(store)
    const admin = await makeProject(store)
    const send = { name: 'Short' }
    const made = await ask(services[0], { call: 'POST /v1/projects', key: admin.key, send })
    const { id, plugin_id: pluginId, secret_key: secret, api_key: first } = made.body as MadeProject
    const status = async (at: 0 | 1) =>
      (await ask(services[at], { call: 'GET /v1/templates/my', key: first.key })).status
    const init = async (at: 0 | 1) => {
      const headers = { 'es-plugin-auth': tokenOf({ projectId: id, pluginId, secret }) }
      const call = { call: 'POST /init', key: null, headers, send: { pluginId, emailId: 'x' } }
      return (await ask(services[at], call)).status
    }
    expect([await status(0), await status(1), await init(0), await init(1)]).toEqual([200, 200, 200, 200])
    expect((await ask(services[0], { call: `DELETE /v1/projects/${id}`, key: admin.key })).status).toBe(204)
    await until(async () => (await status(1)) === 401 && (await init(1)) === 401, 'the other replica to know it')
    expect([await status(0), await init(0)]).toEqual([401, 401])
  })
})

type MadeProject = { id: string; plugin_id: string; secret_key: string; api_key: { key: string } }

function allowed(limit: number): [number, number][] {
  return [
    [200, limit],
    [200, limit],
  ]
}

/** A project with its credentials and an API key. */
async function makeProject(store: Store) {
  return store.tx(async (db) => {
    const company = await createCompany(db, { name: 'Replicas' })
    const made = await createProject(db, createVault(testSecret), { companyId: company.id, name: 'Replicas' })
    const { key } = await createApiKey(db, { projectId: made.project.id, name: 'Replicas' })
    const { pluginId, pluginSecret: secret, project } = made
    return { key, project, projectId: project.id, pluginId, secret }
  })
}
