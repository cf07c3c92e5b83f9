/** The job surface over real jobs of two kinds, one for keys with a scope and one for operators alone. */
import { type Outcome, createJobs, defineJob, enqueue, findJob } from '../../../src/platform/jobs/index.ts'
import { createHttp } from '../../../src/platform/http/index.ts'
import { type Scope, createAuthenticator, createVault } from '../../../src/platform/identity/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import type { Dialect } from '../../../src/platform/storage/index.ts'
import { jobRoutes } from '../../../src/surfaces/jobs/index.ts'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { openTestStore } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { createProject } from '../../platform/http/test-surface.ts'

export const checking = defineJob<{ rows: number }>({
  name: 'lists.check',
  maxAttempts: 1,
  retryDelaysMs: [],
  jitter: 0,
  scope: 'verification',
})

export const sweeping = defineJob<null>({ name: 'floors.sweep', maxAttempts: 1, retryDelaysMs: [], jitter: 0 })

/** A job that runs, in the hands of the test. */
export interface Held {
  progress(done: number, total: number, note?: string): void
  end(outcome: Outcome<unknown>): void
  signal: AbortSignal
}

export type JobAdmin = Awaited<ReturnType<typeof openJobAdmin>>

/** Opens the surface on an empty store. `checking` jobs run until the test ends them; `sweeping` ones never begin. */
export async function openJobAdmin(dialect: Dialect) {
  const store = await openTestStore(dialect)
  const [a, b] = [await createProject(store, { scopes: ['verification'] }), await createProject(store)]
  const keyWith = (projectId: string, name: string, scopes: Scope[]) =>
    store.tx(async (db) => (await createApiKey(db, { projectId, name, scopes })).key)
  const [log, metrics] = [createLog('error'), createMetrics()]
  const held = new Map<string, Held>()
  const jobs = createJobs({
    store,
    log,
    metrics,
    handlers: [
      {
        kind: checking,
        concurrency: 100,
        run: (job, { progress, signal }) =>
          new Promise<Outcome<unknown>>((resolve) => held.set(job.id, { progress, signal, end: resolve })),
      },
    ],
  })
  jobs.start()
  cleanUp(() => jobs.drain(0))
  const http = createHttp({
    authenticator: createAuthenticator(store),
    store,
    vault: createVault('a secret for tests'),
    log,
    metrics,
    config: { baseUrl: 'http://localhost', apiRateLimit: { requests: 600, seconds: 60 }, checkAnswers: true },
  })
  const routes = jobRoutes({ http, store, kinds: [checking, sweeping] })
  const handler = http.handler(http.application().group('/v1', (v1) => v1.use(routes)))
  return {
    store,
    handler,
    metrics,
    handle: handler.handle,
    keys: {
      a: a.key,
      b: b.key,
      admin: await keyWith(a.projectId, 'Admin', ['admin']),
      templates: await keyWith(a.projectId, 'Templates', ['templates:read', 'templates:write']),
    },
    project: a.projectId,
    make: (runAt?: number) =>
      store.tx((db) =>
        enqueue(db, checking, {
          payload: { rows: 500 },
          projectId: a.projectId,
          ...(runAt === undefined ? {} : { runAt }),
        }),
      ),
    sweep: () => store.tx((db) => enqueue(db, sweeping, { payload: null, projectId: a.projectId })),
    /** The job once it runs. */
    async running(id: string): Promise<Held> {
      await until(() => held.has(id), `${id} to run`)
      return held.get(id) as Held
    },
    reaches: (id: string, state: string) =>
      until(async () => (await findJob(store.read, id))?.state === state, `${id} to be ${state}`),
  }
}
