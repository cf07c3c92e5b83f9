/** Filters over the API: what they accept, and which events become deliveries. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

interface Webhook {
  id: string
  filter?: object
  revision: number
}

const url = 'https://example.com/hooks'
const events = ['template.created', 'template.updated', 'template.deleted', 'export.completed']
const nothing = 'fld_01jd7q2v5w8x3y4z6a7b9c0d1e'

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService & { keys: TestService['keys'] & { hidden: string } }
    let folder: string
    let below: string
    let template: string

    const call = async <T = { id: string }>(what: string, send?: unknown, key = 'a') =>
      (await ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })).body as T
    const makeFolder = async (parent: string | null = null) =>
      (await call('POST /v1/folders', { name: crypto.randomUUID(), parent_id: parent })).id
    const put = (id: string, send: object) => ask(service, { call: `PUT /v1/webhooks/${id}`, send })

    /** A disabled webhook: its deliveries are recorded and not sent. */
    async function watch(filter: object, key = 'a'): Promise<string> {
      // A new webhook also gets events that happened before it and are published after it.
      await published()
      const { id } = await call('POST /v1/webhooks', { url, events, filter }, key)
      await call(`PUT /v1/webhooks/${id}`, { enabled: false }, key)
      return id
    }
    async function published(): Promise<void> {
      const { jobs } = service.store.read.tables
      await until(
        async () => !(await service.store.read.select().from(jobs)).some(({ kind }) => kind === 'events.publish'),
        'the events to be published',
      )
    }
    async function got(id: string, key = 'a'): Promise<string[]> {
      await published()
      const page = await call<{ data: { type: string }[] }>(
        `GET /v1/webhooks/${id}/deliveries?limit=100`,
        undefined,
        key,
      )
      return page.data.map(({ type }) => type.replace('template.', '')).reverse()
    }

    beforeAll(async () => {
      const started = await startService({ dialect })
      const made = await started.store.tx((db) =>
        createApiKey(db, { projectId: started.projects.a, name: 'Hidden', scopes: ['webhooks', 'templates:write'] }),
      )
      service = { ...started, keys: { ...started.keys, hidden: made.key } }
      folder = await makeFolder()
      below = await makeFolder(folder)
      template = await service.create({ name: 'T', type: 'other', folder, external_id: 'welcome' })
    })

    describe('registering', () => {
      const refused = (name: string, filter: object, path: string, message: string): Scenario<TestService> => ({
        name,
        call: 'POST /v1/webhooks',
        send: { url, events: ['template.updated'], filter },
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path, message: expect.stringContaining(message) as string }] },
      })
      scenarios(
        () => service,
        [
          refused('not with an unknown folder', { folders: [{ id: nothing }] }, '/filter/folders/0/id', 'not found'),
          refused(
            'not with an unknown template',
            { template_ids: ['ext:none'] },
            '/filter/template_ids/0',
            'not found',
          ),
          refused('not with no member', {}, '/filter', ''),
          refused('not with an empty list', { external_ids: [] }, '/filter/external_ids', 'at least 1'),
          refused('not with an unknown member', { tags: ['a'] }, '/filter/tags', 'template_ids'),
          refused(
            'not with 101 external ids',
            { external_ids: Array.from({ length: 101 }, (_, at) => `id-${at}`) },
            '/filter/external_ids',
            '100',
          ),
          {
            name: 'not with events that concern no template',
            call: 'POST /v1/webhooks',
            send: { url, events: ['template.updated', 'dmarc.report.received'], filter: { external_ids: ['a'] } },
            status: 422,
            body: {
              issues: [{ path: '/filter', message: expect.stringContaining('dmarc.report.received') as string }],
            },
          },
        ],
      )

      test('accepts external ids in place of ids, and returns the ids', async () => {
        const external = `folder-${crypto.randomUUID()}`
        await call(`PUT /v1/folders/${folder}`, { external_id: external })
        const made = await call<Webhook>('POST /v1/webhooks', {
          url,
          events: ['template.updated'],
          filter: { template_ids: ['ext:welcome', template], folders: [{ id: `ext:${external}` }] },
        })
        const filter = { template_ids: [template], folders: [{ id: folder, subtree: false }] }
        expect(made).toMatchObject({ filter })
        expect(await call<Webhook>(`GET /v1/webhooks/${made.id}`)).toMatchObject({ filter })
      })

      test('does not accept folders and templates of another project', async () => {
        for (const filter of [{ folders: [{ id: folder }] }, { template_ids: [template] }]) {
          const answer = await ask(service, { call: 'POST /v1/webhooks', key: 'b', send: { url, events, filter } })
          expect(answer).toMatchObject({ status: 422 })
        }
      })
    })

    describe('changing', () => {
      test('sets and removes the filter, as one revision each', async () => {
        const { id } = await call('POST /v1/webhooks', { url, events })
        const filter = { metadata: { team: 'a' } }
        expect(await put(id, { filter })).toMatchObject({ body: { filter, revision: 2 } })
        expect(await put(id, { filter })).toMatchObject({ body: { revision: 2 } })
        expect(await put(id, { events: [...events, 'dmarc.report.received'] })).toMatchObject({ status: 422 })
        const removed = await put(id, { filter: null, events: ['dmarc.report.received'] })
        expect(removed).toMatchObject({ status: 200, body: { revision: 3 } })
        expect(removed.body).not.toHaveProperty('filter')
      })

      test('a filter that was read can be sent back after its folder was deleted', async () => {
        const gone = await makeFolder()
        const { id } = await call('POST /v1/webhooks', { url, events, filter: { folders: [{ id: gone }] } })
        await call(`DELETE /v1/folders/${gone}`)
        const { filter } = await call<Webhook>(`GET /v1/webhooks/${id}`)
        expect(await put(id, { filter })).toMatchObject({ status: 200, body: { filter, revision: 1 } })
        expect(await put(id, { filter: { folders: [{ id: gone }, { id: nothing }] } })).toMatchObject({
          status: 422,
          body: { issues: [{ path: '/filter/folders/1/id' }] },
        })
      })
    })

    test('a move reports to both folders, a change inside only to its own', async () => {
      const [from, to] = [await makeFolder(), await makeFolder()]
      const [inFrom, inTo] = [await watch({ folders: [{ id: from }] }), await watch({ folders: [{ id: to }] })]
      const id = await service.create({ name: 'Moves', type: 'other', folder: from })
      await call(`PUT /v1/templates/${id}`, { folder: to })
      await call(`PUT /v1/templates/${id}`, { name: 'Moved' })
      expect(await got(inFrom)).toEqual(['created', 'updated'])
      expect(await got(inTo)).toEqual(['updated', 'updated'])
    })

    test('a folder includes the folders below it only with its subtree', async () => {
      const [whole, alone] = [
        await watch({ folders: [{ id: folder, subtree: true }] }),
        await watch({ folders: [{ id: folder }] }),
      ]
      await service.create({ name: 'Below', type: 'other', folder: below })
      expect(await got(whole)).toEqual(['created'])
      expect(await got(alone)).toEqual([])
    })

    test('the folder is that of the event, also if the template has moved before it is published', async () => {
      const [from, to] = [await makeFolder(), await makeFolder()]
      const inTo = await watch({ folders: [{ id: to }] })
      // Both events of one request are published after it.
      const ids = await Promise.all([1, 2].map(() => service.create({ name: 'Fast', type: 'other', folder: from })))
      await call('POST /v1/templates/bulk/move', { ids, folder_id: to })
      expect(await got(inTo)).toEqual(['updated', 'updated'])
    })

    test('an external id goes on matching another template that gets it', async () => {
      const external = `offer-${crypto.randomUUID()}`
      const byExternal = await watch({ external_ids: [external] })
      const id = await service.create({ name: 'One', type: 'other', external_id: external })
      const byId = await watch({ template_ids: [id] })
      await call(`DELETE /v1/templates/${id}?permanent=true`)
      await service.create({ name: 'Two', type: 'other', external_id: external })
      expect(await got(byExternal)).toEqual(['created', 'deleted', 'created'])
      expect(await got(byId)).toEqual(['deleted'])
    })

    test('an export is delivered if one of its templates matches', async () => {
      const own = await makeFolder()
      const inside = await service.create({ name: 'Inside', type: 'other', folder: own })
      const [matching, other] = [await watch({ folders: [{ id: own }] }), await watch({ folders: [{ id: below }] })]
      const ids = [inside, template]
      const made = await ask(service, { call: 'POST /v1/export', send: { template_ids: ids, format: 'zip' } })
      expect({ status: made.status < 300, body: made.body }).toMatchObject({ status: true })
      await until(async () => (await got(matching)).length === 1, 'the export')
      expect(await got(matching)).toEqual(['export.completed'])
      expect(await got(other)).toEqual([])
    })

    test('a filter on restricted templates delivers nothing that its owner may not view', async () => {
      const secret = await makeFolder()
      const id = await service.create({ name: 'Secret', type: 'other', folder: secret })
      const [admin, hidden] = [
        await watch({ folders: [{ id: secret }] }),
        await watch({ folders: [{ id: secret }] }, 'hidden'),
      ]
      await call(`PUT /v1/folders/${secret}/permissions`, { default: 'none', grants: [] })
      await call(`PUT /v1/templates/${id}`, { name: 'Still secret' })
      expect(await got(admin)).toEqual(['updated'])
      expect(await got(hidden, 'hidden')).toEqual([])
      const send = { url, events, filter: { template_ids: [id] } }
      // As for a template that does not exist.
      expect(await ask(service, { call: 'POST /v1/webhooks', key: 'hidden', send })).toMatchObject({
        status: 422,
        body: { issues: [{ path: '/filter/template_ids/0', message: expect.stringContaining('not found') as string }] },
      })
      expect(await ask(service, { call: 'POST /v1/webhooks', send })).toMatchObject({ status: 201 })
    })
  })
}
