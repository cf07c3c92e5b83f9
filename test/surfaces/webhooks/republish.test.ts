/** Recovery of events whose publishing failed for good: they have no delivery that could be sent again. */
import { expect, test } from 'bun:test'
import { asc, eq, sql } from 'drizzle-orm'
import { ask } from '../../support/scenario.ts'
import { startService } from '../../support/service.ts'
import { eachDialect } from '../../support/store.ts'
import { until } from '../../support/until.ts'

eachDialect((dialect, open) => {
  test('recover publishes them, those of the project and the time that is asked for', async () => {
    const store = await open()
    const idle = await startService({ dialect, store, listens: true })
    const { events, jobs, webhooks } = store.read.tables
    await idle.create({ name: 'Lost', type: 'other' })
    const other = { name: 'Of another project', type: 'other' }
    expect((await ask(idle, { call: 'POST /v1/templates', key: 'b', send: other })).status).toBe(201)
    const die = sql`update jobs set state = 'dead', attempts = 20, finished_at = 1 where kind = 'events.publish'`
    await store.tx((db) => db.rows(die))
    // Nobody listens there; what matters is that there are deliveries.
    await store.tx((db) => db.update(webhooks).set({ url: 'https://127.0.0.1:1/' }))
    await startService({ dialect, store, environment: { SVC_RUN_JOBS: 'true' } })

    const [webhook] = await store.read.select().from(webhooks).where(eq(webhooks.projectId, idle.projects.a))
    const deliveries = async () => {
      const { body } = await ask(idle, { call: `GET /v1/webhooks/${webhook?.id}/deliveries` })
      return (body as { data: { event_id: string }[] }).data.map((each) => each.event_id)
    }
    expect(await deliveries()).toEqual([])
    const recover = async (span: object) => {
      const answer = await ask(idle, { call: `POST /v1/webhooks/${webhook?.id}/recover`, send: span })
      expect(answer.status).toBe(202)
      const path = answer.headers.get('location') ?? ''
      const statusOf = async () => ((await ask(idle, { call: `GET ${path}` })).body as { status: string }).status
      await until(async () => (await statusOf()) === 'completed', 'the end of the recovery')
    }
    const anHour = 3_600_000
    const earlier = new Date(Date.now() - 2 * anHour).toISOString()
    await recover({ since: earlier, until: new Date(Date.now() - anHour).toISOString() })
    expect(await deliveries()).toEqual([])
    await recover({ since: earlier })
    const isOwn = eq(events.projectId, idle.projects.a)
    const own = await store.read.select().from(events).where(isOwn).orderBy(asc(events.id))
    const missed = own.map(({ id }) => id)
    await until(async () => (await deliveries()).length === missed.length, 'the deliveries')
    expect(await deliveries()).toEqual(missed)
    const dead = await store.read.select().from(jobs).where(eq(jobs.state, 'dead'))
    expect(dead.map(({ projectId }) => projectId)).toEqual([idle.projects.b])
  })
})
