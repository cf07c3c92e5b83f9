/** Templates pushed through the whole service: jobs, the guarded client, and a stand-in on loopback. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Connection } from '../../../src/surfaces/connections/accounts/contract.ts'
import type { ConnectedTemplates, Push } from '../../../src/surfaces/connections/pushing/contract.ts'
import { purgePushes } from '../../../src/surfaces/connections/index.ts'
import { type Running, type StandIn, startStandIn } from '../../email/push/stand-in.ts'
import { klaviyo } from '../../email/push/stand-ins/klaviyo.ts'
import { mailchimp } from '../../email/push/stand-ins/mailchimp.ts'
import { postmark } from '../../email/push/stand-ins/postmark.ts'
import { standIns } from '../../email/push/stand-ins/list.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

const document = {
  meta: { title: 'Spring sale', subject: 'For {{ first_name | default: "you" }}' },
  rows: [
    {
      type: 'section',
      columns: [
        {
          blocks: [
            { id: 'greeting', type: 'text', text: '<p>Hello {{ first_name | default: "friend" }}</p>' },
            { id: 'gold', type: 'text', text: '<p>Gold</p>', when: { op: 'eq', path: 'plan', value: 'gold' } },
            { id: 'go', type: 'button', label: 'Go', href: 'https://x.example/' },
            { id: 'out', type: 'text', text: '<p><a href="{{ unsubscribe_url }}">Leave</a></p>' },
          ],
        },
      ],
    },
  ],
  translations: { default: 'en', locales: { de: { 'greeting.text': '<p>Hallo {{ first_name }}</p>' } } },
}
const environment = { SVC_RUN_JOBS: 'true', SVC_NET_ALLOW: '127.0.0.1/32' }

for (const dialect of dialects) {
  describe(dialect, () => {
    let testService: TestService

    beforeAll(async () => {
      testService = await startService({ dialect, environment })
    })

    const connect = async (standIn: StandIn, { url }: Running, more: object = {}) => {
      const send = { provider: standIn.provider, name: 'Account', ...standIn.account, base_url: url, ...more }
      return ((await ask(testService, { call: 'POST /v1/connections', send })).body as Connection).id
    }
    const order = async (connection: string, send: object) => {
      const answer = await ask(testService, { call: `POST /v1/connections/${connection}/push`, send })
      const push = answer.body as Push
      expect(answer.status).toBe(202)
      expect(answer.headers.get('location')).toBe(`/v1/connections/${connection}/pushes/${push.id}`)
      return push
    }
    const get = async ({ connection_id, id }: Push) =>
      (await ask(testService, { call: `GET /v1/connections/${connection_id}/pushes/${id}` })).body as Push
    const isEnded = ({ status }: Push) => !['queued', 'running'].includes(status)
    const ended = async (push: Push) => {
      await until(async () => isEnded(await get(push)), 'the end of the push')
      return get(push)
    }
    const create = (name: string) => testService.create({ name, type: 'other', document })
    const html = ({ templates }: Running) =>
      templates
        .values()
        .toArray()
        .map((each) => String(mailchimp.kept(each).html))

    test('a template goes there in the provider’s language, once; each translation is a template of its own', async () => {
      const running = startStandIn(mailchimp)
      const connection = await connect(mailchimp, running, {
        options: { field_map: { plan: 'PLAN' }, utm: { source: 'news', term: '{{ plan }}' } },
      })
      const template = await create('Spring sale')
      const made = await ended(await order(connection, { template_id: template }))
      expect(made).toMatchObject({ status: 'completed', action: 'created', remote_id: '10000' })
      expect(html(running)[0]).toContain('*|IF:FNAME|**|FNAME|**|ELSE:|*friend*|END:IF|*')
      expect(html(running)[0]).toContain('*|IF:PLAN=gold|*')
      expect(html(running)[0]).toContain('href="*|UNSUB|*"')
      expect(html(running)[0]).toContain('href="https://x.example/?utm_source=news&amp;utm_term=*|URL:PLAN|*"')
      expect(made.warnings.map(({ code }) => code)).toEqual(['TARGET_REQUIRES_TAG'])
      await ask(testService, { call: `PUT /v1/templates/${template}`, send: { document: { ...document, rows: [] } } })
      const again = await ended(await order(connection, { template_id: template, name: 'Other' }))
      expect(again).toMatchObject({ status: 'completed', action: 'updated', remote_id: '10000' })
      expect(running.templates.get('10000')).toMatchObject({ name: 'Other' })
      const german = await ended(await order(connection, { template_id: template, locale: 'de' }))
      expect(german).toMatchObject({ status: 'completed', action: 'created', remote_id: '10001' })
      expect(running.templates.get('10001')).toMatchObject({ name: 'Spring sale (de)' })
      const { data } = (await ask(testService, { call: `GET /v1/connections/${connection}/templates` }))
        .body as ConnectedTemplates
      expect(data).toMatchObject([
        { template_id: template, remote_id: '10000', pushed_revision: 2 },
        { template_id: template, locale: 'de', remote_id: '10001', pushed_revision: 2 },
      ])
      const list = await ask(testService, { call: `GET /v1/connections/${connection}/pushes?template_id=${template}` })
      expect((list.body as { data: Push[] }).data.map(({ id }) => id)).toEqual([german.id, again.id, made.id])
      expect(running.faults).toEqual([])
      const log = await testService.store.read.select().from(testService.store.read.tables.auditLog)
      const pushed = log.filter(({ action, target }) => action === 'template.pushed' && target === template)
      expect(pushed.map(({ detail }) => detail['action'])).toEqual(['created', 'updated', 'created'])
    })

    test('pushes at the same time make one template', async () => {
      const running = startStandIn(mailchimp)
      const connection = await connect(mailchimp, running)
      const template = await create('At once')
      const orders = await Promise.all([1, 2, 3, 4].map(() => order(connection, { template_id: template })))
      const all = await Promise.all(orders.map(ended))
      expect(all.map(({ action }) => action).toSorted()).toEqual(['created', 'updated', 'updated', 'updated'])
      expect(running.templates.size).toBe(1)
    })

    test('a template that was deleted there is made anew, with a warning; one can be named', async () => {
      const running = startStandIn(mailchimp)
      const connection = await connect(mailchimp, running)
      const template = await create('Deleted')
      await ended(await order(connection, { template_id: template }))
      running.templates.clear()
      running.templates.set('7', { id: 7, name: 'Theirs', html: 'x', active: true })
      const anew = await ended(await order(connection, { template_id: template }))
      expect(anew).toMatchObject({ status: 'completed', action: 'recreated', remote_id: '10001' })
      expect(anew.warnings.map(({ code }) => code)).toContain('PUSH_RECREATED')
      const chosen = await ended(await order(connection, { template_id: template, remote_id: '7' }))
      expect(chosen).toMatchObject({ status: 'completed', action: 'updated', remote_id: '7' })
      const missing = await ended(await order(connection, { template_id: template, remote_id: '404' }))
      expect(missing).toMatchObject({ status: 'failed', error: { code: 'PROVIDER_MISSING' } })
      expect(await ended(await order(connection, { template_id: template }))).toMatchObject({ remote_id: '7' })
    })

    const refusals: [status: number, code: string][] = [
      [401, 'PROVIDER_UNAUTHORIZED'],
      [403, 'PROVIDER_FORBIDDEN'],
      [409, 'PROVIDER_CONFLICT'],
      [422, 'PROVIDER_REJECTED'],
    ]
    test('what the provider refuses ends the push, in its words; what is redirected goes nowhere', async () => {
      const running = startStandIn(mailchimp)
      const connection = await connect(mailchimp, running)
      const template = await create('Refused')
      for (const [status, code] of refusals) {
        running.mishaps.push(mailchimp.refusal(status))
        expect(await ended(await order(connection, { template_id: template }))).toMatchObject({
          status: 'failed',
          error: {
            code,
            status_code: status,
            message: expect.stringContaining(`Mailchimp answered ${status}: A refusal with ${status}`),
          },
        })
      }
      running.mishaps.push({ status: 307, headers: { location: `${running.url}/elsewhere` } })
      const redirected = await ended(await order(connection, { template_id: template }))
      expect(redirected).toMatchObject({ status: 'failed', error: { code: 'PROVIDER_REDIRECTED' } })
      expect(running.asked).toHaveLength(5)
    })

    test('what cannot be had now waits as long as the provider asks, and says so', async () => {
      const running = startStandIn(klaviyo)
      const connection = await connect(klaviyo, running)
      const template = await create('Patience')
      running.mishaps.push({ ...klaviyo.refusal(429), headers: { 'Retry-After': '1' } })
      const push = await order(connection, { template_id: template })
      await until(async () => (await get(push)).error !== undefined, 'the first attempt')
      expect(await get(push)).toMatchObject({ error: { code: 'PROVIDER_RATE_LIMITED', status_code: 429 } })
      expect(await ended(push)).toMatchObject({ status: 'completed', action: 'created' })
      running.mishaps.push({ ...klaviyo.refusal(429), headers: { 'Retry-After': '86400' } })
      expect(await ended(await order(connection, { template_id: template }))).toMatchObject({ status: 'failed' })
    })

    test('a push that waits can be cancelled', async () => {
      const running = startStandIn(mailchimp)
      const connection = await connect(mailchimp, running)
      const template = await create('Called off')
      running.mishaps.push({ ...mailchimp.refusal(503), headers: { 'Retry-After': '600' } })
      const push = await order(connection, { template_id: template })
      await until(async () => (await get(push)).next_attempt_at !== undefined, 'the first attempt')
      expect(Date.parse((await get(push)).next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 300_000)
      expect((await ask(testService, { call: `POST /v1/jobs/${push.job_id}/cancel` })).status).toBe(200)
      expect(await get(push)).toMatchObject({ status: 'cancelled' })
      expect(running.templates.size).toBe(0)
    })

    test('what a target has no words for is refused under strict before anybody is asked', async () => {
      const running = startStandIn(mailchimp)
      const connection = await connect(mailchimp, running, { options: { strict: true } })
      const list = { id: 'list', type: 'text', text: '<p>{{ item.name }}</p>', each: { in: 'items', as: 'item' } }
      const looped = { ...document, rows: [{ type: 'section', columns: [{ blocks: [list] }] }] }
      const template = await testService.create({ name: 'Strict', type: 'other', document: looped })
      const failed = await ended(await order(connection, { template_id: template }))
      expect(failed).toMatchObject({ status: 'failed', error: { code: 'EXPORT_NOT_EXPRESSIBLE' } })
      expect(running.asked).toEqual([])
    })

    const ours = [
      { id: 'mark', type: 'image', src: '/cdn/starters/welcome-mark.png', alt: 'Mark' },
      { id: 'again', type: 'image', src: '/cdn/starters/welcome-mark.png', alt: 'Again' },
      { id: 'gone', type: 'image', src: '/cdn/nothing.png', alt: 'Gone' },
    ]
    const theirs = { id: 'theirs', type: 'image', src: 'https://cdn.example.com/{{ first_name }}.png', alt: 'Theirs' }
    const picturedBy = (blocks: object[]) => ({
      meta: document.meta,
      rows: [{ type: 'section', columns: [{ blocks }] }],
    })
    const pictured = picturedBy([...ours, theirs])

    test('images go to the provider where the push asks for that, each once; what cannot keeps its address', async () => {
      const running = startStandIn(mailchimp)
      const connection = await connect(mailchimp, running, { options: { images: 'upload' } })
      const template_id = await testService.create({ name: 'Pictured', type: 'other', document: pictured })
      const first = await ended(await order(connection, { template_id }))
      expect(first).toMatchObject({ status: 'completed', action: 'created' })
      const [[address, kept] = ['', undefined]] = [...running.images]
      expect(kept?.name).toMatch(/^welcome-mark-[0-9a-f]{8}\.png$/)
      expect(kept?.bytes.length).toBeGreaterThan(100)
      expect(html(running)[0]?.split(address)).toHaveLength(3)
      expect(html(running)[0]).toContain('src="https://cdn.example.com/*|URL:FNAME|*.png"')
      const about = first.warnings.filter(({ code }) => code === 'IMAGE_NOT_UPLOADED')
      expect(about).toMatchObject([{ path: expect.stringContaining('/cdn/nothing.png') }])
      expect(await ended(await order(connection, { template_id }))).toMatchObject({ action: 'updated' })
      expect(running.images.size).toBe(1)
      expect(html(running)[0]).toContain(address)
      expect(running.faults).toEqual([])
    })

    test('images stay where they are at a provider that takes none, or not with this key', async () => {
      const template_id = await testService.create({ name: 'Pictured too', type: 'other', document: pictured })
      const options = { images: 'upload' }
      const posted = startStandIn(postmark)
      const linked = await ended(await order(await connect(postmark, posted, { options }), { template_id }))
      expect(linked.status).toBe('completed')
      expect(linked.warnings.map(({ code }) => code)).toContain('IMAGE_NOT_UPLOADED')
      const strict = { ...options, strict: true }
      const own = await testService.create({ name: 'Pictured by us', type: 'other', document: picturedBy(ours) })
      const none = await ended(await order(await connect(postmark, posted, { options: strict }), { template_id: own }))
      expect(none).toMatchObject({ status: 'failed', error: { code: 'EXPORT_IMAGE_MISSING' } })
      const refusing = startStandIn(klaviyo)
      refusing.mishaps.push(klaviyo.refusal(403))
      const refused = await ended(await order(await connect(klaviyo, refusing, { options }), { template_id }))
      expect(refused).toMatchObject({ status: 'failed', error: { code: 'PROVIDER_FORBIDDEN', status_code: 403 } })
      expect(refused.error?.message).toMatch(/images:write.*Grant the key the permissions/)
      expect(refusing.templates.size).toBe(0)
    })

    test('pushes are forgotten after their time', async () => {
      const later = Date.now() + 31 * 24 * 60 * 60 * 1000
      expect(await purgePushes(testService.store, later)).toBeGreaterThan(5)
      expect(await purgePushes(testService.store, later)).toBe(0)
    })
  })
}

describe('every provider', () => {
  let testService: TestService

  beforeAll(async () => {
    testService = await startService({ dialect: 'sqlite', environment })
  })

  for (const standIn of standIns) {
    test(`${standIn.provider} is tested and pushed to through the guarded client`, async () => {
      const running = startStandIn(standIn)
      const connect = async (account: StandIn['account']) => {
        const send = { provider: standIn.provider, name: 'Account', ...account, base_url: running.url }
        return ((await ask(testService, { call: 'POST /v1/connections', send })).body as Connection).id
      }
      const id = await connect(standIn.account)
      expect((await ask(testService, { call: `POST /v1/connections/${id}/test` })).body).toMatchObject({ ok: true })
      const wrong = await connect(standIn.wrong)
      expect((await ask(testService, { call: `POST /v1/connections/${wrong}/test` })).body).toMatchObject({ ok: false })
      expect((await ask(testService, { call: `GET /v1/connections/${wrong}` })).body).toMatchObject({
        test: { ok: false },
      })
      const template_id = await testService.create({ name: 'Everywhere', type: 'other', document })
      const push = (await ask(testService, { call: `POST /v1/connections/${id}/push`, send: { template_id } }))
        .body as Push
      const path = `GET /v1/connections/${id}/pushes/${push.id}`
      const get = async () => (await ask(testService, { call: path })).body as Push
      await until(async () => ['completed', 'failed'].includes((await get()).status), 'the end of the push')
      expect(await get()).toMatchObject({ status: 'completed', action: 'created' })
      expect(running.templates.size).toBe(1)
      expect(running.faults).toEqual([])
    })
  }

  test('an address that may not be called is not', async () => {
    const closed = await startService({ dialect: 'sqlite', environment: { SVC_RUN_JOBS: 'true' } })
    const running = startStandIn(mailchimp)
    const send = { provider: 'mailchimp', name: 'x', ...mailchimp.account, base_url: running.url }
    expect((await ask(closed, { call: 'POST /v1/connections', send })).status).toBe(422)
    expect(running.asked).toEqual([])
  })
})
