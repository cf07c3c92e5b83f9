/**
 * One scenario in a process of its own: a database at full durability, events, fan-out, jobs, sending and the guarded client,
 * assembled as the service does. Takes its instructions from the first argument and prints its figures as JSON.
 */
import { createId } from '../../src/kernel/ids/index.ts'
import { createAuditKeys, useAuditKeys } from '../../src/platform/audit/index.ts'
import { emitMany, eventHandlers } from '../../src/platform/events/index.ts'
import { createVault } from '../../src/platform/identity/index.ts'
import { type AnyHandler, createJobs } from '../../src/platform/jobs/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createMetrics } from '../../src/platform/metrics/index.ts'
import { createNet } from '../../src/platform/net/index.ts'
import { type Store, migrate, openStore } from '../../src/platform/storage/index.ts'
import { createCompany, createProject } from '../../src/surfaces/projects/index.ts'
import { webhookJobs, webhookListener } from '../../src/surfaces/webhooks/index.ts'

/** What to measure. Every subscription is of a project of its own. */
export interface Scenario {
  dataDir: string
  /** Of a Postgres database; SQLite in the data directory without it. */
  url?: string
  /** `fill` makes subscriptions and the deliveries that wait, `send` sends. */
  phase: 'fill' | 'send'
  /** Where events go in turn, and how many. */
  urls: string[]
  events: number
  /** True if deliveries wait before anything is sent; otherwise events happen while others are sent. */
  isBacklog: boolean
  /** Receivers that take ten seconds, each with so many deliveries due before anything else happens. */
  slow?: { urls: string[]; due: number }
  /** One event every so many milliseconds, instead of all at once. */
  everyMs?: number
  statsUrl: string
  secret: string
  dnsPort: number
  ca?: string
}

export interface Figures {
  perSecond: number
  /** Processor time of the sending process for each delivery, microseconds. */
  cpuUs: number
  peakBytes: number
  /** Milliseconds from the durable event to its arrival, of those that went to `/timed`. */
  p50Ms: number
  p99Ms: number
  received: number
  unique: number
  wrong: number
}

type Stats = Pick<Figures, 'received' | 'unique' | 'wrong'> & { arrivals: Record<string, number> }

const batch = 100
const vault = createVault('a secret of the benchmark')
const [log, metrics] = [createLog('warn'), createMetrics()]

/** Makes the subscriptions and what waits for them, with a runner that fans out and sends nothing. */
async function fill(scenario: Scenario): Promise<void> {
  const store = await openStore(scenario)
  useAuditKeys(store.read, createAuditKeys(['a secret of the benchmark']))
  await migrate(store)
  const company = await store.tx((db) => createCompany(db, { name: 'Bench', plan: 'enterprise' }))
  await store.tx(async (db) => {
    for (const url of [...scenario.urls, ...(scenario.slow?.urls ?? [])]) {
      const { project } = await createProject(db, vault, { companyId: company.id, name: url })
      const now = Date.now()
      const [id, times] = [createId('webhook'), { createdAt: now, updatedAt: now }]
      const context = { purpose: 'webhook secret', table: 'webhooks', row: id, project: project.id } as const
      const secrets = [{ sealed: vault.seal(scenario.secret, context), createdAt: now, expiresAt: null }]
      const row = { id, projectId: project.id, url, events: ['template.created'], enabled: true, secrets, revision: 1 }
      await db.insert(db.tables.webhooks).values({ ...row, ...times })
    }
  })
  const projectOf = await readProjects(store)
  const wanted = (scenario.slow?.urls.length ?? 0) * (scenario.slow?.due ?? 0)
  for (const url of scenario.slow?.urls ?? []) await emitTo(store, projectOf(url), scenario.slow?.due ?? 0)
  if (scenario.isBacklog) await emitInTurn(store, scenario.urls.map(projectOf), scenario.events)
  const total = wanted + (scenario.isBacklog ? scenario.events : 0)
  const publisher = createJobs({ store, log, metrics, handlers: [eventHandlers([webhookListener])] })
  publisher.start()
  while ((await store.read.$count(store.read.tables.webhookDeliveries)) < total) await Bun.sleep(20)
  await publisher.drain(5000)
  await store.close()
}

