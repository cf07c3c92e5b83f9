/**
 * Every route that is registered: an operation of the published contract, which is called with credentials that may not, or a
 * page, which has a row here. A new route without either fails.
 */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { limits } from '../../../src/kernel/limits.ts'
import { createApiKey, createUser, revokeApiKey } from '../../../src/surfaces/projects/index.ts'
import { type TestDesk, type Host, makeHost, makeKey, openTestService, tokenOf } from '../plugin/host.ts'
import { visitDemo } from '../../support/demo-visitor.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'

const marker = 'XQZMARKER'
const password = 'four unrelated words here'
const email = 'ada@example.com'
const section = { id: 's', type: 'section', columns: [{ id: 'c', blocks: [{ id: 't', type: 'text', text: marker }] }] }

/** Pages and files: what someone without credentials gets, by the path that is called. None holds a word of a project. */
const pages: Record<string, { call: string; status: number | readonly number[] }> = {
  'GET /': { call: 'GET /', status: 200 },
  'GET /setup': { call: 'GET /setup?token=x', status: 404 },
  'POST /setup': { call: 'POST /setup', status: [403, 404, 415, 422] },
  'GET /sign-in': { call: 'GET /sign-in', status: 200 },
  'POST /sign-in': { call: 'POST /sign-in', status: [403, 415, 422] },
  'POST /sign-in/code': { call: 'POST /sign-in/code', status: [303, 403, 415] },
  'POST /sign-in/passkey': { call: 'POST /sign-in/passkey', status: [403, 415, 422] },
  'GET /sign-in/passkey.js': { call: 'GET /sign-in/passkey.js', status: [200, 404] },
  'GET /sign-in/oidc': { call: 'GET /sign-in/oidc', status: 503 },
  'GET /sign-in/oidc/callback': { call: 'GET /sign-in/oidc/callback?code=x&state=x', status: 422 },
  'GET /sign-in/oidc/end': { call: 'GET /sign-in/oidc/end', status: 503 },
  'POST /sign-out': { call: 'POST /sign-out', status: [303, 403, 415] },
  'GET /account': { call: 'GET /account', status: 303 },
  'GET /account/*': { call: 'GET /account/apps', status: 303 },
  'GET /oauth/authorize': { call: 'GET /oauth/authorize', status: 303 },
  'POST /oauth/authorize': { call: 'POST /oauth/authorize', status: [303, 403, 415] },
  'POST /oauth/register': { call: 'POST /oauth/register', status: 400 },
  'POST /oauth/token': { call: 'POST /oauth/token', status: 400 },
  'POST /oauth/revoke': { call: 'POST /oauth/revoke', status: 400 },
  'GET /.well-known/oauth-authorization-server': { call: 'GET /.well-known/oauth-authorization-server', status: 200 },
  'GET /.well-known/oauth-protected-resource': { call: 'GET /.well-known/oauth-protected-resource', status: 200 },
  'GET /.well-known/oauth-protected-resource/mcp': {
    call: 'GET /.well-known/oauth-protected-resource/mcp',
    status: 200,
  },
  'GET /members': { call: 'GET /members', status: 303 },
  'GET /members/*': { call: 'GET /members/roles', status: 303 },
  'GET /invitation': { call: 'GET /invitation?token=x', status: 404 },
  'POST /invitation': { call: 'POST /invitation', status: [403, 404, 415] },
  'GET /reset': { call: 'GET /reset?token=x', status: 404 },
  'POST /reset': { call: 'POST /reset', status: [403, 404, 415] },
  'GET /forgot': { call: 'GET /forgot', status: 303 },
  'POST /forgot': { call: 'POST /forgot', status: [303, 403, 415] },
  'GET /assets': { call: 'GET /assets', status: 303 },
  'GET /assets/*': { call: 'GET /assets/ast_x', status: 303 },
  'GET /modules': { call: 'GET /modules', status: 303 },
  'GET /exports': { call: 'GET /exports', status: 303 },
  'GET /templates': { call: 'GET /templates', status: 303 },
  'GET /templates/*': { call: 'GET /templates/tpl_x', status: 303 },
  'GET /verification': { call: 'GET /verification', status: 303 },
  'GET /verification/*': { call: 'GET /verification/lists', status: 303 },
  'GET /domains': { call: 'GET /domains', status: 303 },
  'GET /domains/*': { call: 'GET /domains/dom_x', status: 303 },
  'GET /amp/*': { call: 'GET /amp/ams_x', status: 303 },
  'GET /developers': { call: 'GET /developers', status: 303 },
  'GET /developers/*': { call: 'GET /developers/keys', status: 303 },
  'GET /operations': { call: 'GET /operations', status: 303 },
  'GET /operations/*': { call: 'GET /operations/audit', status: 303 },
  'GET /v1/operations/jobs': { call: 'GET /v1/operations/jobs', status: [401, 403] },
  'GET /v1/operations/jobs/:id': { call: 'GET /v1/operations/jobs/job_x', status: [401, 403] },
  'POST /v1/operations/jobs/:id/retry': { call: 'POST /v1/operations/jobs/job_x/retry', status: [401, 403] },
  'POST /v1/operations/jobs/:id/cancel': { call: 'POST /v1/operations/jobs/job_x/cancel', status: [401, 403] },
  'POST /v1/operations/redrive': { call: 'POST /v1/operations/redrive', status: [401, 403, 415] },
  'GET /v1/operations/queues': { call: 'GET /v1/operations/queues', status: [401, 403] },
  'GET /v1/operations/storage': { call: 'GET /v1/operations/storage', status: [401, 403] },
  'GET /v1/operations/settings': { call: 'GET /v1/operations/settings', status: [401, 403] },
  'GET /v1/operations/checks': { call: 'GET /v1/operations/checks', status: [401, 403] },
  'GET /v1/operations/audit': { call: 'GET /v1/operations/audit', status: [401, 403] },
  'GET /v1/operations/audit.csv': { call: 'GET /v1/operations/audit.csv', status: [401, 403] },
  'GET /v1/console/requests': { call: 'GET /v1/console/requests', status: [401, 403] },
  'GET /v1/console/requests.csv': { call: 'GET /v1/console/requests.csv', status: [401, 403] },
  'GET /v1/console/account': { call: 'GET /v1/console/account', status: [401, 403] },
  'PUT /v1/console/account/password': { call: 'PUT /v1/console/account/password', status: [401, 403, 415] },
  'POST /v1/console/account/factor': { call: 'POST /v1/console/account/factor', status: [401, 403] },
  'POST /v1/console/account/factor/confirm': {
    call: 'POST /v1/console/account/factor/confirm',
    status: [401, 403, 415],
  },
  'POST /v1/console/account/passkeys/options': {
    call: 'POST /v1/console/account/passkeys/options',
    status: [401, 403, 415],
  },
  'POST /v1/console/account/passkeys': { call: 'POST /v1/console/account/passkeys', status: [401, 403, 415] },
  'PUT /v1/console/account/passkeys/:id': { call: 'PUT /v1/console/account/passkeys/psk_x', status: [401, 403, 415] },
  'POST /v1/console/account/passkeys/:id/remove': {
    call: 'POST /v1/console/account/passkeys/psk_x/remove',
    status: [401, 403, 415],
  },
  'POST /v1/console/account/factor/remove': { call: 'POST /v1/console/account/factor/remove', status: [401, 403, 415] },
  'POST /v1/console/account/identity/remove': {
    call: 'POST /v1/console/account/identity/remove',
    status: [401, 403, 415],
  },
  'DELETE /v1/console/account/sessions': { call: 'DELETE /v1/console/account/sessions', status: [401, 403] },
  'DELETE /v1/console/account/sessions/:id': { call: 'DELETE /v1/console/account/sessions/x', status: [401, 403] },
  'DELETE /v1/console/account/apps/:id': { call: 'DELETE /v1/console/account/apps/x', status: [401, 403] },
  'GET /v1/console/members': { call: 'GET /v1/console/members', status: [401, 403] },
  'POST /v1/console/members/invitations': { call: 'POST /v1/console/members/invitations', status: [401, 403, 415] },
  'DELETE /v1/console/members/invitations/:id': {
    call: 'DELETE /v1/console/members/invitations/x',
    status: [401, 403],
  },
  'PUT /v1/console/members/:id': { call: 'PUT /v1/console/members/x', status: [401, 403, 415] },
  'DELETE /v1/console/members/:id': { call: 'DELETE /v1/console/members/x', status: [401, 403] },
  'POST /v1/console/members/:id/actions': { call: 'POST /v1/console/members/x/actions', status: [401, 403, 415] },
  'POST /v1/console/members/:id/reset': { call: 'POST /v1/console/members/x/reset', status: [401, 403] },
  'GET /console/assets/:file': { call: 'GET /console/assets/..%2f..%2fsecret', status: 404 },
  'POST /console/editor-token': { call: 'POST /console/editor-token', status: [401, 403] },
  'GET /editor': { call: 'GET /editor', status: [400, 403, 404] },
  'POST /editor/check': { call: 'POST /editor/check', status: 200 },
  'GET /editor/canvas': { call: 'GET /editor/canvas', status: 200 },
  'GET /editor/assets/:file': { call: 'GET /editor/assets/..%2f..%2fsecret', status: 404 },
  'GET /sdk/:file': { call: 'GET /sdk/..%2fdemo%2fclient.js', status: 404 },
  'GET /demo': { call: 'GET /demo', status: 200 },
  'POST /demo/token': { call: 'POST /demo/token?emailId=order-confirmation', status: 403 },
  'GET /demo/client.js': { call: 'GET /demo/client.js', status: [200, 404] },
  'GET /openapi.json': { call: 'GET /openapi.json', status: 200 },
  'GET /docs': { call: 'GET /docs', status: 200 },
  'GET /docs/errors': { call: 'GET /docs/errors', status: 200 },
  'GET /docs/guide': { call: 'GET /docs/guide', status: [200, 404] },
  'GET /docs/guide/:name': { call: 'GET /docs/guide/..%2f..%2fsecret', status: 404 },
  'GET /docs/guide/assets/:file': { call: 'GET /docs/guide/assets/..%2f..%2fsecret', status: 404 },
  'GET /docs/guide/images/:file': { call: 'GET /docs/guide/images/..%2f..%2fsecret', status: 404 },
  'GET /llms.txt': { call: 'GET /llms.txt', status: [200, 404] },
  'GET /docs/:file': { call: 'GET /docs/..%2fsecret', status: 404 },
  'GET /review/:token': { call: 'GET /review/x', status: 404 },
  'POST /review/:token': { call: 'POST /review/x', status: [403, 404, 415, 422] },
  'GET /review/:token/email': { call: 'GET /review/x/email', status: 404 },
  'GET /domain-report/:token': { call: 'GET /domain-report/x', status: 404 },
  'GET /domain-report/:token/report.pdf': { call: 'GET /domain-report/x/report.pdf', status: 404 },
  'GET /webhook-portal/:token': { call: 'GET /webhook-portal/x', status: 404 },
  'POST /webhook-portal/:token': { call: 'POST /webhook-portal/x', status: [403, 404, 415] },
  'GET /webhook-portal/:token/:webhook': { call: 'GET /webhook-portal/x/y', status: 404 },
  'POST /webhook-portal/:token/:webhook': { call: 'POST /webhook-portal/x/y', status: [403, 404, 415] },
  'GET /webhook-portal/:token/:webhook/:delivery': { call: 'GET /webhook-portal/x/y/z', status: 404 },
  'POST /webhook-portal/:token/:webhook/:delivery': { call: 'POST /webhook-portal/x/y/z', status: [403, 404, 415] },
  'POST /mcp': { call: 'POST /mcp', status: [400, 401, 415, 422] },
  'GET /healthz': { call: 'GET /healthz', status: 200 },
  'GET /readyz': { call: 'GET /readyz', status: 200 },
  'GET /metrics': { call: 'GET /metrics', status: 401 },
}

