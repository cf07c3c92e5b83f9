import { describe, expect, test } from 'bun:test'
import { count } from 'drizzle-orm'
import type { EventData } from '../../../src/kernel/events/index.ts'
import { createId } from '../../../src/kernel/ids/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import {
  type ReceivedEvent,
  emit,
  emitMany,
  eventHandlers,
  keepEvent,
  purgeEvents,
} from '../../../src/platform/events/index.ts'
import { type JobHandler, createJobs } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { addProject } from '../../surfaces/templates/library/rows.ts'
import { eachDialect } from '../../support/store.ts'
import { until } from '../../support/until.ts'

const data: EventData<'template.created'> = {
  template_id: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e',
  name: 'Größe „ß“',
  type: 'other',
  revision: 1,
  folder_id: null,
  external_id: null,
  changed_by: { kind: 'api_key', id: 'key_1', name: 'Key' },
}

async function subscribe(store: Store, projectId: string): Promise<void> {
  await store.tx(async (db) => {
    await db.insert(db.tables.webhooks).values({
      id: createId('webhook'),
      projectId,
      url: 'https://receiver.invalid/',
      events: ['export.failed'],
      enabled: false,
      secrets: [],
      revision: 1,
      createdAt: 1,
      updatedAt: 1,
    })
  })
}

async function notifiedProject(store: Store): Promise<string> {
  const projectId = await addProject(store)
  await subscribe(store, projectId)
  return projectId
}

const kept = (store: Store) => store.read.select().from(store.read.tables.events)
const jobCount = async (store: Store) => (await store.read.select({ n: count() }).from(store.read.tables.jobs))[0]?.n

/** Runs the handler until no job is left. */
async function publish(store: Store, handler: JobHandler<{ eventIds: string[] }>): Promise<void> {
  const jobs = createJobs({
    store,
    log: createLog('error', () => undefined),
    metrics: createMetrics(),
    handlers: [handler],
  })
  jobs.start()
  await until(async () => (await jobCount(store)) === 0, 'the last job')
  await jobs.drain(1000)
}

eachDialect((_dialect, open) => {
  describe('emitting', () => {
    test('keeps the envelope as it will be sent, and a job to publish it', async () => {
      const store = await open()
      const projectId = await notifiedProject(store)
      const id = await store.tx((db) => emit(db, 'template.created', { projectId, data }))
      const [row] = await kept(store)
      expect(row).toMatchObject({ id, projectId, type: 'template.created' })
      const timestamp = new Date(row?.createdAt ?? 0).toISOString()
      expect(row?.body).toBe(JSON.stringify({ id, type: 'template.created', timestamp, project_id: projectId, data }))
      expect(await jobCount(store)).toBe(1)
    })

    test('writes nothing when the project has no subscription', async () => {
      const store = await open()
      const projectId = await addProject(store)
      await notifiedProject(store)
      expect(await store.tx((db) => emit(db, 'template.created', { projectId, data }))).toBeUndefined()
      expect(await kept(store)).toEqual([])
      expect(await jobCount(store)).toBe(0)
    })

    test('is undone with the transaction', async () => {
      const store = await open()
      const projectId = await notifiedProject(store)
      const failing = store.tx(async (db) => {
        await emit(db, 'template.created', { projectId, data })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await kept(store)).toEqual([])
      expect(await jobCount(store)).toBe(0)
    })

    test('several at once are stored in order', async () => {
      const store = await open()
      const projectId = await notifiedProject(store)
      const many = Array.from({ length: 200 }, (_, revision) => ({ ...data, revision }))
      const ids = await store.tx((db) => emitMany(db, 'template.created', projectId, many))
      expect(ids).toEqual([...new Set(ids)].sort())
      expect(await kept(store)).toHaveLength(200)
      expect(await jobCount(store)).toBe(Math.ceil(200 / 16))
      expect(await store.tx((db) => emitMany(db, 'template.created', projectId, []))).toEqual([])
    })
  })

  describe('publishing', () => {
    test('calls every listener for every event once, in the transaction that ends the job', async () => {
      const store = await open()
      const projectId = await notifiedProject(store)
      const many = Array.from({ length: 50 }, () => data)
      const ids = await store.tx((db) => emitMany(db, 'template.created', projectId, many))
      const [one, two]: [ReceivedEvent[], ReceivedEvent[]] = [[], []]
      await publish(
        store,
        eventHandlers([
          { onEvents: async (_, events) => void one.push(...events) },
          { onEvents: async (_, events) => void two.push(...events) },
        ]),
      )
      expect(one.map(({ id }) => id).sort()).toEqual(ids)
      expect(two.map(({ id }) => id).sort()).toEqual(ids)
      expect(one[0]).toMatchObject({ projectId, type: 'template.created' })
    })

    test('writes of a listener are committed once, although it failed before', async () => {
      const store = await open()
      const projectId = await notifiedProject(store)
      await store.tx((db) => emit(db, 'template.created', { projectId, data }))
      let calls = 0
      await publish(
        store,
        eventHandlers([
          {
            async onEvents(db) {
              calls += 1
              await db.insert(db.tables.settings).values({ key: `heard ${calls}`, value: '' })
              if (calls === 1) throw new Error('not yet')
            },
          },
        ]),
      )
      const settings = await store.read.select().from(store.read.tables.settings)
      expect(settings.filter(({ key }) => key.startsWith('heard')).map(({ key }) => key)).toEqual([`heard ${calls}`])
      expect(calls).toBeGreaterThan(1)
    })

    test('an event that is only stored has no listener', async () => {
      const store = await open()
      const projectId = await addProject(store)
      const id = await store.tx((db) =>
        keepEvent(db, 'webhook.test', { projectId, data: { webhook_id: 'whk_1', message: 'x' } }),
      )
      expect((await kept(store)).map((row) => row.id)).toEqual([id])
      expect(await jobCount(store)).toBe(0)
    })
  })

  test('events are deleted after thirty days, not before', async () => {
    const store = await open()
    const projectId = await notifiedProject(store)
    const many = Array.from({ length: 1500 }, () => data)
    await store.tx((db) => emitMany(db, 'template.created', projectId, many))
    const lifeMs = limits.eventDays * 86_400_000
    expect(await purgeEvents(store, Date.now() + lifeMs - 60_000)).toBe(0)
    expect(await purgeEvents(store, Date.now() + lifeMs + 60_000)).toBe(1500)
    expect(await kept(store)).toEqual([])
  })
})
