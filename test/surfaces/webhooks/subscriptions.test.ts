import { beforeAll, describe, expect, test } from 'bun:test'
import { subscribableTypes } from '../../../src/kernel/events/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { type Answer, type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

interface Webhook {
  id: string
  url: string
  events: string[]
  enabled: boolean
  revision: number
  secret: string
  secrets: { created_at: string; expires_at?: string }[]
}

const url = 'https://example.com/hooks'
const events = ['template.updated', 'export.completed']
const unknown = 'whk_01jd7q2v5w8x3y4z6a7b9c0d1e'
const bodyOf = <T = Webhook>(answer: Answer) => answer.body as T
const environment = { SVC_RUN_JOBS: 'false', SVC_NET_ALLOW: '127.0.0.0/8' }

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let known: Webhook

    const register = async (body: object = {}, key = 'a') =>
      bodyOf(await ask(service, { call: 'POST /v1/webhooks', key, send: { url, events, ...body } }))
    const get = (id: string) => ask(service, { call: `GET /v1/webhooks/${id}` })

    beforeAll(async () => {
      service = await startService({ dialect, environment })
      known = await register()
    })

    const at =
      (rest = '') =>
      () =>
        `${rest.startsWith(' ') ? '' : ''}/v1/webhooks/${known.id}${rest}`
    const on =
      (method: string, rest = '') =>
      () =>
        `${method} ${at(rest)()}`

    describe('every operation', () => {
      const operations: [name: string, call: () => string, send?: object][] = [
        ['webhooks.list', () => 'GET /v1/webhooks'],
        ['webhooks.register', () => 'POST /v1/webhooks', { url, events }],
        ['webhooks.listEventTypes', () => 'GET /v1/webhooks/events'],
        ['webhooks.get', on('GET')],
        ['webhooks.update', on('PUT'), { enabled: true }],
        ['webhooks.delete', on('DELETE')],
        ['webhooks.rotateSecret', on('POST', '/rotate'), {}],
        ['webhooks.deleteSelected', () => `DELETE /v1/webhooks?id=${known.id}`],
        ['webhooks.rotateSelected', () => `POST /v1/webhooks/rotate?id=${known.id}`, {}],
        ['webhooks.sendTest', on('POST', '/test')],
        ['webhooks.listDeliveries', on('GET', '/deliveries')],
        ['webhooks.getDelivery', on('GET', '/deliveries/dlv_01jd7q2v5w8x3y4z6a7b9c0d1e')],
        ['webhooks.retryDelivery', on('POST', '/deliveries/dlv_01jd7q2v5w8x3y4z6a7b9c0d1e/retry')],
        ['webhooks.recover', on('POST', '/recover'), { since: new Date().toISOString() }],
      ]
      const rows = operations.flatMap(([name, call, send]): Scenario<TestService>[] => {
        const base = { call, ...(send === undefined ? {} : { send }) }
        const isOfOne = !['webhooks.list', 'webhooks.register', 'webhooks.listEventTypes'].includes(name)
        return [
          { ...base, name: `${name} wants a key`, key: null, status: 401, body: { code: 'UNAUTHORIZED' } },
          { ...base, name: `${name} wants the scope`, key: 'readOnly', status: 403, body: { code: 'FORBIDDEN' } },
          ...(isOfOne
            ? [
                {
                  ...base,
                  name: `${name} does not show another project's`,
                  key: 'b',
                  status: 404,
                  body: { code: 'WEBHOOK_NOT_FOUND' },
                },
                {
                  ...base,
                  name: `${name} knows no webhook that is not there`,
                  call: () => call().replace(known.id, unknown),
                  status: 404,
                  body: { code: 'WEBHOOK_NOT_FOUND' },
                },
                {
                  ...base,
                  name: `${name} takes any text as an id, and finds nothing`,
                  call: () => call().replace(known.id, 'no-id'),
                  status: 404,
                  body: { code: 'WEBHOOK_NOT_FOUND' },
                },
              ]
            : []),
        ]
      })
      scenarios(() => service, rows)
    })

    describe('registering', () => {
      const invalid = (name: string, send: unknown, path: string, message: string): Scenario<TestService> => ({
        name,
        call: 'POST /v1/webhooks',
        send,
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path, message: expect.stringContaining(message) as string }] },
      })
      scenarios(
        () => service,
        [
          {
            name: 'answers the subscription with its secret, and where it is',
            call: 'POST /v1/webhooks',
            send: { url, events, description: 'Search index' },
            status: 201,
            body: { url, events, description: 'Search index', enabled: true, revision: 1 },
            answers: { location: /^\/v1\/webhooks\/whk_[0-9a-z]{26}$/, 'cache-control': 'no-store', etag: null },
            then({ body }) {
              const { secret, secrets } = body as Webhook
              expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
              expect(secrets).toHaveLength(1)
            },
          },
          { name: 'under /api/v1', call: 'POST /api/v1/webhooks', send: { url, events }, status: 201 },
          { name: 'under no prefix', call: 'POST /webhooks', send: { url, events }, status: 201 },
          {
            name: 'prints the address as the URL parser does',
            call: 'POST /v1/webhooks',
            send: { url: 'HTTPS://Bücher.example:443/a b', events },
            status: 201,
            body: { url: 'https://xn--bcher-kva.example/a%20b' },
          },
          {
            name: 'http is taken where the operator opened the network',
            call: 'POST /v1/webhooks',
            send: { url: 'http://127.0.0.1:9999/', events },
            status: 201,
          },
          invalid('not without an address', { events }, '/url', 'required'),
          invalid('not without events', { url }, '/events', 'required'),
          invalid('not with no event at all', { url, events: [] }, '/events', 'at least 1 item'),
          invalid('not with an event twice', { url, events: [events[0], events[0]] }, '/events', 'twice'),
          invalid('not with an unknown event', { url, events: ['template.read'] }, '/events/0', 'template.created'),
          invalid('not with the test event', { url, events: ['webhook.test'] }, '/events/0', 'template.created'),
          invalid('not with members it does not know', { url, events, secret: 'x' }, '/secret', 'url, events, descr'),
          invalid('not with a long description', { url, events, description: 'x'.repeat(501) }, '/description', '500'),
          invalid('not with a broken address', { url: 'example.com/hooks', events }, '/url', 'not a URL'),
          invalid('not with another scheme', { url: 'ftp://example.com/', events }, '/url', 'https://'),
          invalid('not with a password', { url: 'https://a:b@example.com/', events }, '/url', 'password'),
          invalid('not with a low port', { url: 'https://example.com:22/', events }, '/url', 'port'),
          invalid('not with a private address', { url: 'https://10.0.0.1/', events }, '/url', 'SVC_NET_ALLOW'),
          invalid('not with an address in disguise', { url: 'https://0x0a000001/', events }, '/url', 'not public'),
          invalid('not with the address of metadata', { url: 'http://169.254.169.254/', events }, '/url', 'not public'),
        ],
      )

      test('again under the same Idempotency-Key makes no other, and shows no secret', async () => {
        const call = { call: 'POST /v1/webhooks', send: { url, events }, headers: { 'idempotency-key': dialect } }
        const [first, second] = [await ask(service, call), await ask(service, call)]
        expect(second.body).toEqual({ ...(first.body as object), secret: null })
        expect(second.headers.get('idempotency-replayed')).toBe('true')
        expect(await ask(service, { ...call, send: { url, events: ['export.failed'] } })).toMatchObject({ status: 422 })
      })

      test('ends at fifty, which a deletion makes room in', async () => {
        const count = await countOf('b')
        for (let made = count; made < limits.webhooks; made++) await register({}, 'b')
        const refused = await ask(service, { call: 'POST /v1/webhooks', key: 'b', send: { url, events } })
        expect(refused).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } })
        expect(bodyOf<{ detail: string }>(refused).detail).toContain('50 webhooks')
        const page = await ask(service, { call: 'GET /v1/webhooks', key: 'b' })
        const first = bodyOf<{ data: Webhook[] }>(page).data[0]?.id
        expect(await ask(service, { call: `DELETE /v1/webhooks/${first}`, key: 'b' })).toMatchObject({ status: 204 })
        expect(await register({}, 'b')).toMatchObject({ enabled: true })
      })

      test('at once from many sides never makes more than fifty', async () => {
        await Promise.all(Array.from({ length: 4 }, () => register({}, 'b')))
        expect(await countOf('b')).toBe(limits.webhooks)
      })

      const countOf = async (key: string) =>
        bodyOf<{ data: Webhook[] }>(await ask(service, { call: 'GET /v1/webhooks?limit=100', key })).data.length
    })

    describe('the list', () => {
      test('shows every webhook of the project once, oldest first, and no secret', async () => {
        const seen: string[] = []
        for (let cursor = ''; ;) {
          const page = await ask(service, { call: `GET /v1/webhooks?limit=2${cursor}` })
          expect(page.text).not.toContain('whsec_')
          const { data, page: next } = bodyOf<{ data: Webhook[]; page: { next_cursor: string | null } }>(page)
          seen.push(...data.map(({ id }) => id))
          if (next.next_cursor === null) break
          cursor = `&cursor=${next.next_cursor}`
        }
        expect(seen).toContain(known.id)
        expect(seen).toEqual([...new Set(seen)].sort())
      })
      scenarios(
        () => service,
        [
          {
            name: 'takes no other cursor',
            call: 'GET /v1/webhooks?cursor=abc',
            status: 422,
            body: { code: 'INVALID_CURSOR' },
          },
          { name: 'takes no unknown member', call: 'GET /v1/webhooks?url=x', status: 422 },
        ],
      )
    })

    test('the event types come with schema and example, the test last', async () => {
      const { data } = bodyOf<{ data: { name: string; schema: { properties: object }; example: object }[] }>(
        await ask(service, { call: 'GET /webhooks/events' }),
      )
      expect(data.map(({ name }) => name)).toEqual([...subscribableTypes, 'webhook.test'])
      for (const { name, schema, example } of data) {
        expect(Object.keys(schema.properties)).toEqual(['id', 'type', 'timestamp', 'project_id', 'data'])
        expect(example).toMatchObject({ type: name })
      }
    })

    describe('changing', () => {
      test('takes what the body names, as one revision', async () => {
        const { id } = await register()
        const call = `PUT /v1/webhooks/${id}`
        const changed = await ask(service, { call, send: { url: 'https://example.com/other', description: 'Mine' } })
        expect(changed).toMatchObject({
          status: 200,
          body: { url: 'https://example.com/other', description: 'Mine', events, revision: 2 },
        })
        expect(await ask(service, { call, send: { description: 'Mine' } })).toMatchObject({ body: { revision: 2 } })
        const cleared = await ask(service, { call, send: { description: null } })
        expect(cleared.body).not.toHaveProperty('description')
      })

      test('switches it off with a reason, and on again without', async () => {
        const { id } = await register()
        const call = `PUT /v1/webhooks/${id}`
        const off = await ask(service, { call, send: { enabled: false } })
        expect(off.body).toMatchObject({ enabled: false, disabled_reason: 'by_user', disabled_at: expect.any(String) })
        const on_ = await ask(service, { call, send: { enabled: true } })
        expect(on_.body).toMatchObject({ enabled: true, revision: 3 })
        expect(on_.body).not.toHaveProperty('disabled_reason')
        expect(on_.body).not.toHaveProperty('disabled_at')
      })

      test('honours If-Match, also when deliveries went on in between', async () => {
        const { id } = await register()
        const read = await get(id)
        const tag = read.headers.get('etag') ?? ''
        await service.store.tx(async (db) => {
          await db.update(db.tables.webhooks).set({ lastSuccessAt: Date.now() })
        })
        const again = await get(id)
        expect(again.headers.get('etag')).not.toBe(tag)
        const put = (ifMatch: string, send: object) =>
          ask(service, { call: `PUT /v1/webhooks/${id}`, send, headers: { 'if-match': ifMatch } })
        expect(await put(tag, { description: 'One' })).toMatchObject({ status: 200 })
        expect(await put(tag, { description: 'Two' })).toMatchObject({
          status: 412,
          body: { code: 'PRECONDITION_FAILED', revision: 2 },
        })
        expect(await put('*', { description: 'Two' })).toMatchObject({ status: 200 })
      })

      scenarios(
        () => service,
        [
          { name: 'not nothing', call: on('PUT'), send: {}, status: 422 },
          { name: 'not to no events', call: on('PUT'), send: { events: [] }, status: 422 },
          {
            name: 'not to an address that may not be called',
            call: on('PUT'),
            send: { url: 'https://192.168.1.1/' },
            status: 422,
            body: { issues: [{ path: '/url' }] },
          },
          { name: 'not the id', call: on('PUT'), send: { id: unknown }, status: 422 },
        ],
      )
    })

    describe('deleting', () => {
      test('ends it, and once only', async () => {
        const { id } = await register()
        const call = `DELETE /v1/webhooks/${id}`
        expect(await ask(service, { call })).toMatchObject({ status: 204, text: '' })
        expect(await ask(service, { call })).toMatchObject({ status: 404 })
        expect(await get(id)).toMatchObject({ status: 404 })
      })
    })

    describe('rotating', () => {
      const rotate = (id: string, send: object = {}) => ask(service, { call: `POST /v1/webhooks/${id}/rotate`, send })

      test('makes a new secret beside the old one, which ends after a day', async () => {
        const made = await register()
        const answer = bodyOf(await rotate(made.id))
        expect(answer.secret).not.toBe(made.secret)
        expect(answer).toMatchObject({ id: made.id, revision: 2 })
        const [newest, older] = answer.secrets
        expect(newest).not.toHaveProperty('expires_at')
        expect(Date.parse(older?.expires_at ?? '') - Date.parse(newest?.created_at ?? '')).toBe(86_400_000)
      })

      test('without grace ends the old ones at once', async () => {
        const { id } = await register()
        await rotate(id)
        expect(bodyOf(await rotate(id, { grace_seconds: 0 })).secrets).toHaveLength(1)
      })

      test('lets at most five sign, and says what to do then', async () => {
        const { id } = await register()
        for (let made = 1; made < limits.webhookSecrets; made++) await rotate(id, { grace_seconds: 60 })
        const refused = await rotate(id)
        expect(refused).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } })
        expect(bodyOf<{ detail: string }>(refused).detail).toContain('"grace_seconds": 0')
      })

      test('needs no body', async () => {
        const { id } = await register()
        expect(await ask(service, { call: `POST /webhooks/${id}/rotate` })).toMatchObject({ status: 200 })
      })

      scenarios(
        () => service,
        [
          { name: 'not with a negative grace', call: on('POST', '/rotate'), send: { grace_seconds: -1 }, status: 422 },
          { name: 'not with months of it', call: on('POST', '/rotate'), send: { grace_seconds: 604_801 }, status: 422 },
          { name: 'not with parts of seconds', call: on('POST', '/rotate'), send: { grace_seconds: 1.5 }, status: 422 },
        ],
      )
    })

    describe('without an id in the path', () => {
      const own = 'https://example.com/selected'
      const byUrl = `url=${encodeURIComponent(own)}`
      for (const prefix of ['/v1', '/api/v1', '']) {
        test(`rotates and deletes by id and by URL under ${prefix || 'no prefix'}`, async () => {
          const made = await register({ url: own })
          const rotated = await ask(service, { call: `POST ${prefix}/webhooks/rotate?${byUrl}`, send: {} })
          expect(rotated).toMatchObject({ status: 200, body: { id: made.id, revision: 2 } })
          const again = await ask(service, {
            call: `POST ${prefix}/webhooks/rotate?id=${made.id}`,
            send: { grace_seconds: 0 },
          })
          expect(bodyOf(again).secrets).toHaveLength(1)
          expect(await ask(service, { call: `DELETE ${prefix}/webhooks?${byUrl}` })).toMatchObject({ status: 204 })
          expect(await get(made.id)).toMatchObject({ status: 404 })
          const { id } = await register()
          expect(await ask(service, { call: `DELETE ${prefix}/webhooks?id=${id}` })).toMatchObject({ status: 204 })
          expect(await get(id)).toMatchObject({ status: 404 })
        })
      }

      test('a URL of several webhooks names them and deletes none', async () => {
        const ids = [(await register({ url: own })).id, (await register({ url: own })).id]
        const refused = await ask(service, { call: `DELETE /webhooks?${byUrl}` })
        const message = expect.stringContaining(ids.join(', ')) as string
        expect(refused).toMatchObject({ status: 422, body: { issues: [{ path: '/url', message }] } })
        for (const id of ids) {
          expect(await ask(service, { call: `DELETE /webhooks?id=${id}` })).toMatchObject({ status: 204 })
        }
      })

      test('the webhook of another project with the URL is not selected', async () => {
        const { id } = await register({ url: own })
        expect(await ask(service, { call: `DELETE /webhooks?${byUrl}`, key: 'b' })).toMatchObject({ status: 404 })
        expect(await ask(service, { call: `DELETE /webhooks?id=${id}` })).toMatchObject({ status: 204 })
      })

      scenarios(
        () => service,
        [
          { name: 'needs id or url', call: 'DELETE /webhooks', status: 422, body: { issues: [{ path: '/id' }] } },
          {
            name: 'takes not both',
            call: () => `DELETE /webhooks?id=${known.id}&${byUrl}`,
            status: 422,
            body: { issues: [{ path: '/url' }] },
          },
          { name: 'finds no unknown URL', call: `DELETE /webhooks?${byUrl}`, status: 404 },
          { name: 'finds nothing that is no URL', call: 'DELETE /webhooks?url=x', status: 404 },
          { name: 'rotation needs id or url', call: 'POST /webhooks/rotate', status: 422 },
        ],
      )
    })

    test('no table holds a secret that can be read', async () => {
      const made = [await register(), bodyOf(await ask(service, { call: on('POST', '/rotate')(), send: {} }))]
      const { read } = service.store
      const dump = JSON.stringify(
        await Promise.all(
          [read.tables.webhooks, read.tables.auditLog, read.tables.idempotencyKeys, read.tables.jobs].map((table) =>
            read.select().from(table),
          ),
        ),
      )
      expect(dump).toContain(made[0]?.id ?? '-')
      expect(dump).not.toContain('whsec_')
      for (const { secret } of made) expect(dump).not.toContain(secret.slice('whsec_'.length))
    })

    test('every change is in the audit log, addresses by their host only', async () => {
      const { id } = await register({ url: 'https://example.com/whispered-word' })
      await ask(service, { call: `PUT /v1/webhooks/${id}`, send: { enabled: false } })
      await ask(service, { call: `POST /v1/webhooks/${id}/rotate`, send: {} })
      await ask(service, { call: `POST /v1/webhooks/${id}/test` })
      await ask(service, { call: `DELETE /v1/webhooks/${id}` })
      const { auditLog } = service.store.read.tables
      const lines = (await service.store.read.select().from(auditLog)).filter(({ target }) => target === id)
      expect(lines.map(({ action }) => action).sort()).toEqual([
        'webhook.created',
        'webhook.deleted',
        'webhook.rotated',
        'webhook.tested',
        'webhook.updated',
      ])
      expect(JSON.stringify(lines)).not.toContain('whispered')
    })
  })
}