/** What a route without the prefix of the API is the same as. */
function publishedRoute(route: string): string {
  const [method, path = ''] = route.replaceAll(/:(\w+)/g, '{$1}').split(' ')
  const bare = path.replace(/^\/api\/v1(?=\/)/, '').replace(/^\/v1(?=\/)/, '')
  const own = bare === '/init' || bare === '/export' ? `/plugin${bare}` : bare
  const isRoot = path.startsWith('/cdn/')
  // The short forms of the specification.
  if (bare === '/dmarc') return `${method} /v1/dmarc/domains${method === 'DELETE' ? '/{id}' : ''}`
  return `${method} ${isRoot ? path : `/v1${bare === '/export' && path !== '/export' ? bare : own}`}`
}

interface Operation {
  id: string
  call: string
  scope: string | undefined
}

let service: TestService
let operations: Operation[]
let routes: Set<string>
let host: Host
let other: Host
let testService: TestDesk
const call = (line: string, headers: Record<string, string> = {}, send?: unknown): Promise<Answer> =>
  ask(service, { call: line, key: null, headers, ...(send === undefined ? {} : { send }) })

beforeAll(async () => {
  service = await startService({
    dialect: 'sqlite',
    environment: {
      SVC_DEMO: 'true',
      // A provider that does not respond.
      SVC_OIDC_ISSUER: 'http://127.0.0.1:3',
      SVC_OIDC_CLIENT_ID: 'svc',
      SVC_PUBLIC: 'true',
      SVC_METRICS_TOKEN: 'only-for-those-who-measure',
      SVC_PLUGIN_RATE_LIMIT: '100000/60',
      SVC_RUN_JOBS: 'false',
    },
  })
  const { paths } = (await call('GET /openapi.json')).body as {
    paths: Record<string, Record<string, { operationId: string; 'x-required-scope'?: string }>>
  }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, 'x-required-scope': scope }]) => ({
      id,
      call: `${method.toUpperCase()} ${path}`,
      scope,
    })),
  )
  routes = new Set(operations.map((operation) => operation.call))
  host = await makeHost(service)
  other = await makeHost(service)
  testService = await openTestService(service, host, { emailId: 'one', userId: 1 })
  const document = { meta: { title: marker }, rows: [section] }
  expect((await testService.call('POST /plugin/save', { html: '', css: '', document })).status).toBe(200)
  expect((await testService.call('POST /v1/plugin/modules', { name: marker, nodes: [section] })).status).toBeLessThan(
    300,
  )
  await service.create({ name: marker, type: 'other', document })
  await createUser(service.store, { companyId: await companyOf(), email, name: marker, role: 'owner', password })
})

