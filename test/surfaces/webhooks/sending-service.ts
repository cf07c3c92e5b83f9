/** A service to send webhooks from: store, job core and the sending itself, with a clock that only the test moves. */
import { eq } from 'drizzle-orm'
import type { SubscribableType } from '../../../src/kernel/events/index.ts'
import { createId } from '../../../src/kernel/ids/index.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { createJobs } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import type { OutboundAnswer, Send } from '../../../src/platform/net/index.ts'
import type { Dialect, Store, Tables } from '../../../src/platform/storage/index.ts'
import { createCompany, createProject } from '../../../src/surfaces/projects/index.ts'
import { fanOut, scheduleDeliveries } from '../../../src/surfaces/webhooks/deliveries/fan-out.ts'
import { createSending } from '../../../src/surfaces/webhooks/sending/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { FakeClock } from '../../support/clock.ts'
import { openTestStore } from '../../support/store.ts'

// Where many things run at once, Postgres alone may take seconds to start.

type WebhookRow = Tables['webhooks']['$inferSelect']
type DeliveryRow = Tables['webhookDeliveries']['$inferSelect']

export interface TestServiceOptions {
  dialect: Dialect
  send: Send
  budget?: number
  timeoutMs?: number
  /** The clock of the machine instead of one that only the test moves. */
  isRealTime?: boolean
}

export type TestDesk = Awaited<ReturnType<typeof openTestService>>

/** Opens a service on an empty store; closes itself after the tests. */
export async function openTestService({ dialect, send, budget, timeoutMs, isRealTime = false }: TestServiceOptions) {
  const store = await openTestStore(dialect)
  const vault = createVault('a secret of the installation')
  const clock = new FakeClock(Date.now() + 60_000)
  const [log, metrics] = [createLog('error', () => undefined), createMetrics()]
  const sending = createSending({
    store,
    vault,
    log,
    metrics,
    send,
    version: '1.2.3',
    ...(budget === undefined ? {} : { budget }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(isRealTime ? {} : { nowMs: () => clock.nowMs() }),
  })
  // Where only the test moves the clock, no time that it lets pass takes a delivery from who is slow to claim or end it.
  const patient = { ...sending, kind: { ...sending.kind, leaseMs: 365 * 86_400_000 } }
  const handlers = [isRealTime ? sending : patient]
  const jobs = createJobs({ store, log, metrics, handlers, ...(isRealTime ? {} : { clock }) })
  const project = await store.tx(async (db) => {
    const company = await createCompany(db, { name: 'A', plan: 'enterprise' })
    return (await createProject(db, vault, { companyId: company.id, name: 'A' })).project
  })
  jobs.start()
  cleanUp(() => jobs.drain(0))
  return {
    store,
    clock,
    jobs,
    metrics,
    projectId: project.id,
    ...rowsOf(store, project.id),
    /** Subscribes an address; what is given replaces what is usual. */
    async subscribe(url: string, given: Partial<WebhookRow> & { plainSecrets?: string[] } = {}): Promise<string> {
      const { plainSecrets = [secret], ...columns } = given
      const now = clock.nowMs()
      const id = createId('webhook')
      const context = { purpose: 'webhook secret', table: 'webhooks', row: id, project: project.id } as const
      const secrets = plainSecrets.map((plain, at) => ({
        sealed: vault.seal(plain, context),
        createdAt: now,
        expiresAt: at === 0 ? null : now + 86_400_000,
      }))
      const row: WebhookRow = {
        id,
        projectId: project.id,
        ownerKind: null,
        ownerId: null,
        customer: null,
        url,
        events: ['template.created'],
        description: null,
        filter: null,
        headers: null,
        rate: null,
        enabled: true,
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
        lastSuccessAt: null,
        secrets,
        revision: 1,
        createdAt: now,
        updatedAt: now,
        ...columns,
      }
      await store.tx((db) => db.insert(db.tables.webhooks).values(row).execute())
      return row.id
    },
    /** Requests one attempt more of the latest delivery of a subscription. */
    async retry(webhookId: string): Promise<void> {
      const { webhookDeliveries: table } = store.read.tables
      const rows = await store.read.select().from(table).where(eq(table.webhookId, webhookId))
      await store.tx((db) => scheduleDeliveries(db, rows.slice(-1), 'retry'))
    },
    /** Has events happen, each for every subscription; answers their ids. */
    async happen(count = 1, type: SubscribableType = 'template.created'): Promise<string[]> {
      const createdAt = Date.now()
      const rows = Array.from({ length: count }, () => {
        const id = createId('event')
        const body = JSON.stringify({ id, type, data: { name: 'Żółć 🌱' } })
        return { id, projectId: project.id, type, body, templateIds: null, isRestricted: false, createdAt }
      })
      await store.tx(async (db) => {
        await db.insert(db.tables.events).values(rows)
        await fanOut(db, rows)
      })
      return rows.map(({ id }) => id)
    },
  }
}

export const secret = `whsec_${btoa('n'.repeat(32))}`
export const oldSecret = `whsec_${btoa('o'.repeat(32))}`

/** An answer of a receiver. */
export function answer(status: number, headers: Record<string, string> = {}): OutboundAnswer {
  return { status, headers, body: new Uint8Array(), isCut: false, url: 'https://example.com', address: '192.0.2.1' }
}

function rowsOf(store: Store, projectId: string) {
  return {
    async deliveries(): Promise<DeliveryRow[]> {
      const { webhookDeliveries: table } = store.read.tables
      const all = await store.read.select().from(table)
      return all.filter((row) => row.projectId === projectId).sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    async webhook(id: string): Promise<WebhookRow> {
      const { webhooks } = store.read.tables
      const found = (await store.read.select().from(webhooks)).find((row) => row.id === id)
      if (found === undefined) throw new Error(`${id} is gone`)
      return found
    },
    async queued(): Promise<{ state: string; runAt: number; attempts: number; partition: string }[]> {
      return store.read.select().from(store.read.tables.jobs)
    },
    async partition(id: string) {
      return (await store.read.select().from(store.read.tables.jobPartitions)).find((row) => row.partition === id)
    },
  }
}
