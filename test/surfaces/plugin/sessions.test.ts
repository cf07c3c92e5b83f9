import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { rotateCredentials } from '../../../src/surfaces/projects/index.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService, testSecret } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { type Host, makeHost, openTestService, signToken, tokenOf } from './host.ts'

const pluginError = {
  error: 'Invalid plugin authentication',
  code: 'PLUGIN_AUTH_INVALID',
  errorType: 'auth',
  isRecoverable: false,
}

describe.each([...dialects])('editor sessions on %s', (dialect) => {
  let service: TestService
  let host: Host
  let other: Host
  const given = () => service

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_PLUGIN_RATE_LIMIT: '1000/900' } })
    host = await makeHost(service)
    other = await makeHost(service)
  })

  const init = (token: string, send: unknown, path = '/init', more: Record<string, string> = {}) =>
    ask(service, { call: `POST ${path}`, key: null, headers: { 'es-plugin-auth': token, ...more }, send })

  test.each(['/init', '/api/v1/init', '/v1/plugin/init', '/api/v1/plugin/init', '/plugin/init'])(
    'open at %s',
    async (path) => {
      const before = Date.now()
      const { status, body } = await init(tokenOf(host), { pluginId: host.pluginId, emailId: 'first' }, path)
      expect(status).toBe(200)
      const { sessionId, expiresAt, editorUrl } = body as { sessionId: string; expiresAt: number; editorUrl: string }
      expect(editorUrl).toStartWith(`http://localhost:3009/editor?pluginId=${host.pluginId}#session=`)
      // What opens the session is in the fragment, where neither server nor referrer sees it.
      expect(credentialIn(editorUrl)).toMatchObject({ session: sessionId })
      expect(editorUrl.replace(/#.*/, '')).not.toMatch(/ses_|token/)
      expect(sessionId).toMatch(/^ses_[0-9a-f]{48}$/)
      expect(expiresAt - before).toBeWithin(3_600_000, 3_605_000)
      const kept = await service.store.read.select().from(service.store.read.tables.editorSessions)
      expect(JSON.stringify(kept)).not.toContain(sessionId.slice(4))
    },
  )

  describe('are refused', () => {
    const send = () => ({ pluginId: host.pluginId, emailId: 'first' })
    test.each([
      ['without a token', () => '', pluginError],
      ['for a token of another secret', () => tokenOf({ ...host, secret: other.secret }), pluginError],
      [
        'for a token of a plugin that nobody has',
        () => tokenOf({ ...host, pluginId: `svc_pk_${'0'.repeat(48)}` }),
        pluginError,
      ],
      ['for a token of another project', () => tokenOf(other), pluginError],
      ['for a token that lives too long', () => tokenOf(host, { expires: Date.now() + 9e8 }), pluginError],
      [
        'for a token that is too old',
        () => tokenOf(host, { expires: Date.now() - 1 }),
        {
          error: 'Plugin authentication token expired',
          code: 'PLUGIN_AUTH_EXPIRED',
          errorType: 'auth',
          isRecoverable: true,
        },
      ],
      ['for a token that is too old and forged', () => tokenOf({ ...host, secret: 'x' }, { expires: 1 }), pluginError],
      [
        'for the second form of the interface',
        () => {
          const [json = '', signature = ''] = Buffer.from(tokenOf(host), 'base64')
            .toString()
            .split(/\.(?=[^.]*$)/)
          return `${Buffer.from(json).toString('base64')}.${Buffer.from(signature).toString('base64')}`
        },
        pluginError,
      ],
    ])('%s', async (_, token, body) => {
      expect(await init(token(), send())).toMatchObject({ status: 401, body })
    })

    test('to pages of other origins, at the preflight', async () => {
      const asked = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' }
      for (const path of ['/init', '/v1/plugin/init', '/plugin/save', '/export'])
        expect((await ask(service, { call: `OPTIONS ${path}`, key: null, headers: asked })).status).toBe(403)
    })

    test('for a template that is not the project’s', async () => {
      const foreign = await service.create({ name: 'Foreign', type: 'other' })
      const answer = await init(tokenOf(host), { ...send(), emailId: foreign })
      expect(answer).toMatchObject({ status: 404, body: { code: 'TEMPLATE_NOT_FOUND' } })
      const start = await init(tokenOf(host), { ...send(), emailId: 'new', startFrom: foreign })
      expect(start).toMatchObject({ status: 404, body: { code: 'TEMPLATE_NOT_FOUND' } })
    })

    test('for a body that is no object, with a sentence', async () => {
      const invalid = { status: 422, body: { code: 'VALIDATION_FAILED', details: 'The body must be an object.' } }
      for (const body of [[], 7, null]) expect(await init(tokenOf(host), body)).toMatchObject(invalid)
    })

    test('without pluginId or emailId, with the path of what is missing', async () => {
      const answer = await init(tokenOf(host), {})
      expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED', errorType: 'validation' } })
      expect((answer.body as { details: string }).details).toContain('/emailId')
    })
  })

  test('are of one user: another one’s token does not open them', async () => {
    const testService = await openTestService(service, host, { emailId: 'private', userId: 1 })
    const stranger = { 'es-plugin-auth': tokenOf(host, { userId: 2 }), 'svc-session': testService.sessionId }
    const expired = {
      error: 'Session expired or not found',
      code: 'SESSION_EXPIRED',
      errorType: 'auth',
      isRecoverable: true,
    }
    for (const headers of [stranger, { ...stranger, 'es-plugin-auth': tokenOf(other, { userId: 1 }) }])
      expect(await ask(service, { call: 'GET /v1/plugin/document', key: null, headers })).toMatchObject({
        status: 404,
        body: expired,
      })
    expect(await testService.call('GET /v1/plugin/document')).toMatchObject({ status: 200 })
    const without = { 'es-plugin-auth': tokenOf(host, { userId: 1 }) }
    expect(await ask(service, { call: 'GET /v1/plugin/document', key: null, headers: without })).toMatchObject({
      status: 404,
      body: expired,
    })
  })

  describe('opened by editorUrl', () => {
    const open = async (more: Parameters<typeof tokenOf>[1] = {}, emailId = 'by-url') => {
      const { body } = await init(tokenOf(host, more), { pluginId: host.pluginId, emailId })
      return credentialIn((body as { editorUrl: string }).editorUrl)
    }
    const call = (what: string, { token, session }: { token: string; session: string }, send?: unknown) =>
      ask(service, {
        call: what,
        key: null,
        headers: { 'es-plugin-auth': token, 'svc-session': session },
        ...(send === undefined ? {} : { send }),
      })
    const expired = { status: 404, body: { code: 'SESSION_EXPIRED' } }

    test('have a token for that session alone, with the claims of the host’s', async () => {
      const own = await open({ userId: 5, library: 'folder:acme', can: ['preview'], name: 'Ada' })
      const document = await call('GET /v1/plugin/document', own)
      expect(document).toMatchObject({
        status: 200,
        body: { userId: '5', rights: { can: ['preview'], files: 'images', library: 'folder:acme' } },
      })
      expect(await call('POST /v1/plugin/export', own, { format: 'html' })).toMatchObject({ status: 403 })
      // No other session, be it of the same user and email; and no new one.
      const second = await open({ userId: 5 })
      const theirs = await open({ userId: 6 })
      for (const { session } of [second, theirs])
        expect(await call('GET /v1/plugin/document', { ...own, session })).toMatchObject(expired)
      for (const emailId of ['by-url', 'another'])
        expect(await init(own.token, { pluginId: host.pluginId, emailId })).toMatchObject({
          status: 401,
          body: { code: 'PLUGIN_AUTH_INVALID' },
        })
    })

    test('get another token with each refresh, until the host’s token expires', async () => {
      const until = Date.now() + 3_700_000
      const own = await open({ expires: until })
      const refreshed = await call('POST /v1/plugin/refresh', own)
      const next = refreshed.body as { sessionId: string; token: string; expiresAt: number }
      expect(next.expiresAt).toBeWithin(Date.now() + 3_590_000, until)
      const renewed = { session: next.sessionId, token: next.token }
      expect((await call('GET /v1/plugin/document', renewed)).status).toBe(200)
      // Each belongs to its own session.
      expect(await call('GET /v1/plugin/document', { ...renewed, token: own.token })).toMatchObject(expired)
      const short = await open({ expires: Date.now() + 60_000 })
      const last = (await call('POST /v1/plugin/refresh', short)).body as { expiresAt: number }
      expect(last.expiresAt).toBeWithin(Date.now(), Date.now() + 60_000)
      // A page whose host hands over tokens gets none.
      const testService = await openTestService(service, host, { emailId: 'by-url' })
      expect(Object.keys((await testService.call('POST /v1/plugin/refresh')).body as object).sort()).toEqual([
        'expiresAt',
        'sessionId',
      ])
    })

    test('end with the session, and with the Secret Key that the host’s token was signed with', async () => {
      const { token, session } = await open()
      const [json = ''] = Buffer.from(token, 'base64')
        .toString()
        .split(/\.(?=[0-9a-f]{64}$)/)
      const payload = JSON.parse(json) as { expires: number; svcSession: object }
      const old = signToken(JSON.stringify({ ...payload, expires: Date.now() - 1 }), host.secret)
      expect(await call('GET /v1/plugin/document', { token: old, session })).toMatchObject(expired)
      for (const svcSession of [
        undefined,
        null,
        'x',
        {},
        { ...payload.svcSession, session: 7 },
        { session: 'x', until: 'y' },
      ]) {
        const changed = signToken(JSON.stringify({ ...payload, svcSession: svcSession ?? null }), host.secret)
        expect(await call('GET /v1/plugin/document', { token: changed, session })).toMatchObject({ status: 401 })
      }
      const rotated = await makeHost(service)
      const { body } = await init(tokenOf(rotated), { pluginId: rotated.pluginId, emailId: 'rotated' })
      const own = credentialIn((body as { editorUrl: string }).editorUrl)
      expect((await call('GET /v1/plugin/document', own)).status).toBe(200)
      const target = { projectId: rotated.projectId, graceSeconds: 0 }
      await service.store.tx((db) => rotateCredentials(db, createVault(testSecret), target))
      await until(
        async () => (await call('GET /v1/plugin/document', own)).status === 401,
        'the key that was replaced to be refused',
      )
    })
  })

  test('are of one email where the token says so', async () => {
    const limited = tokenOf(host, { emailId: 'only-this' })
    const send = (emailId: string, more: object = {}) => init(limited, { pluginId: host.pluginId, emailId, ...more })
    expect((await send('only-this')).status).toBe(200)
    expect(await send('another')).toMatchObject({ status: 401, body: { code: 'PLUGIN_AUTH_INVALID' } })
    const other = await openTestService(service, host, { emailId: 'another' })
    const headers = { ...other.headers, 'es-plugin-auth': limited }
    const call = { call: 'GET /v1/plugin/document', key: null, headers }
    expect(await ask(service, call)).toMatchObject({ status: 401, body: { code: 'PLUGIN_AUTH_INVALID' } })
    const saved = (await other.call('POST /plugin/save', { html: '<p>private</p>', css: '' })).body as {
      templateId: string
    }
    await service.store.tx((db) => db.update(db.tables.templates).set({ externalId: null }))
    expect((await send('only-this', { startFrom: saved.templateId })).status).toBe(401)
    expect((await init(tokenOf(host, { emailId: 7 }), { pluginId: host.pluginId, emailId: 'only-this' })).status).toBe(
      401,
    )
  })

  test('get a new id by refresh, and the old one goes on for a save on its way only', async () => {
    const testService = await openTestService(service, host, { emailId: 'renewed' })
    const { status, body } = await testService.call('POST /v1/plugin/refresh', undefined)
    expect(status).toBe(200)
    const { sessionId } = body as { sessionId: string }
    expect(sessionId).not.toBe(testService.sessionId)
    expect(await testService.call('GET /v1/plugin/document')).toMatchObject({ status: 200 })
    expect(await testService.call('POST /v1/plugin/refresh')).toMatchObject({
      status: 404,
      body: { code: 'SESSION_EXPIRED' },
    })
    const { editorSessions } = service.store.read.tables
    const rows = await service.store.read.select().from(editorSessions)
    const old = rows.find(({ replacedAt, emailId }) => replacedAt !== null && emailId === 'renewed')
    expect((old?.expiresAt ?? 0) - (old?.replacedAt ?? 0)).toBe(30_000)
    const headers = { ...testService.headers, 'svc-session': sessionId }
    expect(await ask(service, { call: 'GET /v1/plugin/document', key: null, headers })).toMatchObject({ status: 200 })
  })

  test('are refreshed once however many ask at once', async () => {
    const testService = await openTestService(service, host, { emailId: 'raced' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => testService.call('POST /v1/plugin/refresh')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
  })

  test('take tokens of the replaced secret while its grace lasts, and of no other', async () => {
    const rotated = await makeHost(service)
    const vault = createVault(testSecret)
    const send = { pluginId: rotated.pluginId, emailId: 'x' }
    const first = tokenOf(rotated)
    expect((await init(first, send)).status).toBe(200)
    const rotate = (graceSeconds: number) =>
      service.store.tx((db) => rotateCredentials(db, vault, { projectId: rotated.projectId, graceSeconds }))
    const { secretKey } = await rotate(60)
    const second = tokenOf({ ...rotated, secret: secretKey })
    expect([(await init(first, send)).status, (await init(second, send)).status]).toEqual([200, 200])
    await rotate(0)
    await until(async () => (await init(first, send)).status === 401, 'the replaced secret to end')
    expect((await init(second, send)).status).toBe(401)
  })

  describe('over REST', () => {
    scenarios(given, [
      {
        name: 'a project tells its Plugin ID, and never its Secret Key',
        call: ({ projects }) => `GET /v1/projects/${projects.a}/credentials`,
        status: 200,
        body: { previous_secret_expires_at: null },
        then: ({ text, body }) => {
          expect((body as { plugin_id: string }).plugin_id).toMatch(/^svc_pk_[0-9a-f]{48}$/)
          expect(text).not.toContain('svc_sk_')
        },
      },
      {
        name: 'a rotation shows the new Secret Key once',
        call: ({ projects }) => `POST /v1/projects/${projects.a}/credentials/rotate`,
        send: { grace_seconds: 60 },
        status: 200,
        answers: { 'cache-control': 'no-store' },
        then: ({ body }) => {
          const { plugin_id: pluginId, secret_key: secret } = body as { plugin_id: string; secret_key: string }
          expect(secret).toMatch(/^svc_sk_[0-9a-f]{48}$/)
          return init(signToken(JSON.stringify({ pluginId, userId: 1, expires: Date.now() + 1000 }), secret), {
            pluginId,
            emailId: 'x',
          }).then(({ status }) => expect(status).toBe(200))
        },
      },
      {
        name: 'a project changes its name and its origins',
        call: ({ projects }) => `PUT /v1/projects/${projects.a}`,
        send: { name: 'Renamed', allowed_origins: ['https://app.example.com'] },
        status: 200,
        body: { name: 'Renamed', allowed_origins: ['https://app.example.com'] },
      },
      {
        name: 'an origin is written as browsers send it',
        call: ({ projects }) => `PUT /v1/projects/${projects.a}`,
        send: { allowed_origins: ['https://app.example.com/'] },
        status: 422,
        body: { issues: [{ path: '/allowed_origins/0', message: 'write it as "https://app.example.com"' }] },
      },
      {
        name: 'a project reads itself',
        call: ({ projects }) => `GET /v1/projects/${projects.a}`,
        status: 200,
        body: { name: 'Renamed' },
      },
      {
        name: 'another project is as none',
        call: ({ projects }) => `GET /v1/projects/${projects.b}`,
        status: 404,
        body: { code: 'PROJECT_NOT_FOUND' },
      },
      {
        name: 'so are its credentials',
        call: ({ projects }) => `GET /v1/projects/${projects.b}/credentials`,
        status: 404,
      },
      {
        name: 'and nobody rotates them',
        call: ({ projects }) => `POST /v1/projects/${projects.b}/credentials/rotate`,
        status: 404,
      },
      {
        name: 'nor changes it',
        call: ({ projects }) => `PUT /v1/projects/${projects.b}`,
        send: { name: 'Mine' },
        status: 404,
      },
      {
        name: 'a key without the scope admin sees none of it',
        call: ({ projects }) => `GET /v1/projects/${projects.a}`,
        key: 'readOnly',
        status: 403,
      },
    ])
  })
})

function credentialIn(editorUrl: string): { session: string; token: string } {
  return Object.fromEntries(new URLSearchParams(new URL(editorUrl).hash.slice(1))) as { session: string; token: string }
}

describe('the rate of the plugin API', () => {
  test('is 100 calls in 15 minutes for a user, said with every call; typing has a quota of its own', async () => {
    const service = await startService({ dialect: 'sqlite' })
    const host = await makeHost(service)
    const testService = await openTestService(service, host, { emailId: 'limited' })
    const compile = await testService.call('POST /v1/plugin/compile', {})
    expect(compile.headers.get('ratelimit-limit')).toBe('100')
    expect(compile.headers.get('ratelimit-remaining')).toBe('98')
    expect(Number(compile.headers.get('ratelimit-reset')) * 1000 - Date.now()).toBeWithin(1, 901_000)
    expect(compile.headers.get('ratelimit-policy')).toBe('"plugin";q=100;w=900')
    const document = await testService.call('GET /v1/plugin/document')
    expect(document.headers.get('ratelimit-policy')).toBe('"editor";q=600;w=60')
    let last = compile
    for (let call = 0; call < 99; call++) last = await testService.call('POST /v1/plugin/preview', {})
    expect(last).toMatchObject({
      status: 429,
      body: { error: 'Rate limit exceeded', code: 'RATE_LIMIT_EXCEEDED', errorType: 'server', isRecoverable: true },
    })
    expect(Number(last.headers.get('retry-after'))).toBeWithin(1, 902)
    expect(last.headers.get('ratelimit-remaining')).toBe('0')
    expect((await testService.call('GET /v1/plugin/document')).status).toBe(200)
    // Neither other users of the project nor other projects are concerned.
    const other = await openTestService(service, host, { emailId: 'limited', userId: 43 })
    expect((await other.call('POST /v1/plugin/compile', {})).status).toBe(200)
    expect((await openTestService(service, await makeHost(service), { emailId: 'free' })).sessionId).toBeTruthy()
  })

  test('is bounded for the project too, beyond the share of any one user', async () => {
    const service = await startService({ dialect: 'sqlite', environment: { SVC_PLUGIN_RATE_LIMIT: '1/900' } })
    const host = await makeHost(service)
    const init = (userId: number) =>
      ask(service, {
        call: 'POST /init',
        key: null,
        headers: { 'es-plugin-auth': tokenOf(host, { userId }) },
        send: { emailId: 'limited', pluginId: host.pluginId },
      })
    for (let userId = 1; userId <= limits.pluginProjectUsers; userId++) {
      expect((await init(userId)).status).toBe(200)
      // Refused to the user, so that it does not count against the others.
      expect((await init(userId)).status).toBe(429)
    }
    expect((await init(limits.pluginProjectUsers + 1)).status).toBe(429)
  })

  test('is not used up by calls with a wrong signature', async () => {
    const service = await startService({ dialect: 'sqlite', environment: { SVC_PLUGIN_RATE_LIMIT: '2/900' } })
    const host = await makeHost(service)
    const forged = { 'es-plugin-auth': tokenOf({ ...host, secret: 'x' }) }
    for (let call = 0; call < 5; call++)
      await ask(service, { call: 'POST /init', key: null, headers: forged, send: {} })
    expect((await openTestService(service, host, { emailId: 'x' })).sessionId).toBeTruthy()
  })

  test('is one for all windows of a user, and each user’s own', async () => {
    const service = await startService({ dialect: 'sqlite' })
    const host = await makeHost(service)
    const open = (seat: string, userId = 42) => openTestService(service, host, { emailId: 'shared', seat, userId })
    const windows = [await open('window-one'), await open('window-two'), await open('window-six')]
    const statuses = new Map<number, number>()
    for (let call = 0; call < limits.editorRequests + 3; call++) {
      const { status } = (await windows[call % 3]?.call('GET /v1/plugin/lock')) ?? { status: 0 }
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(statuses).toEqual(
      new Map([
        [200, limits.editorRequests],
        [429, 3],
      ]),
    )
    expect((await (await open('window-one', 43)).call('GET /v1/plugin/lock')).status).toBe(200)
  })

  test('a session lives as long as the operator says', async () => {
    const service = await startService({ dialect: 'sqlite', environment: { SVC_SESSION_TTL: '60' } })
    const testService = await openTestService(service, await makeHost(service), { emailId: 'short' })
    expect((await testService.call('GET /v1/plugin/document')).status).toBe(200)
    const { editorSessions } = service.store.read.tables
    await service.store.tx((db) => db.update(db.tables.editorSessions).set({ expiresAt: Date.now() - 1 }))
    expect((await service.store.read.select().from(editorSessions)).length).toBe(1)
    expect(await testService.call('GET /v1/plugin/document')).toMatchObject({
      status: 404,
      body: { code: 'SESSION_EXPIRED' },
    })
    expect(await testService.call('POST /v1/plugin/refresh')).toMatchObject({
      status: 404,
      body: { code: 'SESSION_EXPIRED' },
    })
  })
})

describe('the throttle of wrong keys', () => {
  const source = { requestIP: () => ({ address: '192.0.2.1' }) }

  async function fromOneAddress() {
    const service = await startService({ dialect: 'sqlite' })
    const host = await makeHost(service)
    const caller = { handle: (request: Request) => service.handle(request, source), keys: service.keys }
    const save = (token: string) =>
      ask(caller, { call: 'POST /plugin/save', key: null, headers: { 'es-plugin-auth': token }, send: {} })
    const codesOf = async (calls: number, token: string) => {
      const codes = new Map<string, number>()
      for (let call = 0; call < calls; call++) {
        const { status, body } = await save(token)
        const code = `${status} ${(body as { code: string }).code}`
        codes.set(code, (codes.get(code) ?? 0) + 1)
      }
      return Object.fromEntries(codes)
    }
    return { service, host, caller, codesOf }
  }

  test('counts no authentic token that expired: 45 calls get 45 times 401', async () => {
    const { host, caller, codesOf } = await fromOneAddress()
    expect(await codesOf(45, tokenOf(host, { expires: Date.now() - 1 }))).toEqual({ '401 PLUGIN_AUTH_EXPIRED': 45 })
    expect((await ask(caller, { call: 'GET /v1/templates/my', key: 'nobody has it' })).status).toBe(401)
  })

  test('still counts forged tokens, whatever they say about when they expire', async () => {
    const { host, codesOf } = await fromOneAddress()
    const forged = tokenOf({ ...host, secret: 'x' }, { expires: Date.now() - 1 })
    expect(await codesOf(45, forged)).toEqual({ '401 PLUGIN_AUTH_INVALID': 30, '429 RATE_LIMIT_EXCEEDED': 15 })
  })

  test('keeps nobody behind a throttled address from learning that a token expired, or from using a valid one', async () => {
    const { host, caller, codesOf } = await fromOneAddress()
    const wrongKey = () => ask(caller, { call: 'GET /v1/templates/my', key: `svc_${'0'.repeat(48)}` })
    for (let call = 0; call < 30; call++) expect((await wrongKey()).status).toBe(401)
    expect((await wrongKey()).status).toBe(429)
    expect(await codesOf(45, tokenOf(host, { expires: Date.now() - 1 }))).toEqual({ '401 PLUGIN_AUTH_EXPIRED': 45 })
    expect((await ask(caller, { call: 'GET /v1/templates/my', key: 'a' })).status).toBe(200)
    const send = { pluginId: host.pluginId, emailId: 'first' }
    const headers = { 'es-plugin-auth': tokenOf(host) }
    expect((await ask(caller, { call: 'POST /init', key: null, headers, send })).status).toBe(200)
  })
})