async function companyOf(): Promise<string> {
  const { companies } = service.store.read.tables
  return (await service.store.read.select().from(companies)).find(({ name }) => name === 'A')?.id ?? ''
}

test('every registered route is published, or has a row among the pages', () => {
  // The page of a section may have the path of its operation without the prefix.
  const unknown = service.routes.filter((route) => route in pages || !routes.has(publishedRoute(route)))
  expect(unknown.toSorted()).toEqual(Object.keys(pages).toSorted())
  const registered = new Set(service.routes.map(publishedRoute))
  expect([...routes].filter((route) => !registered.has(route))).toEqual([])
})

describe('pages', () => {
  test('hold nothing of a project for whoever comes without credentials, with an API key or with the token of a plugin', async () => {
    const credentials = [{}, { 'svc-api-auth': service.keys.a }, testService.headers, { cookie: 'svc_session=forged' }]
    for (const headers of credentials) {
      for (const [route, { call: line, status }] of Object.entries(pages)) {
        const answer = await call(line, headers)
        expect([status].flat(), `${route} ${answer.status}`).toContain(answer.status)
        expect(answer.text.includes(marker), route).toBe(false)
      }
    }
  })

  test('show a project to its own company only, and to nobody once the session or the account is gone', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3009' }
    const signIn = async () => {
      const fields = String(new URLSearchParams({ email, password }))
      const { status, headers: answered } = await call('POST /sign-in', form, fields)
      expect(status).toBe(303)
      return { cookie: answered.get('set-cookie')?.split(';')[0] ?? '' }
    }
    const [first, second] = [await signIn(), await signIn()]
    const home = async (headers: Record<string, string>) => (await call('GET /', headers)).text
    const { projects } = service.store.read.tables
    const ids = await service.store.read.select({ id: projects.id, pluginId: projects.pluginId }).from(projects)
    const shown = (text: string) =>
      ids.filter(({ pluginId }) => pluginId.startsWith('svc_pk_') && text.includes(pluginId)).map(({ id }) => id)
    expect(shown(await home(first))).toEqual([service.projects.a])
    expect((await call('POST /sign-out', { ...first, ...form }, '')).status).toBe(303)
    expect([shown(await home(first)), shown(await home(second))]).toEqual([[], [service.projects.a]])
    await service.store.tx((db) => db.delete(db.tables.users))
    expect(shown(await home(second))).toEqual([])
  })

  test('give each visitor of the demo a session of its own, which is of no use to another one', async () => {
    const visit = async (address: string) => {
      const handle = (request: Request) => service.handle(request, { requestIP: () => ({ address }) })
      const { open } = await visitDemo({ handle })
      return { target: { handle }, ...(await open('welcome')) }
    }
    const [one, two] = [await visit('198.51.100.7'), await visit('198.51.100.8')]
    const read = (visitor: typeof one, session: string) =>
      ask(visitor.target, {
        call: 'GET /v1/plugin/document',
        key: null,
        headers: { ...visitor.headers, 'svc-session': session },
      })
    expect((await read(one, one.sessionId)).status).toBe(200)
    expect(await read(two, one.sessionId)).toMatchObject({ status: 404, body: { code: 'SESSION_EXPIRED' } })
    // Typing of one visitor uses up nothing of the other's.
    let last = 200
    for (let at = 0; at <= limits.editorRequests; at++) last = (await read(one, one.sessionId)).status
    expect([last, (await read(two, two.sessionId)).status]).toEqual([429, 200])
  })
})

