/** The request log of a project: what is recorded of the requests of API keys, for whom, and how much. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createId } from '../../src/kernel/ids/index.ts'
import { limits } from '../../src/kernel/limits.ts'
import { createRequestLog, purgeRequests } from '../../src/app/request-log/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createApiKey, createUser, findProject, revokeApiKey } from '../../src/surfaces/projects/index.ts'
import { PageVisitor, pageBase } from '../support/page-visitor.ts'
import { type TestService, startService } from '../support/service.ts'
import { dialects } from '../support/store.ts'

const password = 'four unrelated words here'

type Logged = {
  operation: string
  status: number
  request_id: string
  duration_ms: number
  method: string
  code: string | null
  field: string | null
  key: { id: string; name: string | null }
}
type Page = { data: Logged[]; page: { next_cursor: string | null } }

for (const dialect of dialects)
  describe(`the request log on ${dialect}`, () => {
    let service: TestService
    let owner: PageVisitor
    let key: { id: string; key: string }
    const asKey = (line: string, send?: unknown, secret = key.key) => {
      const [method = '', path = ''] = line.split(' ')
      const headers = { 'svc-api-auth': secret, 'content-type': 'application/json' }
      const body = send === undefined ? {} : { body: JSON.stringify(send) }
      return service.handle(new Request(`${pageBase}/v1${path}`, { method, headers, ...body }))
    }
    const read = async (query = '', who = owner): Promise<Page> =>
      (await who.call(`GET /console/requests${query}`)).body

    beforeAll(async () => {
      service = await startService({ dialect, environment: { SVC_APP_URL: pageBase, SVC_RUN_JOBS: 'false' } })
      const { a, b } = service.projects
      const accounts = [
        ['owner', a, 'owner'],
        ['editor', a, 'editor'],
        ['foreign', b, 'owner'],
      ] as const
      for (const [name, project, role] of accounts) {
        const companyId = (await findProject(service.store.read, project))?.companyId ?? ''
        await createUser(service.store, { companyId, email: `${name}@example.com`, name, role, password })
      }
      owner = await signedIn('owner')
      key = await service.store.tx((db) => createApiKey(db, { projectId: a, name: 'Shop' }))
    })

    async function signedIn(name: string) {
      const one = new PageVisitor((request) => service.handle(request))
      expect((await one.post('/sign-in', { email: `${name}@example.com`, password })).status).toBe(303)
      return one
    }

    test('has each request of a key with its outcome, neither a body nor a query, and none of a person', async () => {
      const other = await service.store.tx((db) =>
        createApiKey(db, { projectId: service.projects.a, name: 'Old', scopes: ['templates:read'] }),
      )
      const sent = [
        await asKey('GET /templates/search?q=XQZSECRET'),
        await asKey('POST /api-keys', { name: 'XQZSECRET', scopes: ['nonsense'] }),
        await asKey('GET /templates/tpl_00000000000000000000000000'),
        await asKey('GET /api-keys', undefined, other.key),
      ]
      await asKey('GET /templates/my', undefined, 'svc_000000000000000000000000000000000000000000000000')
      await owner.call('GET /templates/my')
      await service.store.tx((db) => revokeApiKey(db, service.projects.a, other.id))
      const { data } = await read()
      const rows = data.map(({ code, field, key: by, method, operation, status }) => ({
        code,
        field,
        method,
        operation,
        status,
        key: by.name,
      }))
      const ok = { code: null, field: null }
      expect(rows).toEqual([
        { method: 'GET', operation: 'apiKeys.list', status: 403, code: 'FORBIDDEN', field: null, key: 'Old' },
        {
          method: 'GET',
          operation: 'templates.get',
          status: 404,
          code: 'TEMPLATE_NOT_FOUND',
          field: null,
          key: 'Shop',
        },
        {
          method: 'POST',
          operation: 'apiKeys.create',
          status: 422,
          code: 'VALIDATION_FAILED',
          field: '/scopes/0',
          key: 'Shop',
        },
        { method: 'GET', operation: 'templates.search', status: 200, ...ok, key: 'Shop' },
      ])
      expect(data.map(({ request_id: id }) => id)).toEqual(
        sent.toReversed().map((response) => response.headers.get('x-request-id') ?? ''),
      )
      for (const { duration_ms: ms } of data) expect(ms).toBeGreaterThan(0)
      const csv = await owner.call('GET /console/requests.csv')
      expect(JSON.stringify(data) + csv.text).not.toContain('XQZSECRET')
      expect(JSON.stringify(data) + csv.text).not.toContain(key.key)
      expect(csv.text.split('\r\n')).toHaveLength(data.length + 2)
      expect(csv.text).toContain(',POST,apiKeys.create,422,')
    })

    test('is filtered by status, key, operation and request ID, and read page by page', async () => {
      const { data } = await read()
      const wanted: [query: string, matches: (one: Logged) => boolean][] = [
        ['?status=4xx', ({ status }) => status >= 400 && status < 500],
        ['?status=2xx', ({ status }) => status === 200],
        ['?status=5xx', () => false],
        [`?key_id=${key.id}`, ({ key: by }) => by.id === key.id],
        ['?operation=templates.get', ({ operation }) => operation === 'templates.get'],
        [`?request_id=${data[1]?.request_id}`, ({ request_id: id }) => id === data[1]?.request_id],
        [`?status=4xx&key_id=${key.id}`, ({ key: by, status }) => status >= 400 && by.id === key.id],
      ]
      for (const [query, matches] of wanted)
        expect([query, (await read(query)).data]).toEqual([query, data.filter(matches)])
      const first = await read('?limit=3')
      const next = await read(`?limit=3&cursor=${first.page.next_cursor}`)
      expect([...first.data, ...next.data]).toEqual(data)
      expect((await owner.call('GET /console/requests?status=nonsense')).status).toBe(422)
      expect((await owner.call('GET /console/requests.csv?status=5xx')).text.split('\r\n')).toHaveLength(2)
    })

    test('belongs to the project, and to owners and admins of its company in the console', async () => {
      const foreign = await signedIn('foreign')
      expect((await read('', foreign)).data).toEqual([])
      for (const path of ['/console/requests', '/console/requests.csv']) {
        const editor = await signedIn('editor')
        expect([path, (await editor.call(`GET ${path}`)).status, (await asKey(`GET ${path}`)).status]).toEqual([
          path,
          403,
          403,
        ])
      }
    })

    test('is a ring by number and age, and a flood leaves successful requests out before failed ones', async () => {
      const log = createRequestLog({ store: service.store, log: createLog('error') })
      const one = { projectId: service.projects.b, keyId: createId('key'), method: 'GET', operation: 'templates.get' }
      const rest = { ms: 1, requestId: 'req_x', code: undefined, field: undefined }
      for (let i = 0; i < limits.requestLogHeld; i++) log.record({ ...one, ...rest, status: 200 })
      for (let i = 0; i < limits.requestLogHeld; i++) log.record({ ...one, ...rest, status: 500 })
      await log.flush()
      const { requestLog } = service.store.read.tables
      const stored = async () =>
        (await service.store.read.select().from(requestLog)).filter(({ projectId }) => projectId === one.projectId)
      const half = limits.requestLogHeld / 2
      const counts = async () =>
        [200, 500].map(async (code) => (await stored()).filter(({ status }) => status === code).length)
      expect(await Promise.all(await counts())).toEqual([half, half])
      for (let round = 0; round < limits.requestLogRows / half; round++) {
        for (let i = 0; i < half; i++) log.record({ ...one, ...rest, status: 404 })
        await log.flush()
      }
      expect((await stored()).length).toBe(limits.requestLogRows)
      expect(new Set((await stored()).map(({ status }) => status))).toEqual(new Set([404]))
      await log.close()
      log.record({ ...one, ...rest, status: 404 })
      const later = service.store.read.nowMs() + limits.requestLogDays * 86_400_000 + 1000
      expect(await service.store.tx((db) => purgeRequests(db, later))).toBeGreaterThanOrEqual(limits.requestLogRows)
      expect((await read()).data.filter(({ operation }) => operation === 'templates.search')).toEqual([])
    })
  })
