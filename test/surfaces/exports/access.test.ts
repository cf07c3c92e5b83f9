/** Every operation on exports and pushes, by keys and users that may or may not see the templates behind them. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { createExports } from '../../../src/surfaces/exports/index.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { type Caller, createVault } from '../../../src/platform/identity/index.ts'
import { startStandIn } from '../../email/push/stand-in.ts'
import { mailchimp } from '../../email/push/stand-ins/mailchimp.ts'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService, testSecret } from '../../support/service.ts'
import { dialects, temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { noWorkers } from '../../support/workers.ts'

const secret = 'SECRET-BOARD-PLAN'
const documentOf = (text: string) => ({
  meta: { title: text },
  rows: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: `<p>${text}</p>` }] }] }],
})

/** What was made by the key that may: ids by name. */
type Made = Record<
  | 'open'
  | 'closed'
  | 'closedExport'
  | 'mixedExport'
  | 'job'
  | 'openExport'
  | 'inlineExport'
  | 'connection'
  | 'closedPush'
  | 'openPush'
  | 'pushJob',
  string
>
type Guarded = TestService & { keys: TestService['keys'] & { stranger: string }; made: Made }

describe.each([...dialects])('on %s', (dialect) => {
  let service: Guarded
  const given = () => service
  const made = (name: keyof Made) => service.made[name]
  const call = (what: string, send?: unknown, key = 'a'): Promise<Answer> =>
    ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })
  const listed = async (path: string, key: string) =>
    ((await call(`GET ${path}`, undefined, key)).body as { data: { id: string; template_id: string }[] }).data

  beforeAll(async () => {
    const environment = { SVC_RUN_JOBS: 'true', SVC_NET_ALLOW: '127.0.0.1/32' }
    const started = await startService({ dialect, environment })
    const scopes = ['templates:read', 'templates:write', 'exports', 'webhooks'] as const
    const stranger = await started.store.tx((db) =>
      createApiKey(db, { projectId: started.projects.a, name: 'Stranger', scopes: [...scopes] }),
    )
    service = { ...started, keys: { ...started.keys, stranger: stranger.key }, made: {} as Made }
    const create = (text: string) => service.create({ name: text, type: 'other', document: documentOf(text) })
    service.made.open = await create('Open')
    service.made.closed = await create(secret)
    expect(
      (await call(`PUT /v1/templates/${made('closed')}/permissions`, { default: 'none', grants: [] })).status,
    ).toBe(200)
    const make = async (send: object) => {
      const { body, status } = await call('POST /v1/export', { format: 'html', ...send })
      expect(status).toBeLessThan(300)
      return (body as Export).id
    }
    service.made.closedExport = await make({ template_id: made('closed') })
    service.made.mixedExport = await make({ template_ids: [made('open'), made('closed')], async: true })
    service.made.openExport = await make({ template_id: made('open') })
    service.made.inlineExport = await make({ document: documentOf('Inline') })
    const rows = await service.store.read.select().from(service.store.read.tables.exports)
    service.made.job = rows.find(({ id }) => id === made('mixedExport'))?.jobId ?? ''
    await until(async () => {
      const { body } = await call(`GET /v1/export/${made('mixedExport')}`)
      return (body as Export).status === 'completed'
    }, 'the export of two')
    const { url } = await startStandIn(mailchimp)
    const connection = { provider: 'mailchimp', name: 'Account', ...mailchimp.account, base_url: url }
    service.made.connection = ((await call('POST /v1/connections', connection)).body as { id: string }).id
    for (const [name, template] of [
      ['closedPush', 'closed'],
      ['openPush', 'open'],
    ] as const) {
      const path = `/v1/connections/${made('connection')}`
      const push = (await call(`POST ${path}/push`, { template_id: made(template) })).body as {
        id: string
        job_id: string
      }
      service.made[name] = push.id
      if (name === 'closedPush') service.made.pushJob = push.job_id
      await until(async () => {
        const { body } = await call(`GET ${path}/pushes/${push.id}`)
        return (body as { status: string }).status === 'completed'
      }, 'the push')
    }
  })

  const hidden = (name: 'closedExport' | 'mixedExport') => [
    {
      name: `${name}: get`,
      call: () => `GET /v1/export/${made(name)}`,
      status: 404,
      body: { code: 'EXPORT_NOT_FOUND' },
    },
    {
      name: `${name}: download`,
      call: () => `GET /v1/export/${made(name)}/download`,
      status: 404,
      body: { code: 'EXPORT_NOT_FOUND' },
    },
    {
      name: `${name}: link`,
      call: () => `GET /v1/export/${made(name)}/download`,
      headers: { accept: 'text/uri-list' },
      status: 404,
    },
    {
      name: `${name}: delete`,
      call: () => `DELETE /v1/export/${made(name)}`,
      status: 404,
      body: { code: 'EXPORT_NOT_FOUND' },
    },
  ]
  const push = (name: 'closedPush' | 'openPush') =>
    `GET /v1/connections/${service.made.connection}/pushes/${made(name)}`

  describe('a key that may not see the template is refused:', () => {
    scenarios(
      given,
      [
        ...hidden('closedExport'),
        ...hidden('mixedExport'),
        {
          name: 'the job of an export',
          call: () => `GET /v1/jobs/${made('job')}`,
          status: 404,
          body: { code: 'JOB_NOT_FOUND' },
        },
        { name: 'its events', call: () => `GET /v1/jobs/${made('job')}/events`, status: 404 },
        { name: 'cancelling it', call: () => `POST /v1/jobs/${made('job')}/cancel`, status: 404 },
        { name: 'the job of a push', call: () => `GET /v1/jobs/${made('pushJob')}`, status: 404 },
        { name: 'a push', call: () => push('closedPush'), status: 404, body: { code: 'PUSH_NOT_FOUND' } },
      ].map((row) => ({ ...row, key: 'stranger' })),
    )
  })

  describe('it is given what it may see:', () => {
    scenarios(
      given,
      [
        { name: 'an export of an open template', call: () => `GET /v1/export/${made('openExport')}`, status: 200 },
        { name: 'an export of a document', call: () => `GET /v1/export/${made('inlineExport')}/download`, status: 200 },
        { name: 'a push of an open template', call: () => push('openPush'), status: 200 },
      ].map((row) => ({ ...row, key: 'stranger' })),
    )
  })

  test('lists leave out what the key may not see, and pages stay full', async () => {
    const ids = async (key: string, query = '') => (await listed(`/v1/export${query}`, key)).map(({ id }) => id)
    expect(await ids('stranger')).toEqual([made('inlineExport'), made('openExport')])
    expect(await ids('a')).toEqual(
      ['inlineExport', 'openExport', 'mixedExport', 'closedExport'].map((name) => made(name as keyof Made)),
    )
    for (let at = 0; at < 3; at++) await call('POST /v1/export', { template_id: made('closed'), format: 'text' })
    await call('POST /v1/export', { template_id: made('open'), format: 'text' })
    const first = (await call('GET /v1/export?limit=2', undefined, 'stranger')).body as {
      data: Export[]
      page: { next_cursor: string }
    }
    expect(first.data).toHaveLength(2)
    const next = `/v1/export?limit=2&cursor=${encodeURIComponent(first.page.next_cursor)}`
    expect(await ids('stranger', next.slice('/v1/export'.length))).toEqual([made('openExport')])
    const path = `/v1/connections/${made('connection')}`
    for (const [key, expected] of [
      ['stranger', ['open']],
      ['a', ['open', 'closed']],
    ] as const) {
      const wanted = expected.map((name) => made(name)).toSorted()
      expect((await listed(`${path}/pushes`, key)).map((each) => each.template_id).toSorted()).toEqual(wanted)
      expect((await listed(`${path}/templates`, key)).map((each) => each.template_id).toSorted()).toEqual(wanted)
    }
    expect(await listed(`${path}/pushes?template_id=${made('closed')}`, 'stranger')).toEqual([])
  })

  test('a plugin user without a grant gets none of it, one with the level view gets it and may delete it', async () => {
    const member = 'member'
    const grants = [{ principal: { kind: 'plugin_user', id: member }, level: 'view' }]
    expect((await call(`PUT /v1/templates/${made('closed')}/permissions`, { default: 'none', grants })).status).toBe(
      200,
    )
    const refuse = () => Promise.reject(new Error('Nothing is asked.'))
    const exports = createExports({
      store: service.store,
      blobs: openBlobs(temporaryDirectory()),
      vault: createVault(testSecret),
      workers: noWorkers,
      cdnUrl: 'https://cdn.example',
      readImage: async () => undefined,
      send: refuse,
      fontFolder: '',
    })
    const userOf = (id: string): Caller => ({
      companyId: 'com_1',
      projectId: service.projects.a,
      actor: { kind: 'plugin_user', id, name: id },
      scopes: ['templates:read', 'exports'],
    })
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'fine',
        (error: { apiCode?: string }) => error.apiCode,
      )
    const { id } = await exports.create(userOf(member), { template_id: made('closed'), format: 'html' })
    const other = userOf('other')
    for (const operation of ['get', 'open', 'remove'] as const)
      expect(await codeOf(exports[operation](other, id))).toBe('EXPORT_NOT_FOUND')
    expect((await exports.list(other, { limit: 100, descending: true })).map((each) => each.id)).not.toContain(id)
    expect((await exports.list(userOf(member), { limit: 100, descending: true })).map((each) => each.id)).toContain(id)
    expect(await codeOf(exports.remove(userOf(member), id))).toBe('fine')
  })

  test('a template in the trash keeps its exports restricted, and so does one that is erased', async () => {
    const exported = (await call('POST /v1/export', { template_id: made('closed'), format: 'html' })).body as Export
    const open = (await call('POST /v1/export', { template_id: made('open'), format: 'html' })).body as Export
    const statuses = async (key: string) => {
      const answers = [exported, open].map(
        async ({ id }) => (await call(`GET /v1/export/${id}`, undefined, key)).status,
      )
      return Promise.all(answers)
    }
    for (const query of ['', '?permanent=true']) {
      for (const name of ['closed', 'open'] as const)
        expect((await call(`DELETE /v1/templates/${made(name)}${query}`)).status).toBe(204)
      expect(await statuses('stranger')).toEqual([404, 200])
      expect(await statuses('a')).toEqual([200, 200])
    }
  })
})
