/** The assembled service over a fresh store, with two projects and the keys to them. No port: a function to call. */
import { asc, gt } from 'drizzle-orm'
import { subscribableTypes } from '../../src/kernel/events/index.ts'
import { createId } from '../../src/kernel/ids/index.ts'
import { buildService } from '../../src/app/service.ts'
import { createAuditKeys, useAuditKeys } from '../../src/platform/audit/index.ts'
import type { S3Timeouts } from '../../src/platform/blobs/index.ts'
import type { AddressSource } from '../../src/platform/http/index.ts'
import { createVault } from '../../src/platform/identity/index.ts'
import { type WorkerPool, createWorkers } from '../../src/platform/jobs/index.ts'
import { type Log, createLog } from '../../src/platform/log/index.ts'
import { describeConfig, traceConfig } from '../../src/platform/config/index.ts'
import { type Dialect, type Store, underLocks } from '../../src/platform/storage/index.ts'
import { createApiKey, createCompany, createProject } from '../../src/surfaces/projects/index.ts'
import { cleanUp } from './clean-up.ts'
import { closedDnsServer } from './closed-dns-server.ts'
import { openServiceStore, temporaryDirectory, testSecret } from './store.ts'

/** The module that the service's threads run; `npm test` bundles it once, for a bundle loads in a third of the time. */
export const workerEntry = process.env['TEST_WORKER'] ?? new URL('../../src/app/worker.ts', import.meta.url).href

export { testSecret }

export interface TestService {
  /** The source tells the IP address of the caller; without one there is none. */
  handle(request: Request, source?: AddressSource): Promise<Response>
  store: Store
  /** Method and path of everything that is registered. */
  routes: readonly string[]
  /** API keys: `a` and `b` of two projects of two companies with every scope; `readOnly` of the first, templates only. */
  keys: { a: string; b: string; readOnly: string }
  /** Ids of the two projects. */
  projects: { a: string; b: string }
  /** Creates a template in project `a` and answers its id. */
  create(body: Record<string, unknown>): Promise<string>
  /** Its SMTP server, which listens and drains itself after the tests; the port it got. */
  inbox(): Promise<number>
  /** Writes what was noted for the audit log so far. */
  writeNotes(): Promise<void>
  /** Types of the events since it was last asked, oldest first; always empty unless it `listens`. */
  events(): Promise<string[]>
}

export interface TestServiceOptions {
  dialect: Dialect
  /** Settings besides those that every test has. */
  environment?: Record<string, string>
  /** Both projects have a subscription to everything, and no jobs run, so that events stay where they are kept. */
  listens?: boolean
  /** In place of an empty store of the dialect: anyone who opened it closes it. */
  store?: Store
  /** How long a bucket is waited for, in place of the usual. */
  s3Timeouts?: Partial<S3Timeouts>
  /** In place of real threads. */
  workers?: WorkerPool
  /** Where it logs; errors on standard error unless given. */
  log?: Log
}

/** Builds the service on an empty store of the dialect, with a generous rate limit. Closes itself after the tests. */
export async function startService({
  dialect,
  environment = {},
  listens = false,
  log = createLog('error'),
  store: given,
  s3Timeouts,
  workers = startWorkers(),
}: TestServiceOptions): Promise<TestService> {
  const store = given ?? (await openServiceStore(dialect))
  useAuditKeys(store.read, createAuditKeys([testSecret]))
  const { config, origins } = traceConfig({
    environment: {
      SVC_DATA_DIR: temporaryDirectory(),
      SVC_SECRET: testSecret,
      SVC_API_RATE_LIMIT: '1000000/60',
      SVC_DNS_SERVERS: closedDnsServer,
      ...(listens ? { SVC_RUN_JOBS: 'false' } : {}),
      ...environment,
    },
  })
  const vault = createVault(testSecret)
  const [a, b] = [await makeTenant(store, vault, 'A'), await makeTenant(store, vault, 'B')]
  const readOnly = await store.tx(
    (db) => createApiKey(db, { projectId: a.projectId, name: 'Reader', scopes: ['templates:read'] }),
    underLocks,
  )
  if (listens) for (const { projectId } of [a, b]) await subscribe(store, projectId)
  let notified = ''
  const service = await buildService({
    config: { ...config, secret: testSecret },
    store,
    log,
    workers,
    checkAnswers: true,
    settings: describeConfig(origins),
    ...(s3Timeouts === undefined ? {} : { s3Timeouts }),
  })
  cleanUp(() => service.close())
  const handle: TestService['handle'] = async (request, source) => service.handle(request, source)
  return {
    handle,
    store,
    routes: service.routes,
    async inbox() {
      const { inlet } = service
      if (inlet === undefined) throw new Error('The service receives no mail')
      cleanUp(() => inlet.drain(0))
      return inlet.listen()
    },
    writeNotes: service.writeNotes,
    keys: { a: a.key, b: b.key, readOnly: readOnly.key },
    projects: { a: a.projectId, b: b.projectId },
    async create(body) {
      const answer = await handle(
        new Request('http://localhost/v1/templates', {
          method: 'POST',
          headers: { 'svc-api-auth': a.key, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { id: string }).id
    },
    async events() {
      const { events } = store.read.tables
      const rows = await store.read.select().from(events).where(gt(events.id, notified)).orderBy(asc(events.id))
      notified = rows.at(-1)?.id ?? notified
      return rows.map(({ type }) => type)
    },
  }
}

let shared: WorkerPool | undefined

/** One pool for all services of a process, which ends with it: a thread takes 0.8 s of processor time to start. */
function startWorkers(): WorkerPool {
  shared ??= createWorkers({ entry: workerEntry })
  return shared
}

function makeTenant(store: Store, vault: ReturnType<typeof createVault>, name: string) {
  return store.tx(async (db) => {
    const company = await createCompany(db, { name, plan: 'enterprise' })
    const { project } = await createProject(db, vault, { companyId: company.id, name })
    const { key } = await createApiKey(db, { projectId: project.id, name: 'Everything' })
    return { projectId: project.id, key }
  }, underLocks)
}

/** A subscription to everything, written past the rules; nothing is sent to it as long as no jobs run. */
async function subscribe(store: Store, projectId: string): Promise<void> {
  await store.tx(async (db) => {
    await db.insert(db.tables.webhooks).values({
      id: createId('webhook'),
      projectId,
      url: 'https://receiver.invalid/',
      events: [...subscribableTypes],
      enabled: true,
      secrets: [],
      revision: 1,
      createdAt: 1,
      updatedAt: 1,
    })
  })
}
