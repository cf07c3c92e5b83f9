/** Projects of a company over the API: who sees and changes which, what creating shows once, and what deleting ends. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { limits } from '../../../src/kernel/limits.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { underLocks } from '../../../src/platform/storage/index.ts'
import { createApiKey, createProject, findProject, setPlan } from '../../../src/surfaces/projects/index.ts'
import { makeHost, openTestService, tokenOf } from '../plugin/host.ts'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService, testSecret } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

type Rate = { requests: number; seconds: number }
type Limits = {
  api_rate: Rate
  plugin_rate: Rate
  plugin_project_rate: Rate
  asset_bytes: number | null
  credits: number | null
}
type Made = {
  id: string
  name: string
  plugin_id: string
  secret_key: string
  limits: Limits
  api_key: { id: string; key: string; name: string; scopes: string[]; expires_at?: string }
}

const unknown = 'prj_00000000000000000000000000'
const far = '2999-01-01T00:00:00.000Z'

describe.each([...dialects])('projects on %s', (dialect) => {
  let service: TestService
  const given = () => service

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_API_RATE_LIMIT: '6000/60' } })
  })

  async function make(name: string, more: object = {}, key = 'a'): Promise<Made> {
    const { status, body, text } = await ask(service, { call: 'POST /v1/projects', key, send: { name, ...more } })
    expect([status, text.slice(0, status === 201 ? 0 : 500)]).toEqual([201, ''])
    return body as Made
  }
  const codeOf = ({ body }: Answer) => (body as { code?: string }).code
  const auditOf = async (target: string) => {
    const { auditLog } = service.store.read.tables
    const rows = await service.store.read.select().from(auditLog).orderBy(asc(auditLog.id))
    return rows.filter((row) => row.target === target).map(({ action, actorKind }) => `${action} ${actorKind}`)
  }

  describe('are created', () => {
    scenarios(given, [
      {
        name: 'with the Secret Key and the first API key shown once, which both work',
        call: 'POST /v1/projects',
        send: { name: ' Blog ', allowed_origins: ['https://blog.example'], end_users: { library: 'own' } },
        status: 201,
        body: {
          name: 'Blog',
          allowed_origins: ['https://blog.example'],
          end_users: { library: 'own', files: 'images' },
          limits: { api_rate: { requests: 6000, seconds: 60 }, asset_bytes: null, credits: null },
          api_key: { name: 'Default', scopes: ['admin'] },
        },
        answers: { 'cache-control': 'no-store', location: /^\/v1\/projects\/prj_/ },
        async then({ body, headers }, target) {
          const { id, plugin_id: pluginId, secret_key: secret, api_key: first } = body as Made
          expect([pluginId, secret, first.key]).toEqual([
            expect.stringMatching(/^svc_pk_[0-9a-f]{48}$/),
            expect.stringMatching(/^svc_sk_[0-9a-f]{48}$/),
            expect.stringMatching(/^svc_[0-9a-f]{48}$/),
          ])
          const read = await ask(target, { call: `GET ${headers.get('location')}`, key: first.key })
          expect(read).toMatchObject({ status: 200, body: { id, name: 'Blog' } })
          expect(read.text).not.toContain('svc_sk_')
          const mine = await ask(target, { call: 'GET /v1/templates/my', key: first.key })
          expect(mine.body).toMatchObject({ data: [] })
          await openTestService(service, { projectId: id, pluginId, secret }, { emailId: 'first' })
          expect(await auditOf(id)).toEqual(['project.created api_key', 'project.end_users_set api_key'])
          expect(await auditOf(first.id)).toEqual(['api_key.created api_key'])
        },
      },
      {
        name: 'with an API key of other scopes, name and expiry, and with limits',
        call: 'POST /v1/projects',
        send: {
          name: 'Narrow',
          limits: { api_rate: { requests: 5, seconds: 3600 } },
          api_key: { name: 'Reader', scopes: ['templates:read'], expires_at: far },
        },
        status: 201,
        body: {
          limits: { api_rate: { requests: 5, seconds: 3600 }, plugin_rate: { requests: 100, seconds: 900 } },
          api_key: { name: 'Reader', scopes: ['templates:read'], expires_at: far },
        },
      },
      {
        name: 'once under an Idempotency-Key, with the secrets in the first response only',
        call: 'POST /v1/projects',
        headers: { 'idempotency-key': 'one-project' },
        send: { name: 'Repeated' },
        status: 201,
        async then({ body }, target) {
          const again = await ask(target, {
            call: 'POST /v1/projects',
            headers: { 'idempotency-key': 'one-project' },
            send: { name: 'Repeated' },
          })
          const first = body as Made
          expect(again).toMatchObject({ status: 201 })
          expect(again.body).toEqual({ ...first, secret_key: null, api_key: { ...first.api_key, key: null } })
          const { text } = await ask(target, { call: 'GET /v1/projects?limit=100' })
          expect(text.split('"Repeated"')).toHaveLength(2)
        },
      },
      {
        name: 'not without a name',
        call: 'POST /v1/projects',
        send: {},
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: '/name' }] },
      },
      { name: 'not with a blank name', call: 'POST /v1/projects', send: { name: ' \t' }, status: 422 },
      {
        name: 'not in another company',
        call: 'POST /v1/projects',
        send: { name: 'X', company_id: 'com_00000000000000000000000000' },
        status: 422,
        body: { issues: [{ path: '/company_id' }] },
      },
      {
        name: 'not with an origin that no browser sends',
        call: 'POST /v1/projects',
        send: { name: 'X', allowed_origins: ['app.example'] },
        status: 422,
        body: { issues: [{ path: '/allowed_origins/0' }] },
      },
      {
        name: 'not with a first key that has ended, or has an unknown scope',
        call: 'POST /v1/projects',
        send: { name: 'X', api_key: { expires_at: '2020-01-01T00:00:00.000Z' } },
        status: 422,
        body: { issues: [{ path: '/api_key/expires_at', message: 'must be in the future' }] },
      },
      {
        name: 'not with a first key of an unknown scope',
        call: 'POST /v1/projects',
        send: { name: 'X', api_key: { scopes: ['all'] } },
        status: 422,
        body: { issues: [{ path: '/api_key/scopes/0' }] },
      },
      {
        name: 'not with limits above those of the installation',
        call: 'POST /v1/projects',
        send: { name: 'Too fast', limits: { api_rate: { requests: 6001, seconds: 60 } } },
        status: 422,
        body: {
          issues: [
            {
              path: '/limits/api_rate',
              message: 'must not exceed the rate of this installation, 6000 requests in 60 seconds',
            },
          ],
        },
        async then(_, target) {
          expect((await ask(target, { call: 'GET /v1/projects?limit=100' })).text).not.toContain('Too fast')
        },
      },
      {
        name: 'not by a key without admin',
        call: 'POST /v1/projects',
        key: 'readOnly',
        send: { name: 'X' },
        status: 403,
      },
      { name: 'not without a key', call: 'POST /v1/projects', key: null, send: { name: 'X' }, status: 401 },
    ])

    test('by a key that expires with a key that ends with it', async () => {
      const end = new Date(Date.now() + 60_000).toISOString()
      const { body } = await ask(service, { call: 'POST /v1/api-keys', send: { name: 'Ends', expires_at: end } })
      const { key } = body as { key: string }
      expect((await make('Short', {}, key)).api_key.expires_at).toBe(end)
      const later = await ask(service, {
        call: 'POST /v1/projects',
        key,
        send: { name: 'Long', api_key: { expires_at: far } },
      })
      expect(later).toMatchObject({ status: 422, body: { issues: [{ path: '/api_key/expires_at' }] } })
    })

    test('up to the limit of a company, also by parallel calls', async () => {
      const host = await makeHost(service)
      const { store } = service
      const company = (await findProject(store.read, host.projectId))?.companyId ?? ''
      const { key } = await store.tx((db) => createApiKey(db, { projectId: host.projectId, name: 'Many' }), underLocks)
      const vault = createVault(testSecret)
      await store.tx(async (db) => {
        const name = 'One of many'
        for (let n = 0; n < limits.projects - 3; n++) await createProject(db, vault, { companyId: company, name })
      }, underLocks)
      const answers = await Promise.all(
        [1, 2, 3, 4].map((n) => ask(service, { call: 'POST /v1/projects', key, send: { name: `Last ${n}` } })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body).toMatchObject({
        code: 'LIMIT_REACHED',
        detail: `A company holds at most ${limits.projects} projects.`,
      })
    })
  })

  describe('are listed', () => {
    scenarios(given, [
      {
        name: 'oldest first, those of the company alone',
        call: 'GET /v1/projects?limit=100',
        status: 200,
        then({ body, text }, { projects }) {
          const { data } = body as { data: Made[] }
          expect(data[0]?.id).toBe(projects.a)
          expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(['A', 'Blog', 'Narrow', 'Repeated']))
          expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted())
          expect(text).not.toContain(projects.b)
          expect(text).not.toMatch(/svc_sk_|svc_[0-9a-f]{48}/)
        },
      },
      {
        name: 'in pages',
        call: 'GET /v1/projects?limit=1',
        status: 200,
        body: { data: [{ name: 'A' }], page: { has_more: true } },
        async then({ body }, target) {
          const { next_cursor: cursor } = (body as { page: { next_cursor: string } }).page
          const next = await ask(target, { call: `GET /v1/projects?limit=1&cursor=${cursor}` })
          expect(next.body).toMatchObject({ data: [{ name: 'Blog' }] })
          const foreign = await ask(target, { call: `GET /v1/projects?cursor=${cursor}`, key: 'b' })
          expect(foreign).toMatchObject({ status: 422, body: { code: 'INVALID_CURSOR' } })
        },
      },
      {
        name: 'of another company without any of these',
        call: 'GET /v1/projects',
        key: 'b',
        status: 200,
        then({ body }, { projects }) {
          expect((body as { data: Made[] }).data.map(({ id }) => id)).toEqual([projects.b])
        },
      },
      { name: 'not by a key without admin', call: 'GET /v1/projects', key: 'readOnly', status: 403 },
    ])
  })

  describe('of the same company', () => {
    test('are read and changed by an admin key of any of them', async () => {
      const other = await make('Sibling')
      expect(await ask(service, { call: `GET /v1/projects/${other.id}` })).toMatchObject({ body: { name: 'Sibling' } })
      const renamed = await ask(service, { call: `PUT /v1/projects/${other.id}`, send: { name: 'Brother' } })
      expect(renamed).toMatchObject({ status: 200, body: { id: other.id, name: 'Brother' } })
      expect(await ask(service, { call: `GET /v1/projects/${other.id}/credentials` })).toMatchObject({
        body: { plugin_id: other.plugin_id },
      })
    })

    test('keep their contents and their Secret Key to their own keys', async () => {
      const other = await make('Private')
      const send = { name: 'Secret plan', type: 'other' }
      const { body } = await ask(service, { call: 'POST /v1/templates', key: other.api_key.key, send })
      expect((await ask(service, { call: `GET /v1/templates/${(body as Made).id}` })).status).toBe(404)
      expect((await ask(service, { call: `GET /v1/api-keys/${other.api_key.id}` })).status).toBe(404)
      const call = `POST /v1/projects/${other.id}/credentials/rotate`
      expect(await ask(service, { call })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN', detail: 'Rotate the Secret Key with an API key of that project.' },
      })
      expect((await ask(service, { call, key: other.api_key.key })).status).toBe(200)
    })
  })

  describe('of another company', () => {
    const requests: [line: string, send: object | undefined][] = [
      ['GET /v1/projects/ID', undefined],
      ['PUT /v1/projects/ID', { name: 'Mine' }],
      ['PUT /v1/projects/ID', { limits: { api_rate: { requests: 1, seconds: 60 } } }],
      ['DELETE /v1/projects/ID', undefined],
      ['GET /v1/projects/ID/credentials', undefined],
      ['POST /v1/projects/ID/credentials/rotate', {}],
    ]
    test.each(requests)('answer %s as projects that do not exist', async (line, send) => {
      const before = await findProject(service.store.read, service.projects.b)
      for (const id of [service.projects.b, unknown, 'x', '%F0%9F%94%91', 'prj_demo']) {
        const answer = await ask(service, { call: line.replace('ID', id), ...(send === undefined ? {} : { send }) })
        expect([id, answer.status, codeOf(answer)]).toEqual([id, 404, 'PROJECT_NOT_FOUND'])
      }
      expect(await findProject(service.store.read, service.projects.b)).toEqual(before)
    })
  })

  describe('are deleted', () => {
    test('with their keys, plugin tokens and sessions, from the next request on', async () => {
      const gone = await make('Gone', { allowed_origins: ['https://gone.example'] })
      const host = { projectId: gone.id, pluginId: gone.plugin_id, secret: gone.secret_key }
      const session = await openTestService(service, host, { emailId: 'e' })
      const key = gone.api_key.key
      expect((await ask(service, { call: 'GET /v1/templates/my', key })).status).toBe(200)
      expect((await session.call('GET /v1/plugin/document')).status).toBe(200)
      expect(await ask(service, { call: `DELETE /v1/projects/${gone.id}` })).toMatchObject({ status: 204, text: '' })
      expect(await ask(service, { call: 'GET /v1/templates/my', key })).toMatchObject({ status: 401 })
      expect(codeOf(await session.call('GET /v1/plugin/document'))).toBe('PLUGIN_AUTH_INVALID')
      const init = await ask(service, {
        call: 'POST /init',
        key: null,
        headers: { 'es-plugin-auth': tokenOf(host) },
        send: { pluginId: gone.plugin_id, emailId: 'e' },
      })
      expect([init.status, codeOf(init)]).toEqual([401, 'PLUGIN_AUTH_INVALID'])
      expect((await ask(service, { call: `GET /v1/projects/${gone.id}` })).status).toBe(404)
      expect((await ask(service, { call: `DELETE /v1/projects/${gone.id}` })).status).toBe(404)
      expect((await ask(service, { call: 'GET /v1/projects?limit=100' })).text).not.toContain(gone.id)
      expect(await auditOf(gone.id)).toEqual(['project.created api_key', 'project.deleted api_key'])
    })

    test('with what they hold kept', async () => {
      const gone = await make('Kept')
      const send = { name: 'Kept template', type: 'other' }
      const { body } = await ask(service, { call: 'POST /v1/templates', key: gone.api_key.key, send })
      await ask(service, { call: `DELETE /v1/projects/${gone.id}` })
      const { templates } = service.store.read.tables
      const rows = await service.store.read.select({ id: templates.id, projectId: templates.projectId }).from(templates)
      expect(rows).toContainEqual({ id: (body as Made).id, projectId: gone.id })
    })

    scenarios(given, [
      {
        name: 'not by a key of their own',
        call: ({ projects }) => `DELETE /v1/projects/${projects.a}`,
        status: 409,
        body: {
          code: 'OWN_PROJECT',
          detail: 'Delete it with an API key of another project of the company.',
        },
      },
      {
        name: 'not by a key without admin',
        call: ({ projects }) => `DELETE /v1/projects/${projects.a}`,
        key: 'readOnly',
        status: 403,
      },
    ])

    test('one of two whose keys delete each other at the same time', async () => {
      const [one, two] = [await make('One'), await make('Two')]
      const answers = await Promise.all([
        ask(service, { call: `DELETE /v1/projects/${two.id}`, key: one.api_key.key }),
        ask(service, { call: `DELETE /v1/projects/${one.id}`, key: two.api_key.key }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401])
    })
  })

  describe('say what a key is for', () => {
    scenarios(given, [
      {
        name: 'with scopes, plan and limits, to a key of any scope',
        call: 'GET /v1/projects/me',
        key: 'readOnly',
        status: 200,
        body: {
          project: { name: 'A' },
          company: { name: 'A' },
          plan: 'enterprise',
          api_key: { name: 'Reader', scopes: ['templates:read'] },
          valid_until: null,
          limits: {
            api_rate: { requests: 6000, seconds: 60 },
            plugin_rate: { requests: 100, seconds: 900 },
            plugin_project_rate: { requests: 5000, seconds: 900 },
            asset_bytes: null,
            credits: null,
          },
        },
        then({ body, text }, { projects }) {
          expect((body as { project: Made }).project.id).toBe(projects.a)
          expect(text).not.toMatch(/svc_sk_|svc_[0-9a-f]{48}/)
        },
      },
      { name: 'not without a key', call: 'GET /v1/projects/me', key: null, status: 401 },
      { name: 'without parameters', call: 'GET /v1/projects/me?x=1', status: 422 },
    ])

    test('with the end of its grace to a key that was rotated, and its plan as it is now', async () => {
      const { projectId } = await makeHost(service)
      const { key, id } = await service.store.tx((db) => createApiKey(db, { projectId, name: 'Old' }), underLocks)
      await ask(service, { call: `POST /v1/api-keys/${id}/rotate`, key, send: { grace_seconds: 60 } })
      const { body } = await ask(service, { call: 'GET /v1/projects/me', key })
      const {
        valid_until: end,
        api_key: shown,
        plan,
      } = body as {
        valid_until: string
        api_key: { previous_expires_at: string }
        plan: string
      }
      expect([end, plan]).toEqual([shown.previous_expires_at, 'business'])
      const company = (await findProject(service.store.read, projectId))?.companyId ?? ''
      await service.store.tx((db) => setPlan(db, company, 'free'))
      expect(await ask(service, { call: 'GET /v1/projects/me', key })).toMatchObject({
        body: { plan: 'free', limits: { asset_bytes: limits.assetBytes.free, credits: limits.credits.free } },
      })
    })
  })

  describe('have API keys', () => {
    scenarios(given, [
      {
        name: 'that are read by their id, never with the key',
        call: 'GET /v1/projects/me',
        status: 200,
        async then({ body }, target) {
          const { api_key: own } = body as Made
          const read = await ask(target, { call: `GET /v1/api-keys/${own.id}` })
          expect(read).toMatchObject({ status: 200, body: { id: own.id, name: 'Everything', scopes: ['admin'] } })
          expect(read.text).not.toContain('"key"')
          expect(await ask(target, { call: `GET /v1/api-keys/${own.id}`, key: 'b' })).toMatchObject({
            status: 404,
            body: { code: 'KEY_NOT_FOUND' },
          })
        },
      },
      {
        name: 'that are not found by an odd id',
        call: 'GET /v1/api-keys/x',
        status: 404,
        body: { code: 'KEY_NOT_FOUND' },
      },
      { name: 'that a key without admin cannot read', call: 'GET /v1/api-keys/x', key: 'readOnly', status: 403 },
    ])

    test('that are not found once they are revoked', async () => {
      const { body } = await ask(service, { call: 'POST /v1/api-keys', send: { name: 'Revoked' } })
      const { id } = body as Made
      await ask(service, { call: `DELETE /v1/api-keys/${id}` })
      expect((await ask(service, { call: `GET /v1/api-keys/${id}` })).status).toBe(404)
    })
  })
})
