/** Sign-in at `/mcp` by OAuth: the official client does it by itself, and every misuse is refused. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'bun:test'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { eq } from 'drizzle-orm'
import { openSession } from '../../src/app/accounts/index.ts'
import { listAudit } from '../../src/platform/audit/index.ts'
import type { Role } from '../../src/platform/identity/index.ts'
import { changeRole, createUser, disableUser, findUserByEmail } from '../../src/surfaces/projects/index.ts'
import { PageVisitor, pageBase } from '../support/page-visitor.ts'
import { type TestService, startService } from '../support/service.ts'
import { dialects } from '../support/store.ts'

const password = 'four unrelated words here'
const callback = 'http://127.0.0.1:4321/callback'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const resource = `${pageBase}/mcp`

type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number }

for (const dialect of dialects)
  describe(`connected apps on ${dialect}`, () => {
    let service: TestService
    let person: PageVisitor
    let companyId: string

    beforeAll(async () => {
      service = await startService({
        dialect,
        environment: { SVC_BASE_URL: pageBase, SVC_NET_ALLOW: '127.0.0.1' },
      })
      const { projects } = service.store.read.tables
      const [row] = await service.store.read.select().from(projects).where(eq(projects.id, service.projects.a))
      companyId = row?.companyId ?? ''
      for (const role of ['owner', 'admin', 'editor', 'viewer'] as const)
        await createUser(service.store, { companyId, email: `${role}@example.com`, name: role, role, password })
      person = await signIn('editor')
    })

    async function accountOf(role: Role) {
      return (await findUserByEmail(service.store.read, `${role}@example.com`)) ?? { id: '' }
    }

    async function signIn(role: Role): Promise<PageVisitor> {
      const visitor = new PageVisitor((request) => service.handle(request))
      visitor.session = await openSession(service.store, (await accountOf(role)).id)
      return visitor
    }

    const post = (path: string, body: Record<string, string> | string) =>
      service.handle(
        new Request(`${pageBase}${path}`, {
          method: 'POST',
          body: typeof body === 'string' ? body : new URLSearchParams(body),
          ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
        }),
      )
    const register = async (metadata: object) =>
      (await (await post('/oauth/register', JSON.stringify(metadata))).json()) as Record<string, unknown>
    const clientId = async (...uris: string[]) =>
      String(
        (await register({ client_name: 'Agent', redirect_uris: uris.length > 0 ? uris : [callback] }))['client_id'],
      )

    const asked = (id: string, changes: Record<string, string> = {}) => ({
      response_type: 'code',
      client_id: id,
      redirect_uri: callback,
      state: 'xyz',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource,
      ...changes,
    })
    const show = (visitor: PageVisitor, parameters: Record<string, string>) =>
      visitor.get(`/oauth/authorize?${new URLSearchParams(parameters).toString()}`)

    /** Lets a person consent to what the page asks, and returns where the browser goes. */
    async function consent(visitor: PageVisitor, parameters: Record<string, string>, project = service.projects.a) {
      const { text } = await show(visitor, parameters)
      const grants = [...text.matchAll(/name="grant" value="([^"]+)"/g)].map(([, scope = '']) => ['grant', scope])
      const body = new URLSearchParams([
        ...Object.entries(parameters),
        ['project', project],
        ['act', 'allow'],
        ...grants,
      ])
      const response = await service.handle(
        new Request(`${pageBase}/oauth/authorize`, {
          method: 'POST',
          body,
          headers: { origin: pageBase, cookie: `svc_session=${visitor.session}` },
        }),
      )
      return new URL(response.headers.get('location') ?? 'none:')
    }
    const codeFor = async (id: string, visitor = person, changes: Record<string, string> = {}) =>
      (await consent(visitor, asked(id, changes))).searchParams.get('code') ?? ''
    const exchanged = (id: string, code: string, changes: Record<string, string> = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: id,
        code,
        redirect_uri: callback,
        code_verifier: verifier,
        ...changes,
      })
    async function connect(visitor = person, changes: Record<string, string> = {}): Promise<Tokens & { id: string }> {
      const id = await clientId()
      const response = await exchanged(id, await codeFor(id, visitor, changes))
      expect(response.status).toBe(200)
      return { ...((await response.json()) as Tokens), id }
    }
    const refreshed = (id: string, token: string) =>
      post('/oauth/token', { grant_type: 'refresh_token', client_id: id, refresh_token: token })
    const call = (token: string, method: string, params: object = {}) =>
      service.handle(
        new Request(`${resource}?toolsets=templates,verification`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        }),
      )
    const toolNames = async (token: string) =>
      [...(await (await call(token, 'tools/list')).text()).matchAll(/"name":"(\w+)","title"/g)].map(([, name]) => name)

    test.each(['2025-11-25', '2026-07-28'])('the official client signs in by itself in %s', async (era) => {
      const store = new Map<string, never>()
      let opened: URL | undefined
      const provider: OAuthClientProvider = {
        redirectUrl: callback,
        clientMetadata: { client_name: `Official ${era}`, redirect_uris: [callback] },
        state: () => 'state of the client',
        clientInformation: () => store.get('client'),
        saveClientInformation: (client) => void store.set('client', client as never),
        tokens: () => store.get('tokens'),
        saveTokens: (tokens) => void store.set('tokens', tokens as never),
        saveCodeVerifier: (text) => void store.set('verifier', text as never),
        codeVerifier: () => store.get('verifier') ?? '',
        saveDiscoveryState: (state) => void store.set('discovery', state as never),
        discoveryState: () => store.get('discovery'),
        redirectToAuthorization: (url) => void (opened = url),
      }
      const options = {
        authProvider: provider,
        fetch: (url: string | URL, init?: RequestInit) => service.handle(new Request(url, init)),
      }
      const open = () => new StreamableHTTPClientTransport(new URL(resource), options)
      const client = () =>
        new Client({ name: 'test', version: '1' }, {
          versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' },
        } as never)
      const first = open()
      const failure: unknown = await client()
        .connect(first)
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(opened?.origin).toBe(pageBase)
      const back = await consent(person, Object.fromEntries(opened?.searchParams ?? []))
      expect(back.searchParams.get('state')).toBe('state of the client')
      await first.finishAuth(back.searchParams)
      const connected = client()
      await connected.connect(open())
      const { structuredContent } = await connected.callTool({ name: 'check_credits', arguments: {} })
      expect(structuredContent).toMatchObject({ plan: 'enterprise' })
      // The access token expires: the client gets another one without the person.
      const { appTokens } = service.store.read.tables
      await service.store.tx((db) => db.update(appTokens).set({ expiresAt: 1 }).where(eq(appTokens.kind, 'access')))
      const before = store.get('tokens')
      await connected.callTool({ name: 'org_intel', arguments: { domain: 'example.test' } })
      expect(store.get('tokens')).not.toEqual(before)
      await connected.close()
    })

    test('metadata names the endpoints, and a request without credentials leads to it', async () => {
      const response = await service.handle(new Request(resource, { method: 'POST', body: '{}' }))
      const [, url = ''] =
        /^Bearer resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '') ?? []
      expect([response.status, url]).toEqual([401, `${pageBase}/.well-known/oauth-protected-resource/mcp`])
      const described = (await (await service.handle(new Request(url))).json()) as { authorization_servers: string[] }
      expect(described).toMatchObject({ resource, authorization_servers: [pageBase] })
      const server = new Request(`${described.authorization_servers[0]}/.well-known/oauth-authorization-server`)
      expect(await (await service.handle(server)).json()).toMatchObject({
        issuer: pageBase,
        code_challenge_methods_supported: ['S256'],
      })
    })

    test('a person who is not signed in signs in and comes back to the same request', async () => {
      const id = await clientId()
      const stranger = new PageVisitor((request) => service.handle(request))
      const path = (await show(stranger, asked(id))).headers.get('location') ?? ''
      const returnTo = new URL(path, pageBase).searchParams.get('next') ?? ''
      expect((await stranger.get(path)).text).toContain('name="next"')
      const fields = { email: 'editor@example.com', password, next: returnTo }
      expect((await stranger.post('/sign-in', { ...fields, password: 'wrong' })).text).toContain('name="next"')
      const { headers } = await stranger.post('/sign-in', fields)
      expect((await stranger.get(headers.get('location') ?? '')).text).toContain('Connect Agent?')
      for (const foreign of [
        '//evil.test',
        '/\\evil.test',
        'https://evil.test',
        '/\t/evil.test',
        'javascript:alert(1)',
      ])
        expect((await stranger.post('/sign-in', { ...fields, next: foreign })).headers.get('location'), foreign).toBe(
          '/',
        )
    })

    test('a role and a choice limit the scopes, and a lower role takes effect at once', async () => {
      const viewer = await signIn('viewer')
      const { access_token, scope } = await connect(viewer)
      expect(scope).toBe('templates:read assets:read')
      expect(await toolNames(access_token)).toEqual([
        'list_templates',
        'get_template',
        'lint_template',
        'render_template',
      ])
      const narrow = await connect(person, { scope: 'verification templates:read admin nonsense' })
      expect(narrow.scope).toBe('templates:read verification')
      const full = await connect(await signIn('admin'))
      expect(full.scope).not.toContain('admin')
      expect(await toolNames(full.access_token)).toContain('edit_template')
      const { id } = await accountOf('admin')
      await service.store.tx((db) => changeRole(db, id, 'viewer'))
      expect(await toolNames(full.access_token)).not.toContain('edit_template')
      await service.store.tx((db) => disableUser(db, id))
      expect((await call(full.access_token, 'tools/list')).status).toBe(401)
    })

    test('a token opens its project and no other, and no operation besides /mcp', async () => {
      const { access_token } = await connect()
      const foreign = new Request(`${pageBase}/v1/templates`, {
        method: 'POST',
        headers: { 'svc-api-auth': service.keys.b, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Foreign', type: 'promotional' }),
      })
      const { id } = (await (await service.handle(foreign)).json()) as { id: string }
      const own = await service.create({ name: 'Own', type: 'promotional' })
      const read = async (template: string) =>
        (await call(access_token, 'tools/call', { name: 'get_template', arguments: { template_id: template } })).text()
      expect(await read(own)).toContain('Own')
      expect(await read(id)).toContain('TEMPLATE_NOT_FOUND')
      for (const headers of [{ authorization: `Bearer ${access_token}` }, { 'svc-api-auth': access_token }])
        expect((await service.handle(new Request(`${pageBase}/v1/folders`, { headers }))).status).toBe(401)
      const other = await consent(person, asked(await clientId()), service.projects.b)
      expect(other.protocol).toBe('none:')
    })

    const requests: [what: string, changes: Record<string, string>, error: string | undefined][] = [
      ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
      ['no challenge', { code_challenge: '' }, 'invalid_request'],
      ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['the resource of another service', { resource: 'https://other.test/mcp' }, 'invalid_target'],
      ['only scopes that nobody gets', { scope: 'admin webhooks' }, 'invalid_scope'],
      ['a foreign redirect URI', { redirect_uri: 'https://evil.test/callback' }, undefined],
      ['another path', { redirect_uri: 'http://127.0.0.1:4321/callback/more' }, undefined],
      ['another loopback host', { redirect_uri: 'http://localhost:4321/callback' }, undefined],
      ['a user in the redirect URI', { redirect_uri: 'http://127.0.0.1:4321@evil.test/callback' }, undefined],
      ['an unknown client', { client_id: 'app.e30.forged' }, undefined],
      ['a client on loopback', { client_id: 'https://127.0.0.1/client.json' }, undefined],
    ]
    test.each(requests)('a request with %s is refused', async (_, changes, error) => {
      const { headers, status, text } = await show(person, asked(await clientId(), changes))
      if (error === undefined) {
        expect([status, headers.get('location')]).toEqual([400, null])
        expect(text).toContain('cannot be connected')
        return
      }
      const back = new URL(headers.get('location') ?? 'none:')
      expect([back.origin, back.searchParams.get('error')]).toEqual(['http://127.0.0.1:4321', error])
      expect(back.searchParams.get('iss')).toBe(pageBase)
    })

    test('a loopback client may use any port, and a person may refuse', async () => {
      const id = await clientId()
      const parameters = asked(id, { redirect_uri: 'http://127.0.0.1:59999/callback' })
      expect((await show(person, parameters)).status).toBe(200)
      const { headers } = await person.post('/oauth/authorize', { ...parameters, act: 'deny' })
      expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied')
      const foreign = await person.post(
        '/oauth/authorize',
        { ...parameters, act: 'allow' },
        { origin: 'https://evil.test' },
      )
      expect(foreign.status).toBe(403)
    })

    test.each([
      [{ redirect_uris: [] }],
      [{ redirect_uris: ['http://evil.test/'] }],
      [{ redirect_uris: ['javascript:alert(1)'] }],
      [{ redirect_uris: ['https://app.test/#fragment'] }],
      [{ redirect_uris: Array(6).fill(callback) }],
      ['text'],
    ])('the registration %j is refused', async (metadata) => {
      expect(await register(metadata as object)).toMatchObject({ error: 'invalid_redirect_uri' })
    })

    test('the name of an app cannot hide or reorder text', async () => {
      const { client_name } = await register({ client_name: '\u202eevil\u0000 <b>\n', redirect_uris: [callback] })
      expect(client_name).toBe('evil <b>')
    })

    test.each([
      ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
      ['no verifier', { code_verifier: '' }, 'invalid_grant'],
      ['another redirect URI', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
      ['another client', { client_id: 'app.other.client' }, 'invalid_grant'],
      ['another resource', { resource: 'https://other.test/mcp' }, 'invalid_target'],
      ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
      ['a grant type of the prototype', { grant_type: 'constructor' }, 'unsupported_grant_type'],
    ])('a code with %s gets no token', async (_, changes, error) => {
      const id = await clientId()
      const response = await exchanged(id, await codeFor(id), changes)
      expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error })])
    })

    test('an expired code and an expired access token are refused', async () => {
      const { appTokens } = service.store.read.tables
      const id = await clientId()
      const code = await codeFor(id)
      const { access_token } = await connect()
      await service.store.tx((db) => db.update(appTokens).set({ expiresAt: Date.now() - 1 }))
      expect((await exchanged(id, code)).status).toBe(400)
      const response = await call(access_token, 'tools/list')
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
    })

    test('a code that is used again ends all access', async () => {
      const id = await clientId()
      const code = await codeFor(id)
      const { access_token } = (await (await exchanged(id, code)).json()) as Tokens
      expect((await call(access_token, 'tools/list')).status).toBe(200)
      expect((await exchanged(id, code)).status).toBe(400)
      expect((await call(access_token, 'tools/list')).status).toBe(401)
    })

    test('a refresh token rotates; a repeat works for a moment, and later ends all access', async () => {
      const { id, refresh_token } = await connect()
      expect((await refreshed('app.other', refresh_token)).status).toBe(400)
      const next = (await (await refreshed(id, refresh_token)).json()) as Tokens
      expect(next.refresh_token).not.toBe(refresh_token)
      expect((await refreshed(id, refresh_token)).status).toBe(200)
      const { appTokens } = service.store.read.tables
      await service.store.tx((db) =>
        db
          .update(appTokens)
          .set({ usedAt: Date.now() - 60_000 })
          .where(eq(appTokens.kind, 'refresh')),
      )
      const reuse = await refreshed(id, refresh_token)
      expect(await reuse.json()).toMatchObject({ error: 'invalid_grant' })
      expect((await call(next.access_token, 'tools/list')).status).toBe(401)
      expect((await refreshed(id, next.refresh_token)).status).toBe(400)
    })

    test('an app that is revoked or disconnected has no access, and only its person can disconnect it', async () => {
      const revoked = await connect()
      expect((await post('/oauth/revoke', { token: revoked.refresh_token, client_id: revoked.id })).status).toBe(200)
      expect((await call(revoked.access_token, 'tools/list')).status).toBe(401)
      const { access_token } = await connect()
      const { apps } = (await person.call('GET /console/account')).body as { apps: { id: string; may: string[] }[] }
      const disconnect = (one: PageVisitor) => one.call(`DELETE /console/account/apps/${apps[0]?.id}`)
      const stranger = await signIn('owner')
      await disconnect(stranger)
      expect((await call(access_token, 'tools/list')).status).toBe(200)
      expect((await disconnect(person)).status).toBe(204)
      expect((await call(access_token, 'tools/list')).status).toBe(401)
      const entries = await listAudit(service.store.read, { projectId: service.projects.a }, { limit: 200 })
      const actions = new Set(entries.map(({ action }) => action))
      for (const action of ['app.connected', 'app.disconnected', 'app.token_reused']) expect(actions).toContain(action)
    })
  })