describe('operations', () => {
  const filled = (line: string) => line.replaceAll(/\{\w+\}/g, 'x')

  test('with an API key refuse a call without one, with a revoked, an expired, a wrong one, and with a token of a plugin', async () => {
    const make = (more: object) =>
      service.store.tx((db) => createApiKey(db, { projectId: service.projects.a, name: crypto.randomUUID(), ...more }))
    const revoked = await make({})
    const expired = await make({ expiresAt: Date.now() + 60_000 })
    await service.store.tx(async (db) => {
      await revokeApiKey(db, service.projects.a, revoked.id)
      await db
        .update(db.tables.apiKeys)
        .set({ expiresAt: Date.now() - 1 })
        .where(eq(db.tables.apiKeys.id, expired.id))
    })
    const credentials: Record<string, string>[] = [
      {},
      ...[revoked.key, expired.key, `${service.keys.a}0`].map((key) => ({ 'svc-api-auth': key })),
      testService.headers,
    ]
    const guarded = operations.filter(({ scope }) => scope !== undefined)
    expect(guarded.length).toBeGreaterThan(120)
    for (const headers of credentials) {
      for (const { call: line, id } of guarded) {
        const { status, text } = await call(filled(line), { ...headers, 'idempotency-key': 'once' })
        expect(`${id} ${status} ${text.includes(marker)}`).toBe(`${id} 401 false`)
      }
    }
  })

  /** Right of the claim `can` that an operation of the editor needs. */
  const rights: Record<string, string> = {
    'plugin.export': 'export',
    'plugin.compile': 'export',
    'plugin.preview': 'preview',
    'plugin.listRecipients': 'preview',
    'plugin.getRecipient': 'preview',
    'plugin.saveModule': 'modules',
    'plugin.uploadAsset': 'upload',
    'plugin.importAsset': 'upload',
  }

  test('of the editor refuse every token and session that are not the caller’s own', async () => {
    const now = Date.now()
    const stranger = await openTestService(service, other, { emailId: 'one', userId: 1 })
    const neighbor = await openTestService(service, host, { emailId: 'one', userId: 2 })
    const token = (more: object, of = host) => tokenOf(of, { userId: 1, ...more })
    const session = { 'svc-session': testService.sessionId }
    const credentials: [name: string, headers: Record<string, string>, codes: readonly string[]][] = [
      ['no token', session, ['PLUGIN_AUTH_INVALID']],
      ['an API key', { ...session, 'svc-api-auth': service.keys.a }, ['PLUGIN_AUTH_INVALID']],
      ['an expired token', { ...session, 'es-plugin-auth': token({ expires: now - 1 }) }, ['PLUGIN_AUTH_EXPIRED']],
      ['a token that is good for too long', { ...session, 'es-plugin-auth': token({ expires: now + 9e8 }) }, [invalid]],
      ['a forged token', { ...session, 'es-plugin-auth': token({}, { ...host, secret: 'x' }) }, [invalid]],
      ['a token of another project', { ...session, 'es-plugin-auth': token({}, other) }, ['SESSION_EXPIRED', invalid]],
      ['a token of another user', { ...session, 'es-plugin-auth': token({ userId: 2 }) }, ['SESSION_EXPIRED']],
      ['a token for another email', { ...session, 'es-plugin-auth': token({ emailId: 'two' }) }, [invalid]],
      [
        'a session of another project',
        { ...testService.headers, 'svc-session': stranger.sessionId },
        ['SESSION_EXPIRED'],
      ],
      ['a session of another user', { ...testService.headers, 'svc-session': neighbor.sessionId }, ['SESSION_EXPIRED']],
      ['a token with an unknown claim', { ...session, 'es-plugin-auth': token({ Can: [] }) }, [invalid]],
    ]
    const editor = operations.filter(({ id }) => id.startsWith('plugin.'))
    expect(editor.length).toBeGreaterThan(20)
    for (const [name, headers, codes] of credentials) {
      for (const { call: line, id } of editor) {
        // Opening makes a session of the caller's own: what it takes is a token, for an email that is the token's.
        if (id === 'plugin.init' && !name.includes('token') && name !== 'an API key') continue
        if (id === 'plugin.init' && name.includes('another user')) continue
        const send = id === 'plugin.init' ? { emailId: 'one', pluginId: host.pluginId } : undefined
        const answer = await call(filled(line), { ...headers, 'idempotency-key': 'once' }, send)
        const { code } = answer.body as { code?: string }
        expect(codes, `${id} with ${name}: ${answer.text.slice(0, 200)}`).toContain(code ?? 'none')
      }
    }
    const saved = await testService.call('GET /v1/plugin/document')
    expect(saved.text).toContain(marker)
  })

  test('of the editor need the right that the token names, and keep to its library and files', async () => {
    const auth = tokenOf(host, { userId: 3, can: [], library: 'own', emailId: 'three' })
    const opened = await openTestService(service, host, {
      emailId: 'three',
      userId: 3,
      claims: { can: [], library: 'own', emailId: 'three' },
    })
    const headers = { 'es-plugin-auth': auth, 'svc-session': opened.sessionId }
    for (const { call: line, id } of operations.filter((operation) => operation.id in rights)) {
      const answer = await call(filled(line), headers, {})
      expect([id, answer.status, (answer.body as { code: string }).code]).toEqual([id, 403, 'TOKEN_RIGHT_MISSING'])
    }
    for (const { call: line, id } of operations.filter(({ id: each }) => each.startsWith('plugin.'))) {
      if (id === 'plugin.init' || id === 'plugin.refresh') continue
      const { status, text } = await call(filled(line), headers)
      expect(`${id} ${text.includes(marker)} ${status < 500}`).toBe(`${id} false true`)
    }
  })

  test('of the editor follow a right that the project took away, and a Secret Key that it replaced, at once', async () => {
    const { id, key } = { id: other.projectId, key: await makeKey(service, other) }
    const visitor = await openTestService(service, other, { emailId: 'four', userId: 4 })
    expect((await visitor.call('POST /v1/plugin/compile', {})).status).toBe(200)
    const change = { end_users: { can: [] } }
    expect((await ask(service, { call: `PUT /v1/projects/${id}`, key, send: change })).status).toBe(200)
    expect(await visitor.call('POST /v1/plugin/compile', {})).toMatchObject({ body: { code: 'TOKEN_RIGHT_MISSING' } })
    const send = { grace_seconds: 0 }
    const rotated = await ask(service, { call: `POST /v1/projects/${id}/credentials/rotate`, key, send })
    expect(rotated.status).toBeLessThan(300)
    for (const { call: line } of operations.filter((operation) => operation.id.startsWith('plugin.')))
      expect(await call(filled(line), visitor.headers)).toMatchObject({ body: { code: 'PLUGIN_AUTH_INVALID' } })
  })

  test('of the editor give no response of another user again for its Idempotency-Key', async () => {
    const neighbor = await openTestService(service, host, { emailId: 'one-more', userId: 2 })
    for (const [line, send] of [
      ['POST /v1/plugin/save', { html: '', css: '', document: { meta: { title: marker }, rows: [] } }],
      ['POST /v1/plugin/export', { format: 'html' }],
      ['POST /v1/plugin/modules', { name: marker, nodes: [section] }],
    ] as const) {
      const key = { 'idempotency-key': `editor:${line.split(' ')[1]}` }
      const first = await call(line, { ...testService.headers, ...key }, send)
      expect([line, first.status < 300 ? 'ok' : first.text]).toEqual([line, 'ok'])
      const again = await call(
        line,
        { ...neighbor.headers, ...key },
        line.endsWith('save') ? { html: '', css: '' } : {},
      )
      expect(`${line} ${again.headers.get('idempotency-replayed')} ${again.text.includes(marker)}`).toBe(
        `${line} null false`,
      )
    }
  })
})

const invalid = 'PLUGIN_AUTH_INVALID'
