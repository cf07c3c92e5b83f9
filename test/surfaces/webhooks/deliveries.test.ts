/** The way of an event to a receiver and everything the delivery log says of it, over the API and a real socket. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createId } from '../../../src/kernel/ids/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { purgeDeliveries } from '../../../src/surfaces/webhooks/index.ts'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { type Receiver, openReceiver } from './receiver.ts'

interface Delivery {
  id: string
  webhook_id: string
  event_id: string
  type: string
  status: string
  attempts: { at: string; trigger: string; status_code?: number; error?: string; response_excerpt?: string }[]
  next_attempt_at?: string
  payload?: object
}
interface Page {
  data: Delivery[]
  page: { next_cursor: string | null }
}

const bodyOf = <T = Delivery>(answer: Answer) => answer.body as T

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let receiver: Receiver

    beforeAll(async () => {
      service = await startService({ dialect, environment: { SVC_NET_ALLOW: '127.0.0.0/8' } })
      receiver = openReceiver()
    })

    const register = async (path: string, events = ['template.created']) =>
      bodyOf<{ id: string; secret: string }>(
        await ask(service, { call: 'POST /v1/webhooks', send: { url: receiver.url + path, events } }),
      )
    const list = async (id: string, query = '') =>
      bodyOf<Page>(await ask(service, { call: `GET /v1/webhooks/${id}/deliveries?limit=100${query}` })).data
    const newest = async (id: string) => (await list(id))[0]
    const settled = async (id: string, status: string, attempts = 1) => {
      await until(async () => {
        const delivery = await newest(id)
        return delivery?.status === status && delivery.attempts.length >= attempts
      }, `${status} after ${attempts}`)
      return (await newest(id)) as Delivery
    }
    const put = (id: string, send: object) => ask(service, { call: `PUT /v1/webhooks/${id}`, send })
    const create = (name: string) => service.create({ name, type: 'other' })
    const remove = (id: string) => ask(service, { call: `DELETE /v1/webhooks/${id}` })
    const gotBy = (path: string) => receiver.received.filter((each) => each.path === path)

    test('a saved template arrives, signed, with the bytes that the log shows', async () => {
      const { id, secret } = await register('/saved')
      receiver.trust(secret)
      const template = await create('Saved')
      const delivery = await settled(id, 'succeeded')
      const [got] = gotBy('/saved')
      expect(got?.verified).toMatchObject({
        id: delivery.event_id,
        type: 'template.created',
        data: { template_id: template, name: 'Saved', changed_by: { kind: 'api_key' } },
      })
      expect(got?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': delivery.event_id })
      expect(delivery.attempts).toMatchObject([{ trigger: 'event', status_code: 204 }])
      expect(delivery).not.toHaveProperty('next_attempt_at')
      const one = await ask(service, { call: `GET /v1/webhooks/${id}/deliveries/${delivery.id}` })
      expect(bodyOf(one).payload).toEqual(JSON.parse(got?.body ?? '') as object)
      await remove(id)
    })

    test('only types that are subscribed to arrive, and only to their project', async () => {
      const { id } = await register('/updates', ['template.updated'])
      const foreign = await ask(service, {
        call: 'POST /v1/webhooks',
        key: 'b',
        send: { url: `${receiver.url}/foreign`, events: ['template.created', 'template.updated'] },
      })
      const template = await create('Old')
      await ask(service, { call: `PUT /v1/templates/${template}`, send: { name: 'New' } })
      const delivery = await settled(id, 'succeeded')
      expect(await list(id)).toHaveLength(1)
      const payload = bodyOf(await ask(service, { call: `GET /v1/webhooks/${id}/deliveries/${delivery.id}` })).payload
      expect(payload).toMatchObject({ type: 'template.updated', data: { name: 'New', revision: 2, changed: ['name'] } })
      expect(gotBy('/foreign')).toEqual([])
      const call = `GET /v1/webhooks/${bodyOf(foreign).id}/deliveries`
      expect(await ask(service, { call, key: 'b' })).toMatchObject({ status: 200, body: { data: [] } })
      await remove(id)
    })

    test('after a rotation the old and the new secret both verify', async () => {
      const { id, secret } = await register('/rotated')
      const rotated = bodyOf<{ secret: string }>(
        await ask(service, { call: `POST /v1/webhooks/${id}/rotate`, send: {} }),
      ).secret
      for (const each of [secret, rotated]) {
        receiver.trust(each)
        const before = gotBy('/rotated').length
        await ask(service, { call: `POST /v1/webhooks/${id}/test` })
        await until(() => gotBy('/rotated').length > before, 'the test event')
        expect(gotBy('/rotated').at(-1)?.verified).toMatchObject({ type: 'webhook.test' })
      }
      await remove(id)
    })

    test('a test is accepted, leads to its delivery and arrives, also when the webhook is disabled', async () => {
      const { id } = await register('/test')
      await put(id, { enabled: false })
      const answer = await ask(service, { call: `POST /v1/webhooks/${id}/test` })
      expect(answer).toMatchObject({ status: 202, body: { type: 'webhook.test', status: 'pending', attempts: [] } })
      const { id: delivery } = bodyOf(answer)
      expect(answer.headers.get('location')).toBe(`/v1/webhooks/${id}/deliveries/${delivery}`)
      await settled(id, 'succeeded')
      expect(gotBy('/test')).toHaveLength(1)
      await remove(id)
    })

    test('a failure says what was answered and when it is tried next', async () => {
      receiver.answerWith(500)
      const { id } = await register('/failing')
      await create('Failing')
      await until(async () => (await newest(id))?.attempts.length === 1, 'an attempt')
      receiver.answerWith(204)
      const delivery = (await newest(id)) as Delivery
      expect(delivery).toMatchObject({
        status: 'pending',
        attempts: [{ status_code: 500, error: 'http_5xx', response_excerpt: 'as asked' }],
      })
      const waitMs = Date.parse(delivery.next_attempt_at ?? '') - Date.parse(delivery.attempts[0]?.at ?? '')
      expect(waitMs).toBeGreaterThan(3500)
      expect(waitMs).toBeLessThan(60_000)
      expect(await ask(service, { call: `GET /v1/webhooks/${id}` })).toMatchObject({
        body: { enabled: true, failing_since: expect.any(String) as string },
      })
      await remove(id)
    })

    test('a retry by hand is an attempt of its own, every time, with the same id and bytes', async () => {
      const { id } = await register('/again')
      await create('Again')
      const { id: delivery } = await settled(id, 'succeeded')
      const call = `POST /v1/webhooks/${id}/deliveries/${delivery}/retry`
      const answers = [await ask(service, { call }), await ask(service, { call })]
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 202, body: { id: delivery, status: 'succeeded' } })
      }
      const { attempts } = await settled(id, 'succeeded', 3)
      expect(attempts.map(({ trigger }) => trigger)).toEqual(['event', 'retry', 'retry'])
      const got = gotBy('/again')
      expect(new Set(got.map((each) => each.body)).size).toBe(1)
      expect(new Set(got.map((each) => each.id)).size).toBe(1)
      await remove(id)
    })

    test('a retry under one Idempotency-Key is one attempt', async () => {
      const { id } = await register('/once')
      await create('Once')
      const { id: delivery } = await settled(id, 'succeeded')
      const call = `POST /v1/webhooks/${id}/deliveries/${delivery}/retry`
      for (let time = 0; time < 3; time++) await ask(service, { call, headers: { 'idempotency-key': delivery } })
      await settled(id, 'succeeded', 2)
      // Behind it in the same partition.
      await ask(service, { call: `POST /v1/webhooks/${id}/test` })
      await until(async () => (await newest(id))?.status === 'succeeded', 'the test event')
      expect(gotBy('/once')).toHaveLength(3)
      await remove(id)
    })

    test('what happens while it is switched off is recorded as skipped, and can be recovered', async () => {
      const { id } = await register('/off')
      await put(id, { enabled: false })
      await create('Unheard')
      const skipped = await settled(id, 'skipped', 0)
      expect(skipped.attempts).toEqual([])
      const retry = { call: `POST /v1/webhooks/${id}/deliveries/${skipped.id}/retry` }
      expect(await ask(service, retry)).toMatchObject({ status: 409, body: { code: 'WEBHOOK_DISABLED' } })
      await put(id, { enabled: true })
      const since = new Date(Date.now() - 60_000).toISOString()
      const answer = await ask(service, { call: `POST /v1/webhooks/${id}/recover`, send: { since } })
      expect(answer).toMatchObject({ status: 202 })
      const { job_id: job } = bodyOf<{ job_id: string }>(answer)
      expect(answer.headers.get('location')).toBe(`/v1/jobs/${job}`)
      const { attempts } = await settled(id, 'succeeded')
      expect(attempts).toMatchObject([{ trigger: 'recovery', status_code: 204 }])
      await until(
        async () =>
          bodyOf<{ status: string }>(await ask(service, { call: `GET /v1/jobs/${job}` })).status === 'completed',
        'the job',
      )
      await remove(id)
    })

    test('an event that is no longer kept is not sent again', async () => {
      const { id } = await register('/expired')
      await create('Expired')
      const { id: delivery, event_id: event } = await settled(id, 'succeeded')
      await service.store.tx(async (db) => {
        await db.delete(db.tables.events).where(eq(db.tables.events.id, event))
      })
      const call = `POST /v1/webhooks/${id}/deliveries/${delivery}/retry`
      expect(await ask(service, { call })).toMatchObject({ status: 409, body: { code: 'EVENT_EXPIRED' } })
      const one = await ask(service, { call: `GET /v1/webhooks/${id}/deliveries/${delivery}` })
      expect(one.status).toBe(200)
      expect(one.body).not.toHaveProperty('payload')
      await remove(id)
    })

    test('a deleted webhook takes its log with it, and what was pending goes nowhere', async () => {
      receiver.answerWith(500)
      const { id } = await register('/deleted')
      await create('Deleted')
      await until(async () => (await newest(id))?.attempts.length === 1, 'an attempt')
      receiver.answerWith(204)
      await remove(id)
      const { webhookDeliveries: table, jobs } = service.store.read.tables
      const left = () => service.store.read.select().from(table).where(eq(table.webhookId, id))
      await until(async () => (await left()).length === 0, 'the log to be cleared')
      const waiting = () => service.store.read.select().from(jobs).where(eq(jobs.partition, id))
      await until(async () => (await waiting()).length === 0, 'what was still to be sent to be cancelled')
      expect(gotBy('/deleted')).toHaveLength(1)
    })

    describe('the list', () => {
      let id: string
      let made: string[]
      const oldMs = Date.now() - 3 * 86_400_000

      beforeAll(async () => {
        id = (await register('/listed')).id
        const statuses = ['succeeded', 'failed', 'skipped', 'succeeded', 'failed'] as const
        const rows = statuses.map((status, index) => {
          const createdAt = index < 2 ? oldMs : Date.now()
          const type = index % 2 === 0 ? 'template.created' : 'template.deleted'
          // The time of an id only grows within a process, so the old ones are written by hand.
          const deliveryId = index < 2 ? `dlv_${timeOf(oldMs)}${`${index}`.padEnd(16, '0')}` : createId('delivery')
          return { id: deliveryId, type, status, createdAt, projectId: service.projects.a, webhookId: id }
        })
        made = rows.map((row) => row.id)
        await service.store.tx(async (db) => {
          await db
            .insert(db.tables.webhookDeliveries)
            .values(rows.map((row) => ({ ...row, eventId: createId('event'), attempts: [], attemptCount: 0 })))
        })
      })

      const ids = async (query: string) => (await list(id, query)).map((delivery) => delivery.id)
      const some = (...indexes: number[]) => indexes.map((index) => made[index] ?? '')

      test('is newest first', async () => expect(await ids('')).toEqual(some(4, 3, 2, 1, 0)))
      test('by status', async () => {
        expect(await ids('&status=failed')).toEqual(some(4, 1))
        expect(await ids('&status=skipped')).toEqual(some(2))
        expect(await ids('&status=succeeded')).toEqual(some(3, 0))
        expect(await ids('&status=pending')).toEqual([])
      })
      test('by type', async () => expect(await ids('&type=template.deleted')).toEqual(some(3, 1)))
      test('since a time', async () => {
        expect(await ids(`&since=${new Date(oldMs + 1000).toISOString()}`)).toEqual(some(4, 3, 2))
        expect(await ids(`&since=${new Date(oldMs).toISOString()}`)).toEqual(some(4, 3, 2, 1, 0))
      })
      test('page by page', async () => {
        const seen: string[] = []
        for (let cursor = ''; ;) {
          const call = `GET /v1/webhooks/${id}/deliveries?limit=2${cursor}`
          const { data, page } = bodyOf<Page>(await ask(service, { call }))
          seen.push(...data.map((delivery) => delivery.id))
          if (page.next_cursor === null) break
          cursor = `&cursor=${page.next_cursor}`
        }
        expect(seen).toEqual(some(4, 3, 2, 1, 0))
      })
      scenarios(
        () => service,
        [
          { name: 'not by another status', call: () => `GET /v1/webhooks/${id}/deliveries?status=lost`, status: 422 },
          { name: 'not by another type', call: () => `GET /v1/webhooks/${id}/deliveries?type=x`, status: 422 },
          { name: 'not since a word', call: () => `GET /v1/webhooks/${id}/deliveries?since=monday`, status: 422 },
          {
            name: 'not with the cursor of another list',
            call: () => `GET /v1/webhooks/${id}/deliveries?cursor=x`,
            status: 422,
            body: { code: 'INVALID_CURSOR' },
          },
          {
            name: 'a delivery that is not there',
            call: () => `GET /v1/webhooks/${id}/deliveries/dlv_01jd7q2v5w8x3y4z6a7b9c0d1e`,
            status: 404,
            body: { code: 'DELIVERY_NOT_FOUND' },
          },
          {
            name: 'a retry of one that is not there',
            call: () => `POST /v1/webhooks/${id}/deliveries/x/retry`,
            status: 404,
            body: { code: 'DELIVERY_NOT_FOUND' },
          },
        ],
      )

      test('forgets after ninety days, not before', async () => {
        const lifeMs = limits.deliveryDays * 86_400_000
        await purgeDeliveries(service.store, oldMs + lifeMs - 60_000)
        expect(await ids('')).toHaveLength(5)
        await purgeDeliveries(service.store, oldMs + lifeMs + 60_000)
        expect(await ids('')).toEqual(some(4, 3, 2))
      })
    })
  })
}

/** The time of an id. */
function timeOf(ms: number): string {
  let [time, text] = [ms, '']
  for (let place = 0; place < 10; place++, time = Math.floor(time / 32)) {
    text = '0123456789abcdefghjkmnpqrstvwxyz'.charAt(time % 32) + text
  }
  return text
}