/** Sends what waits, and what happens meanwhile; measures it. */
async function send(scenario: Scenario): Promise<Figures> {
  const store = await openStore(scenario)
  useAuditKeys(store.read, createAuditKeys(['a secret of the benchmark']))
  const net = createNet({
    dnsServers: [{ host: '127.0.0.1', port: scenario.dnsPort }],
    allow: ['127.0.0.0/8'],
    ownAddresses: [],
    log,
    metrics,
    ...(scenario.ca === undefined ? {} : { ca: scenario.ca }),
  })
  const parts = { store, vault, send: net.send, log, metrics, version: 'bench' }
  const handlers: AnyHandler[] = [eventHandlers([webhookListener]), ...webhookJobs(parts)]
  const jobs = createJobs({ store, log, metrics, handlers })
  const projects = scenario.urls.map(await readProjects(store))
  const committed = new Map<string, number>()
  const stats = async () => (await (await fetch(scenario.statsUrl)).json()) as Stats
  let peakBytes = 0
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20)

  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  jobs.start()
  if (scenario.everyMs !== undefined) {
    // The slow ones first take whatever they can.
    await Bun.sleep(2000)
    for (let sent = 0; sent < scenario.events; sent++) {
      const ids = await emitTo(store, projects[sent % projects.length] ?? '', 1)
      for (const id of ids) committed.set(id, performance.timeOrigin + performance.now())
      await Bun.sleep(scenario.everyMs)
    }
  } else if (!scenario.isBacklog) await emitInTurn(store, projects, scenario.events)
  const isThere = ({ arrivals, unique }: Stats) =>
    (scenario.everyMs === undefined ? unique : Object.keys(arrivals).length) >= scenario.events
  let end = await stats()
  for (; !isThere(end); end = await stats()) await Bun.sleep(50)
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  clearInterval(watch)
  await jobs.drain(100)
  await net.close()
  await store.close()

  const waits = Object.entries(end.arrivals)
    .flatMap(([id, at]) => at - (committed.get(id) ?? Number.NaN))
    .sort((a, b) => a - b)
  const { received, unique, wrong } = end
  return {
    perSecond: Math.round(scenario.events / seconds),
    cpuUs: Math.round((cpu.user + cpu.system) / scenario.events),
    peakBytes,
    p50Ms: waits[Math.floor(waits.length * 0.5)] ?? 0,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
    received,
    unique,
    wrong,
  }
}

async function readProjects(store: Store): Promise<(url: string) => string> {
  const { url, projectId } = store.read.tables.webhooks
  const rows = await store.read.select({ url, projectId }).from(store.read.tables.webhooks)
  const projects = new Map(rows.map((row) => [row.url, row.projectId]))
  return (of) => projects.get(of) ?? ''
}

async function emitTo(store: Store, projectId: string, count: number): Promise<string[]> {
  const data = Array.from({ length: count }, eventData)
  return store.tx((db) => emitMany(db, 'template.created', projectId, data))
}

async function emitInTurn(store: Store, projects: string[], events: number): Promise<void> {
  const share = Math.ceil(events / projects.length)
  for (let from = 0; from < share; from += batch) {
    for (const [at, project] of projects.entries()) {
      const left = Math.min(share - from, events - at * share - from, batch)
      if (left > 0) await emitTo(store, project, left)
    }
  }
}

function eventData() {
  return {
    template_id: createId('template'),
    name: 'A newsletter of the spring sale with a name of usual length',
    type: 'promotional',
    revision: 1,
    folder_id: createId('folder'),
    external_id: null,
    changed_by: { kind: 'api_key' as const, id: createId('key'), name: 'Benchmark' },
  }
}

if (import.meta.main) {
  const scenario = JSON.parse(process.argv[2] ?? '') as Scenario
  if (scenario.phase === 'fill') await fill(scenario)
  else console.log(JSON.stringify(await send(scenario)))
  process.exit(0)
}
