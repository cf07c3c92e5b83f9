/** Limits that a project sets for itself: what they may be, and where they apply. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { underLocks } from '../../../src/platform/storage/index.ts'
import { createApiKey, findProject, setPlan } from '../../../src/surfaces/projects/index.ts'
import { type Host, makeHost, makeKey, openTestService, tokenOf, uploadFrom } from '../plugin/host.ts'
import { type Answer, type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

type Limits = Record<string, unknown>

describe.each([...dialects])('limits of a project on %s', (dialect) => {
  let service: TestService
  const given = () => service

  beforeAll(async () => {
    const environment = { SVC_API_RATE_LIMIT: '600/60', SVC_PLUGIN_RATE_LIMIT: '100/900', SVC_RUN_JOBS: 'false' }
    service = await startService({ dialect, environment })
  })

  async function makeProject(): Promise<Host & { key: string; companyId: string }> {
    const host = await makeHost(service)
    const key = await makeKey(service, host)
    const companyId = (await findProject(service.store.read, host.projectId))?.companyId ?? ''
    return { ...host, key, companyId }
  }
  const put = ({ projectId, key }: { projectId: string; key: string }, sent: Limits): Promise<Answer> =>
    ask(service, { call: `PUT /v1/projects/${projectId}`, key, send: { limits: sent } })
  const limitsOf = ({ body }: Answer) => (body as { limits: Limits }).limits
  const storedOf = async (id: string) => (await findProject(service.store.read, id))?.settings['limits']

  describe('are set', () => {
    const row = (name: string, sent: unknown, refused?: string): Scenario<TestService> => ({
      name,
      call: ({ projects }) => `PUT /v1/projects/${projects.a}`,
      send: { limits: sent },
      ...(refused === undefined
        ? { status: 200 }
        : { status: 422, body: { code: 'VALIDATION_FAILED', issues: [{ path: refused }] } }),
    })
    scenarios(given, [
      row('below the rate of the installation', { api_rate: { requests: 300, seconds: 60 } }),
      row('over a longer window that is no faster', { api_rate: { requests: 36_000, seconds: 3600 } }),
      row('over a shorter window that is no faster', { api_rate: { requests: 10, seconds: 1 } }),
      row('not above the rate of the installation', { api_rate: { requests: 601, seconds: 60 } }, '/limits/api_rate'),
      row('not faster over a longer window', { api_rate: { requests: 36_001, seconds: 3600 } }, '/limits/api_rate'),
      row('not faster for end users', { plugin_rate: { requests: 101, seconds: 900 } }, '/limits/plugin_rate'),
      row(
        'not faster for all end users',
        { plugin_project_rate: { requests: 5001, seconds: 900 } },
        '/limits/plugin_project_rate',
      ),
      row('not to no requests', { api_rate: { requests: 0, seconds: 60 } }, '/limits/api_rate/requests'),
      row('not without a window', { api_rate: { requests: 10 } }, '/limits/api_rate/seconds'),
      row('not over more than a day', { api_rate: { requests: 10, seconds: 86_401 } }, '/limits/api_rate/seconds'),
      row('not to a fraction', { asset_bytes: 1.5 }, '/limits/asset_bytes'),
      row('not below nothing', { credits: -1 }, '/limits/credits'),
      row('not as text', { api_rate: '300/60' }, '/limits/api_rate'),
      row('not with members that do not exist', { api_rates: null }, '/limits/api_rates'),
      row('to nothing of their own', {}),
      {
        name: 'not by a key without admin',
        call: ({ projects }) => `PUT /v1/projects/${projects.a}`,
        key: 'readOnly',
        send: { limits: {} },
        status: 403,
      },
    ])

    test('as a whole: what is left out or null has the limit of the installation again', async () => {
      const project = await makeProject()
      const usual = limitsOf(await put(project, {}))
      expect(usual).toEqual({
        api_rate: { requests: 600, seconds: 60 },
        plugin_rate: { requests: 100, seconds: 900 },
        plugin_project_rate: { requests: 5000, seconds: 900 },
        asset_bytes: limits.assetBytes.business,
        credits: limits.credits.business,
      })
      const own = { api_rate: { requests: 5, seconds: 60 }, credits: 7 }
      expect(limitsOf(await put(project, own))).toEqual({ ...usual, ...own })
      const read = await ask(service, { call: `GET /v1/projects/${project.projectId}`, key: project.key })
      expect(limitsOf(read)).toEqual({ ...usual, ...own })
      expect(limitsOf(await put(project, { api_rate: null }))).toEqual(usual)
      expect(await storedOf(project.projectId)).toBeUndefined()
    })

    test('as a read returned them without fixing those that are not the project’s own', async () => {
      const project = await makeProject()
      const shown = limitsOf(await put(project, { plugin_rate: { requests: 5, seconds: 60 } }))
      expect(limitsOf(await put(project, shown))).toEqual(shown)
      expect(await storedOf(project.projectId)).toEqual({ pluginRate: { requests: 5, seconds: 60 } })
    })

    test('within the plan, and are those of a smaller plan once the company has it', async () => {
      const project = await makeProject()
      const refused = await put(project, { asset_bytes: limits.assetBytes.business + 1, credits: 2501 })
      expect(refused).toMatchObject({
        status: 422,
        body: {
          issues: [
            { path: '/limits/asset_bytes', message: 'must be at most 53687091200, as the plan of the company allows' },
            { path: '/limits/credits', message: 'must be at most 2500, as the plan of the company allows' },
          ],
        },
      })
      expect(limitsOf(await put(project, { credits: 2000 }))).toMatchObject({ credits: 2000 })
      await service.store.tx((db) => setPlan(db, project.companyId, 'pro'))
      const { body } = await ask(service, { call: 'GET /v1/projects/me', key: project.key })
      expect((body as { limits: Limits }).limits).toMatchObject({ credits: 250, asset_bytes: limits.assetBytes.pro })
    })

    test('with a line in the audit log', async () => {
      const project = await makeProject()
      await put(project, { credits: 3 })
      const { auditLog } = service.store.read.tables
      const rows = await service.store.read.select().from(auditLog)
      const line = rows.find(({ action, target }) => action === 'project.limits_set' && target === project.projectId)
      expect(line).toMatchObject({ actorKind: 'api_key', detail: { credits: 3 } })
    })
  })

  describe('of requests', () => {
    const call = async (key: string) => {
      const { status, headers } = await ask(service, { call: 'GET /v1/templates/my', key })
      return [status, headers.get('ratelimit-remaining'), headers.get('ratelimit-policy')]
    }

    test('apply to all keys of the project from the next request on, and to no other project', async () => {
      const [project, other] = [await makeProject(), await makeProject()]
      const second = await service.store.tx(
        (db) => createApiKey(db, { projectId: project.projectId, name: 'Second' }),
        underLocks,
      )
      const usual = '"default";q=600;w=60'
      expect(await call(project.key)).toEqual([200, '599', usual])
      await put(project, { api_rate: { requests: 3, seconds: 86_400 } })
      const own = '"default";q=3;w=86400'
      expect([await call(project.key), await call(second.key), await call(project.key)]).toEqual([
        [200, '2', own],
        [200, '1', own],
        [200, '0', own],
      ])
      const refused = await ask(service, { call: 'GET /v1/templates/my', key: second.key })
      expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await call(other.key))[2]).toBe(usual)
    })

    test('can be raised when they are used up', async () => {
      const project = await makeProject()
      await put(project, { api_rate: { requests: 1, seconds: 86_400 } })
      expect([(await call(project.key))[0], (await call(project.key))[0]]).toEqual([200, 429])
      expect(await put(project, { api_rate: { requests: 9, seconds: 86_400 } })).toMatchObject({ status: 200 })
      expect((await call(project.key))[0]).toBe(200)
    })

    test('never allow more than the installation, whatever the window', async () => {
      const project = await makeProject()
      await put(project, { api_rate: { requests: 36_000, seconds: 3600 } })
      const [status, left, policy] = await call(project.key)
      expect([status, Number(left) < 600, policy]).toEqual([200, true, '"default";q=600;w=60'])
    })

    test('of end users count for each of them, and for all together', async () => {
      const project = await makeProject()
      await put(project, {
        plugin_rate: { requests: 2, seconds: 86_400 },
        plugin_project_rate: { requests: 5, seconds: 86_400 },
      })
      const init = async (userId: number) => {
        const answer = await ask(service, {
          call: 'POST /init',
          key: null,
          headers: { 'es-plugin-auth': tokenOf(project, { userId }) },
          send: { pluginId: project.pluginId, emailId: 'e' },
        })
        return [answer.status, answer.headers.get('ratelimit-policy')]
      }
      const policy = '"plugin";q=2;w=86400'
      const statuses = []
      for (const user of [1, 1, 1, 2, 2, 3, 3]) statuses.push(await init(user))
      expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429].map((status) => [status, policy]))
      await put(project, {})
      expect(await init(1)).toEqual([200, '"plugin";q=100;w=900'])
    })
  })

  test('of assets count the bytes of the project, for keys and end users, and leave other projects alone', async () => {
    const project = await makeProject()
    const session = await openTestService(service, project, { emailId: 'e', claims: { files: 'all' } })
    await put(project, { asset_bytes: 1000 })
    const upload = async (key: string, text: string) => {
      const form = new FormData()
      form.set('file', new File([text], 'a.txt', { type: 'text/plain' }))
      const request = { method: 'POST', headers: { 'svc-api-auth': key }, body: form }
      const response = await service.handle(new Request('http://localhost/v1/assets', request))
      return { status: response.status, text: await response.text() }
    }
    expect((await upload(project.key, 'a'.repeat(600))).status).toBe(201)
    const refused = await upload(project.key, 'b'.repeat(401))
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('limited to 1000 bytes of assets')])
    const file = (text: string) => ({ bytes: text, name: 'b.txt', type: 'text/plain' })
    expect((await uploadFrom(service, session, file('c'.repeat(401)))).status).toBe(409)
    const parallel = await Promise.all(['d', 'e', 'f'].map((letter) => upload(project.key, letter.repeat(200))))
    expect(parallel.map(({ status }) => status).toSorted()).toEqual([201, 201, 409])
    expect((await upload(service.keys.a, 'g'.repeat(2000))).status).toBe(201)
    await put(project, {})
    expect((await upload(project.key, 'h'.repeat(2000))).status).toBe(201)
  })

  test('of credits count what the project spends in the month, and leave other projects of the company theirs', async () => {
    const project = await makeProject()
    const { body } = await ask(service, { call: 'POST /v1/projects', key: project.key, send: { name: 'Sibling' } })
    const sibling = (body as { api_key: { key: string } }).api_key.key
    await put(project, { credits: 3 })
    const batch = (key: string, ...emails: string[]) =>
      ask(service, { call: 'POST /v1/verify/batch', key, send: { emails, options: { skip_smtp: true } } })
    expect((await batch(project.key, 'a@example.com', 'b@example.com')).status).toBe(202)
    expect(await batch(project.key, 'c@example.com', 'd@example.com')).toMatchObject({
      status: 402,
      body: {
        code: 'INSUFFICIENT_CREDITS',
        balance: 1,
        required: 2,
        detail: expect.stringContaining('limits.credits'),
      },
    })
    const parallel = await Promise.all(['e', 'f'].map((name) => batch(project.key, `${name}@example.com`)))
    expect(parallel.map(({ status }) => status).toSorted()).toEqual([202, 402])
    expect((await batch(sibling, 'g@example.com', 'h@example.com')).status).toBe(202)
    await put(project, {})
    expect((await batch(project.key, 'i@example.com')).status).toBe(202)
  })
})
