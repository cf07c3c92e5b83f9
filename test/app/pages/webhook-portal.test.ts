/** The page on which a customer of a project manages its webhooks: what a link opens, what it may do, and for how long. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { limits } from '../../../src/kernel/limits.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { type Receiver, openReceiver } from '../../surfaces/webhooks/receiver.ts'

interface Link {
  id: string
  url: string
  expires_at: string
}
interface Hook {
  id: string
  url: string
  customer?: string
  enabled: boolean
  filter?: object
  events: string[]
}

const dayMs = 86_400_000
const events = ['template.created', 'template.updated']

describe.each([...dialects])('webhooks of customers on %s', (dialect) => {
  let service: TestService
  let receiver: Receiver

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_NET_ALLOW: '127.0.0.1/32' } })
    receiver = openReceiver()
  })

  const call = async <T = Record<string, unknown>>(what: string, send?: unknown, key = 'a') => {
    const answer = await ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })
    expect({ what, status: answer.status, body: answer.body }).toMatchObject({
      status: answer.status < 300 ? answer.status : 200,
    })
    return answer.body as T
  }
  const newLink = (given: object = {}, key = 'a') =>
    call<Link>('POST /v1/webhook-portal-links', { customer: 'acme', events, ...given }, key)
  const visit = async (url: string, headers: Record<string, string> = {}) => {
    const response = await service.handle(new Request(url, { headers: { accept: 'text/html', ...headers } }))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const post = async (url: string, fields: [string, string][], origin = 'null') => {
    const response = await service.handle(
      new Request(url, { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'text/html', origin } }),
    )
    return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() }
  }
  const add = (url: string, path: string, more: [string, string][] = [['events', 'template.created']]) =>
    post(url, [['act', 'add'], ['url', receiver.url + path], ...more])
  const hooksOf = async (customer: string) =>
    (await call<{ data: Hook[] }>(`GET /v1/webhooks?customer=${customer}`)).data
  const secretIn = (text: string) => /value="(whsec_[^"]+)"/.exec(text)?.[1] ?? ''

  test('a customer adds an endpoint, sees its secret once, tests it, reads the response and repeats it', async () => {
    const { url } = await newLink()
    const empty = await visit(url)
    expect(empty.text).toContain('No endpoint yet')
    expect(empty.text).not.toContain('<script')
    const added = await add(url, '/first', [
      ['events', 'template.created'],
      ['description', 'Search\r\n<index>'],
      ['external_ids', 'news\r\n\r\nsale'],
    ])
    expect(added.status).toBe(201)
    receiver.trust(secretIn(added.text))
    const [hook] = await hooksOf('acme')
    expect(hook).toMatchObject({
      customer: 'acme',
      description: 'Search  <index>',
      events: ['template.created'],
      filter: { external_ids: ['news', 'sale'] },
      owner: { kind: 'api_key' },
    })
    const endpoint = `${url}/${hook?.id}`
    expect((await visit(url)).text + (await visit(endpoint)).text).not.toContain('whsec_')
    const tested = await post(endpoint, [['act', 'test']])
    expect([tested.status, tested.location]).toEqual([303, expect.stringContaining('?done=tested')])
    await until(async () => (await visit(endpoint)).text.includes('Succeeded'), 'the test succeeded')
    expect(receiver.received.at(-1)).toMatchObject({ path: '/first', verified: { type: 'webhook.test' } })

    const [, path = ''] = new RegExp(`href="([^"]*${hook?.id}/dlv_[^"]*)"`).exec((await visit(endpoint)).text) ?? []
    const delivery = new URL(path, url).href
    const shown = await visit(delivery)
    expect(shown.text).toContain('This is a test. Nothing happened.')
    expect(shown.text).toContain('>204<')
    expect((await post(delivery, [['act', 'retry']])).location).toContain('?done=retried')
    await until(() => receiver.received.filter((each) => each.path === '/first').length === 2, 'it was repeated')

    expect((await post(endpoint, [['act', 'disable']])).status).toBe(303)
    expect((await hooksOf('acme'))[0]).toMatchObject({ enabled: false, disabled_reason: 'by_user' })
    expect((await post(delivery, [['act', 'retry']])).status).toBe(409)
    await post(endpoint, [['act', 'enable']])
    expect((await hooksOf('acme'))[0]).toMatchObject({ enabled: true })
    expect((await post(endpoint, [['act', 'unheard of']])).status).toBe(200)
    expect((await hooksOf('acme'))[0]).toMatchObject({ enabled: true })
    expect((await post(endpoint, [['act', 'remove']])).location).toBe(new URL(url).pathname + '?done=removed')
    expect(await hooksOf('acme')).toEqual([])
    const gone = await visit(endpoint)
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('All endpoints')])
  })

  test('a customer changes an endpoint within its link, and gets a new secret beside the old one', async () => {
    const { url } = await newLink({ customer: 'changing', events: ['template.created', 'template.updated'] })
    const added = await add(url, '/before', [['events', 'template.created']])
    const [hook] = await hooksOf('changing')
    const endpoint = `${url}/${hook?.id}`
    const save = (path: string, more: [string, string][]) =>
      post(endpoint, [['act', 'save'], ['url', `${receiver.url}${path}`], ...more])
    const saved = await save('/after', [
      ['events', 'template.updated'],
      ['description', 'Moved'],
      ['external_ids', 'spring'],
    ])
    expect([saved.status, saved.location]).toEqual([303, expect.stringContaining('?done=changed')])
    expect(await hooksOf('changing')).toMatchObject([
      {
        url: `${receiver.url}/after`,
        events: ['template.updated'],
        description: 'Moved',
        filter: { external_ids: ['spring'] },
      },
    ])
    expect((await save('/after', [['events', 'template.updated']])).status).toBe(303)
    expect((await hooksOf('changing'))[0]).not.toHaveProperty('filter')
    const refused = await save('/other', [['events', 'export.completed']])
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(`value="${receiver.url}/other"`)])
    expect((await save('/none', [])).status).toBe(422)
    await add(url, '/second')
    expect((await save('/second', [['events', 'template.updated']])).status).toBe(422)

    const rotated = await post(endpoint, [['act', 'rotate']])
    expect(rotated.status).toBe(200)
    const secret = secretIn(rotated.text)
    expect(secret).not.toBe('')
    expect(secret).not.toBe(secretIn(added.text))
    expect((await visit(endpoint)).text).not.toContain('whsec_')
    receiver.trust(secret)
    await post(endpoint, [['act', 'test']])
    await until(async () => (await visit(endpoint)).text.includes('Succeeded'), 'the test succeeded')
    expect(receiver.received.at(-1)).toMatchObject({ path: '/after', verified: { type: 'webhook.test' } })

    const other = await newLink({ customer: 'someone else' })
    for (const act of ['save', 'rotate'])
      expect(
        (
          await post(`${other.url}/${hook?.id}`, [
            ['act', act],
            ['url', receiver.url],
            ['events', 'template.created'],
          ])
        ).status,
      ).toBe(404)
  })

  test('events reach the endpoint of the customer within the filter of its link', async () => {
    const { url } = await newLink({ customer: 'filtered', filter: { external_ids: ['spring', 'summer'] } })
    expect(
      (
        await add(url, '/spring', [
          ['events', 'template.created'],
          ['external_ids', 'spring'],
        ])
      ).status,
    ).toBe(201)
    expect((await add(url, '/all')).status).toBe(201)
    const wider = await add(url, '/wider', [
      ['events', 'template.created'],
      ['external_ids', 'winter'],
    ])
    expect([wider.status, wider.text]).toEqual([422, expect.stringContaining('These external ids cannot be used')])
    expect((await hooksOf('filtered')).map(({ filter }) => filter)).toEqual([
      { external_ids: ['spring'] },
      { external_ids: ['spring', 'summer'] },
    ])
    for (const name of ['winter', 'summer', 'spring']) await service.create({ name, type: 'other', external_id: name })
    const got = (path: string) =>
      receiver.received
        .filter((each) => each.path === path)
        .map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name)
    await until(
      () => got('/spring').length === 1 && got('/all').length === 2,
      () => JSON.stringify(got('/all')),
    )
    expect([got('/spring'), got('/all').toSorted()]).toEqual([['spring'], ['spring', 'summer']])
  })

  test('endpoints and deliveries of others do not exist for a link', async () => {
    const mine = await newLink({ customer: 'mine' })
    const other = await newLink({ customer: 'other' })
    const foreign = await newLink({ customer: 'mine' }, 'b')
    await add(mine.url, '/mine')
    const own = await call<Hook>('POST /v1/webhooks', { url: `${receiver.url}/own`, events })
    const [hook] = await hooksOf('mine')
    await post(`${mine.url}/${hook?.id}`, [['act', 'test']])
    const page = `/v1/webhooks/${hook?.id}/deliveries`
    const { data } = await call<{ data: { id: string }[] }>(`GET ${page}`)
    for (const { url } of [other, foreign]) {
      expect((await visit(url)).text).not.toContain('/mine')
      for (const id of [hook?.id, own.id, `${hook?.id}/${data[0]?.id}`, 'x', 'whk_01kah3zqpfx9y8w7v6t5s4r3q2']) {
        expect({ id, status: (await visit(`${url}/${id}`)).status }).toEqual({ id, status: 404 })
        for (const act of ['test', 'disable', 'remove', 'retry'])
          expect([404, 200]).toContain((await post(`${url}/${id}`, [['act', act]])).status)
      }
    }
    // A delivery of another endpoint of the same link is not one of this endpoint either.
    await add(mine.url, '/second')
    const second = (await hooksOf('mine'))[1]
    expect((await visit(`${mine.url}/${second?.id}/${data[0]?.id}`)).status).toBe(404)
    expect((await visit(`${mine.url}/${own.id}`)).status).toBe(404)
    expect(await hooksOf('mine')).toMatchObject([{ enabled: true }, { enabled: true }])
    expect(await call(`GET /v1/webhooks/${own.id}`)).toMatchObject({ enabled: true })
    expect((await call<{ data: unknown[] }>(`GET ${page}`)).data).toHaveLength(1)
  })

  test('a URL of a customer is never taken for one of the project', async () => {
    const { url } = await newLink({ customer: 'sly' })
    await add(url, '/callback')
    const found = await ask(service, {
      call: `DELETE /v1/webhooks?url=${encodeURIComponent(`${receiver.url}/callback`)}`,
    })
    expect(found.status).toBe(404)
    expect(await hooksOf('sly')).toHaveLength(1)
  })

  test.each<[string, [string, string][], number, string]>([
    [
      'a URL of a private network',
      [
        ['url', 'http://10.0.0.1/'],
        ['events', 'template.created'],
      ],
      422,
      'id="url-hint"',
    ],
    [
      'no URL',
      [
        ['url', ' '],
        ['events', 'template.created'],
      ],
      422,
      'aria-invalid',
    ],
    [
      'a URL that is too long',
      [
        ['url', `https://example.com/${'x'.repeat(3000)}`],
        ['events', 'template.created'],
      ],
      422,
      'aria-invalid',
    ],
    ['no event', [['url', 'https://example.com/typed']], 422, 'value="https://example.com/typed"'],
    [
      'an event of no such type',
      [
        ['url', 'https://example.com/'],
        ['events', 'x'],
      ],
      422,
      'events-hint',
    ],
    [
      'an event that the link does not allow',
      [
        ['url', 'https://example.com/'],
        ['events', 'export.completed'],
      ],
      422,
      'events-hint',
    ],
    [
      'an external id that is too long',
      [
        ['url', 'https://example.com/'],
        ['events', 'template.created'],
        ['external_ids', 'x'.repeat(500)],
      ],
      422,
      'templates-hint',
    ],
  ])('%s is refused at its field, and what was typed stays', async (_, fields, status, part) => {
    const { url } = await newLink({ customer: 'typing' })
    const refused = await post(url, [['act', 'add'], ...fields])
    expect(refused.status).toBe(status)
    expect(refused.text).toContain(part)
    expect(refused.text).toContain('role="alert"')
    expect(await hooksOf('typing')).toEqual([])
  })

  test('a second endpoint with the URL of the first is refused, so that a reload adds none', async () => {
    const { url } = await newLink({ customer: 'reload' })
    expect((await add(url, '/twice')).status).toBe(201)
    expect((await add(url, '/twice')).status).toBe(422)
    expect(await hooksOf('reload')).toHaveLength(1)
  })

  test('a customer has a limit of its own, and a link one of its actions', async () => {
    const { url } = await newLink({ customer: 'many' })
    for (let index = 0; index < limits.customerWebhooks; index++)
      expect((await add(url, `/many/${index}`)).status).toBe(201)
    expect((await visit(url)).text).not.toContain('<form class="card"')
    expect((await add(url, '/many/x')).status).toBe(409)
    const viaApi = await ask(service, {
      call: 'POST /v1/webhooks',
      send: { url: `${receiver.url}/many/y`, events, customer: 'many' },
    })
    expect(viaApi).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } })
    const [hook] = await hooksOf('many')
    const statuses = []
    for (let index = limits.customerWebhooks + 1; index <= limits.portalSends; index++)
      statuses.push((await post(`${url}/${hook?.id}`, [['act', 'test']])).status)
    expect(statuses.at(0)).toBe(303)
    const late = await post(`${url}/${hook?.id}`, [['act', 'test']])
    expect([late.status, late.text]).toEqual([429, expect.stringContaining('Too many actions')])
  })

  test('pages of the allowed origins of the project may frame it, and no others', async () => {
    const { url } = await newLink({ customer: 'framed' })
    const policy = async () => (await visit(url)).headers.get('content-security-policy')
    expect(await policy()).toContain("frame-ancestors 'none'")
    await call(`PUT /v1/projects/${service.projects.a}`, { allowed_origins: ['https://app.example.com'] })
    expect(await policy()).toContain('frame-ancestors https://app.example.com;')
    await call(`PUT /v1/projects/${service.projects.a}`, { allowed_origins: [] })
    const { headers } = await visit(url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const arabic = (await visit(url, { 'accept-language': 'ar-EG, en;q=0.5' })).text
    expect(arabic).toContain('<html lang="ar" dir="rtl"')
    expect(arabic).toContain('لا توجد نقطة نهاية بعد')
    const other = await post(url, [['act', 'add']], 'https://evil.example')
    expect(other.status).toBe(403)
  })

  test('an expired, revoked or changed link opens one clear page', async () => {
    const link = await newLink({ customer: 'short' })
    expect(Date.parse(link.expires_at) - Date.now()).toBeLessThanOrEqual(limits.portalLinkDays * dayMs)
    await add(link.url, '/short')
    const { webhookPortalLinks: t } = service.store.read.tables
    const set = (expiresAt: number) =>
      service.store.tx((db) => db.update(t).set({ expiresAt }).where(eq(t.id, link.id)))
    const dead = async (url: string, status: number) => {
      for (const path of [url, `${url}/whk_01kah3zqpfx9y8w7v6t5s4r3q2`, `${url}/x/y`]) {
        const page = await visit(path)
        expect([page.status, page.text]).toEqual([status, expect.stringContaining('This link does not work')])
        expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *')
      }
      expect((await post(url, [['act', 'add']])).status).toBe(status)
    }
    await set(1)
    await dead(link.url, 410)
    await set(Date.now() + dayMs)
    expect((await visit(link.url)).status).toBe(200)
    await dead(link.url.slice(0, -1) + (link.url.endsWith('0') ? '1' : '0'), 404)
    const listed = await call<{ data: object[] }>('GET /v1/webhook-portal-links?customer=short')
    expect(listed.data).toMatchObject([{ id: link.id, customer: 'short', events, opened_at: expect.any(String) }])
    expect(JSON.stringify(listed)).not.toContain('webhook-portal')
    const path = `/v1/webhook-portal-links/${link.id}`
    expect((await ask(service, { call: `DELETE ${path}`, key: 'b' })).status).toBe(404)
    expect((await ask(service, { call: `DELETE ${path}`, headers: { 'if-match': '"0"' } })).status).toBe(412)
    expect(await call(`DELETE ${path}`)).toMatchObject({ id: link.id, revoked_at: expect.any(String) })
    await dead(link.url, 404)
    // What the customer set up stays.
    expect(await hooksOf('short')).toHaveLength(1)
  })

  test('a link opens nothing once its creator may not manage webhooks', async () => {
    const key = await call<{ id: string; key: string }>('POST /v1/api-keys', { name: 'Short', scopes: ['webhooks'] })
    const { url } = await newLink({ customer: 'fired' }, key.key)
    expect((await visit(url)).status).toBe(200)
    await call(`DELETE /v1/api-keys/${key.id}`)
    expect((await visit(url)).status).toBe(404)
  })

  test.each<[string, object, string]>([
    ['an expiry in the past', { expires_at: new Date(Date.now() - dayMs).toISOString() }, '/expires_at'],
    ['an expiry too far ahead', { expires_at: new Date(Date.now() + 91 * dayMs).toISOString() }, '/expires_at'],
    [
      'a folder that does not exist',
      { filter: { folders: [{ id: 'fld_01jd7q2v5w8x3y4z6a7b9c0d1e' }] } },
      '/filter/folders/0/id',
    ],
    [
      'a filter of events without templates',
      { events: ['verification.batch.completed'], filter: { external_ids: ['a'] } },
      '/filter',
    ],
    ['an empty customer', { customer: '' }, '/customer'],
    ['no events', { events: [] }, '/events'],
  ])('a link with %s is refused', async (_, given, path) => {
    const send = { customer: 'acme', events, ...given }
    const { body, status } = await ask(service, { call: 'POST /v1/webhook-portal-links', send })
    expect(status).toBe(422)
    expect(body).toMatchObject({ issues: [{ path }] })
  })
})
