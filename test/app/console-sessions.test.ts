/** Calls of the API by the session cookie of the console, on both dialects: who may, from where, and with which token. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createSessionCallers, csrfOf, endSession, openSession } from '../../src/app/accounts/index.ts'
import type { Role } from '../../src/platform/identity/index.ts'
import { createUser } from '../../src/surfaces/projects/index.ts'
import { ask, scenarios } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'
import { dialects } from '../support/store.ts'

const own = 'http://localhost:3009'
const write = 'POST /v1/folders'
const read = 'GET /v1/templates/my'

for (const dialect of dialects)
  describe(`a session of the console on ${dialect}`, () => {
    let service: TestService
    const tokens: Partial<Record<Role | 'stranger' | 'ended', string>> = {}

    const cookie = (who: keyof typeof tokens) => ({ cookie: `svc_session=${tokens[who]}` })
    /** What a page of the console sends. */
    const page = (who: keyof typeof tokens, more: Record<string, string> = {}) => ({
      ...cookie(who),
      'svc-csrf': csrfOf(tokens[who] ?? ''),
      'sec-fetch-site': 'same-origin',
      origin: own,
      ...more,
    })

    beforeAll(async () => {
      service = await startService({ dialect })
      const { companies, projects } = service.store.read.tables
      const companyOf = async (projectId: string) => {
        const rows = await service.store.read.select().from(projects)
        return rows.find(({ id }) => id === projectId)?.companyId ?? ''
      }
      expect((await service.store.read.select().from(companies)).length).toBeGreaterThan(1)
      const [a, b] = [await companyOf(service.projects.a), await companyOf(service.projects.b)]
      const signIn = async (companyId: string, role: Role, name: string) => {
        const email = `${name}@example.com`
        const password = 'four unrelated words here'
        const { id } = await createUser(service.store, { companyId, email, name, password, role })
        return openSession(service.store, id)
      }
      for (const role of ['owner', 'editor', 'viewer'] as const) tokens[role] = await signIn(a, role, role)
      tokens.stranger = await signIn(b, 'owner', 'stranger')
      tokens.ended = await openSession(
        service.store,
        (
          await createUser(service.store, {
            companyId: a,
            email: 'ended@example.com',
            name: 'E',
            password: 'four unrelated words here',
            role: 'owner',
          })
        ).id,
      )
      await endSession(service.store, tokens.ended)
    })

    scenarios(
      () => service,
      [
        {
          name: 'reads',
          call: read,
          key: null,
          headers: () => page('viewer'),
          status: 200,
          answers: { 'ratelimit-policy': '"console";q=1200;w=60' },
        },
        {
          name: 'reads without Origin and token, as browsers send GET',
          call: read,
          key: null,
          headers: () => cookie('owner'),
          status: 200,
        },
        {
          name: 'reads when a person opens the URL',
          call: read,
          key: null,
          headers: () => ({ ...cookie('owner'), 'sec-fetch-site': 'none' }),
          status: 200,
        },
        {
          name: 'is refused to a page of another site',
          call: read,
          key: null,
          headers: () => page('owner', { 'sec-fetch-site': 'cross-site' }),
          status: 403,
          body: { code: 'CSRF_REJECTED' },
        },
        {
          name: 'is refused to a page of another origin of the site',
          call: read,
          key: null,
          headers: () => page('owner', { 'sec-fetch-site': 'same-site' }),
          status: 403,
          body: { code: 'CSRF_REJECTED' },
        },
        {
          name: 'is refused to another origin where browsers send no Sec-Fetch-Site',
          call: read,
          key: null,
          headers: () => ({ ...cookie('owner'), origin: 'https://evil.example' }),
          status: 403,
          body: { code: 'CSRF_REJECTED' },
        },
        {
          name: 'writes with its token',
          call: write,
          key: null,
          headers: () => page('editor'),
          send: { name: `Made on ${dialect}` },
          status: 201,
        },
        {
          name: 'writes where browsers send no Sec-Fetch-Site',
          call: write,
          key: null,
          headers: () => ({ ...cookie('editor'), 'svc-csrf': csrfOf(tokens.editor ?? ''), origin: own }),
          send: { name: `Plain on ${dialect}` },
          status: 201,
        },
        {
          name: 'writes nothing without the token',
          call: write,
          key: null,
          headers: () => ({ ...cookie('owner'), 'sec-fetch-site': 'same-origin', origin: own }),
          send: { name: 'X' },
          status: 403,
          body: { code: 'CSRF_REJECTED' },
        },
        {
          name: 'writes nothing with the token of another session',
          call: write,
          key: null,
          headers: () => page('owner', { 'svc-csrf': csrfOf(tokens.editor ?? '') }),
          send: { name: 'X' },
          status: 403,
          body: { code: 'CSRF_REJECTED' },
        },
        {
          name: 'writes nothing with the token of the cookie itself',
          call: write,
          key: null,
          headers: () => page('owner', { 'svc-csrf': tokens.owner ?? '' }),
          send: { name: 'X' },
          status: 403,
          body: { code: 'CSRF_REJECTED' },
        },
        {
          name: 'writes nothing for a request without any origin',
          call: write,
          key: null,
          headers: () => ({ ...cookie('owner'), 'svc-csrf': csrfOf(tokens.owner ?? '') }),
          send: { name: 'X' },
          status: 403,
          body: { code: 'CSRF_REJECTED' },
        },
        {
          name: 'writes nothing when a person opens the URL',
          call: write,
          key: null,
          headers: () => page('owner', { 'sec-fetch-site': 'none' }),
          send: { name: 'X' },
          status: 403,
          body: { code: 'CSRF_REJECTED' },
        },
        {
          name: 'is limited to what its role may do',
          call: write,
          key: null,
          headers: () => page('viewer'),
          send: { name: 'X' },
          status: 403,
          body: { code: 'FORBIDDEN' },
        },
        {
          name: 'that has ended is none',
          call: read,
          key: null,
          headers: () => page('ended'),
          status: 401,
          body: { code: 'UNAUTHORIZED' },
        },
        {
          name: 'reads the project that it names',
          call: read,
          key: null,
          headers: (s) => page('owner', { 'svc-project': s.projects.a }),
          status: 200,
        },
        {
          name: 'reads no project of another company',
          call: read,
          key: null,
          headers: (s) => page('stranger', { 'svc-project': s.projects.a }),
          status: 404,
          body: { code: 'PROJECT_NOT_FOUND' },
        },
        {
          name: 'gives way to an API key',
          call: 'GET /v1/projects/me',
          key: 'b',
          headers: () => page('owner'),
          status: 200,
        },
        {
          name: 'is none without a known cookie',
          call: read,
          key: null,
          headers: { cookie: 'svc_session=short' },
          status: 401,
          body: { code: 'UNAUTHORIZED' },
        },
        {
          name: 'gets a token for the editor',
          call: 'POST /console/editor-token',
          key: null,
          headers: () => page('editor'),
          status: 200,
          body: { plugin_id: expect.stringMatching(/^svc_pk_/) },
        },
        {
          name: 'is what a token for the editor needs, not an API key',
          call: 'POST /console/editor-token',
          key: 'a',
          status: 403,
          body: { code: 'FORBIDDEN' },
        },
      ],
    )

    test('opens the editor as the account, with its role', async () => {
      const id = await service.create({ name: 'Edited in the console', type: 'other', html: '<p>Hello</p>' })
      const open = async (who: 'editor') => {
        const made = await ask(service, { call: 'POST /console/editor-token', key: null, headers: page(who) })
        const { plugin_id: pluginId, token } = made.body as { plugin_id: string; token: string }
        const auth = { 'es-plugin-auth': token }
        const init = await ask(service, {
          call: 'POST /v1/plugin/init',
          key: null,
          headers: auth,
          send: { pluginId, emailId: id },
        })
        const { sessionId } = init.body as { sessionId: string }
        return { ...auth, 'svc-session': sessionId }
      }
      const editor = await open('editor')
      const shown = await ask(service, { call: 'GET /v1/plugin/document', key: null, headers: editor })
      expect(shown.body).toMatchObject({ access: 'publish' })
      const locked = await ask(service, { call: 'PUT /v1/plugin/lock', key: null, headers: editor })
      expect(locked.status).toBe(200)
      const { body } = await ask(service, { call: `GET /v1/templates/${id}` })
      expect(body).toMatchObject({ locked_by: { kind: 'user', name: 'editor' } })
      // An open editor merges operations of others, and nothing else.
      const operations = [{ op: 'settings', props: { meta: { title: 'Merged' } } }]
      const { revision } = body as { revision: number }
      const merged = await ask(service, {
        call: `POST /v1/templates/${id}/operations`,
        send: { base_revision: revision, operations },
      })
      expect(merged.status).toBe(200)
      const renamed = await ask(service, { call: `PUT /v1/templates/${id}`, send: { name: 'Mine' } })
      expect(renamed).toMatchObject({ status: 423, body: { code: 'LOCKED' } })
      const { users } = service.store.read.tables
      await service.store.tx(
        async (db) => void (await db.update(users).set({ role: 'viewer' }).where(eq(users.name, 'editor'))),
      )
      const later = await ask(service, { call: 'GET /v1/plugin/document', key: null, headers: editor })
      expect(later.body).toMatchObject({ access: 'view', rights: { can: ['preview'] } })
      const send = { html: '<p>No</p>', css: '' }
      const saved = await ask(service, { call: 'POST /v1/plugin/save', key: null, headers: editor, send })
      expect(saved).toMatchObject({ status: 403 })
    })

    test('is stored as a hash that the token against forgery does not reveal', () => {
      const { csrfOf: print } = createSessionCallers(service.store, { read: () => undefined, write: () => '' })
      expect(print('a')).not.toBe(print('b'))
      expect(print('a')).toBe(csrfOf('a'))
    })
  })
