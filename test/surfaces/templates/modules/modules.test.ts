import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../../src/kernel/limits.ts'
import { ask, scenarios } from '../../../support/scenario.ts'
import { dialects } from '../../../support/store.ts'
import { type Module, type Modules, instance, nowhere, section, startModules, text } from './pieces.ts'

describe.each([...dialects])('modules on %s', (dialect) => {
  let service: Modules
  let footer = ''
  let template = ''
  const given = () => service

  beforeAll(async () => {
    service = await startModules(dialect)
    footer = await service.module('Footer')
    await service.module('Theirs', 'Theirs', 'b')
    template = await service.template('Host', section('hero', text('h', 'Hero')), {
      id: 'g',
      type: 'group',
      rows: [section('inner', text('i', 'Inner'))],
    })
  })

  describe('are created', () => {
    scenarios(given, [
      {
        name: 'not without nodes or a template',
        call: 'POST /v1/modules',
        send: { name: 'X' },
        status: 422,
        body: { issues: [{ path: '/nodes' }] },
      },
      {
        name: 'not from both',
        call: 'POST /v1/modules',
        send: { name: 'X', nodes: [section('s')], template_id: 'tpl_00000000000000000000000000' },
        status: 422,
        body: { issues: [{ path: '/nodes' }] },
      },
      {
        name: 'not of blocks without a section',
        call: 'POST /v1/modules',
        send: { name: 'X', nodes: [text('t', 'x')] },
        status: 422,
        body: { code: 'DOCUMENT_INVALID', issues: [{ path: '/nodes/0' }] },
      },
      {
        name: 'not with a slot that is no node',
        call: 'POST /v1/modules',
        send: { name: 'X', nodes: [section('s')], slots: ['nothing'] },
        status: 422,
        body: { issues: [{ path: '/slots/0' }] },
      },
      {
        name: 'not larger than documents are',
        call: 'POST /v1/modules',
        send: {
          name: 'X',
          nodes: [section('s', ...Array.from({ length: 9 }, (_, n) => text(`t${n}`, 'x'.repeat(300_000))))],
        },
        status: 413,
        body: { code: 'DOCUMENT_TOO_LARGE' },
      },
      {
        name: 'not by who only reads',
        call: 'POST /v1/modules',
        key: 'readOnly',
        send: { name: 'X', nodes: [section('s')] },
        status: 403,
      },
      {
        name: 'not without a key',
        call: 'POST /v1/modules',
        key: null,
        send: { name: 'X', nodes: [section('s')] },
        status: 401,
      },
    ])
    test('with Location, clean nodes and ids, once under an Idempotency-Key', async () => {
      const send = {
        name: 'Header',
        nodes: [{ columns: [{ blocks: [{ type: 'html', html: '<b onclick="x()">Hi</b>' }] }] }],
      }
      const post = { call: 'POST /v1/modules', headers: { 'idempotency-key': 'm1' }, send }
      const first = await ask(service, post)
      const module = first.body as Module
      expect(first.headers.get('location')).toBe(`/v1/modules/${module.id}`)
      expect(first.headers.get('etag')).toBe('"1"')
      expect(module).toMatchObject({
        name: 'Header',
        version: 1,
        usage_count: 0,
        slots: [],
        nodes: [{ id: 'n1', type: 'section' }],
      })
      expect(first.text).not.toContain('onclick')
      expect((await ask(service, post)).body).toEqual(module)
    })
    test('from a row of a template, which is left as it is', async () => {
      const module = await service.must<Module>('POST /v1/modules', {
        name: 'Inner',
        template_id: template,
        node_id: 'inner',
      })
      expect(module.nodes).toMatchObject([{ id: 'inner', type: 'section' }])
      expect(module.usage_count).toBe(0)
    })
    test('in place of the row they come from, and the email looks as before', async () => {
      const own = await service.template('Own', section('hero', text('h', 'Hero')), section('end', text('e', 'End')))
      const before = await service.html(own)
      const module = await service.must<Module>('POST /v1/modules', {
        name: 'Hero',
        template_id: own,
        node_id: 'hero',
        replace: true,
      })
      expect(module.usage_count).toBe(1)
      expect(await service.html(own)).toBe(before)
      const { document } = await service.must<{ document: { rows: object[] } }>(`GET /v1/templates/${own}/structured`)
      expect(document.rows[0]).toMatchObject({ id: 'hero', type: 'module', ref: { id: module.id, version: 'latest' } })
    })
    test('not from rows that are not there, stand in a group, or are another project’s', async () => {
      const make = (node_id: string, replace = false, key = 'a') =>
        service.call('POST /v1/modules', { name: 'X', template_id: template, node_id, replace }, key)
      expect((await make('h')).body).toMatchObject({ issues: [{ path: '/node_id' }] })
      expect((await make('inner', true)).body).toMatchObject({ issues: [{ path: '/node_id' }] })
      expect((await make('hero', false, 'b')).body).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })
      expect((await make('hero', true, 'b')).body).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })
    })
  })

  describe('are read', () => {
    scenarios(given, [
      {
        name: 'one by one',
        call: () => `GET /v1/modules/${footer}`,
        status: 200,
        body: { name: 'Footer', version: 1 },
      },
      {
        name: 'not from another project',
        call: () => `GET /v1/modules/${footer}`,
        key: 'b',
        status: 404,
        body: { code: 'MODULE_NOT_FOUND' },
      },
      { name: 'not by an odd id', call: 'GET /v1/modules/..%2F..', status: 404 },
      {
        name: 'not in a version that they do not have',
        call: () => `GET /v1/modules/${footer}?version=9`,
        status: 404,
        body: { code: 'VERSION_NOT_FOUND' },
      },
      {
        name: 'with nothing of another project',
        call: 'GET /v1/modules',
        key: 'b',
        status: 200,
        body: { data: [{ name: 'Theirs' }] },
      },
      {
        name: 'by part of their name, in any case',
        call: 'GET /v1/modules?q=FOOT',
        status: 200,
        body: { data: [{ name: 'Footer' }] },
      },
      { name: 'not by what only looks like a pattern', call: 'GET /v1/modules?q=%25', status: 200, body: { data: [] } },
      { name: 'not by a NUL', call: 'GET /v1/modules?q=%00', status: 400 },
      {
        name: 'not by the cursor of another list',
        call: 'GET /v1/modules?cursor=x',
        status: 422,
        body: { code: 'INVALID_CURSOR' },
      },
      { name: 'not without a key', call: 'GET /v1/modules', key: null, status: 401 },
    ])
    test('in pages, every one once, in the order of their names', async () => {
      for (const name of ['alpha', 'Beta', 'beta', 'Zulu']) await service.module(name)
      const names: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const line: string = `GET /v1/modules?limit=2${cursor && `&cursor=${cursor}`}`
        const page: { data: Module[]; page: { next_cursor: string | null } } = await service.must(line)
        names.push(...page.data.map(({ name }) => name))
        cursor = page.page.next_cursor
      }
      expect(names.map((name) => name.toLowerCase())).toEqual(names.map((name) => name.toLowerCase()).toSorted())
      expect(new Set(names).size).toBe(names.length)
    })
  })

  describe('are changed', () => {
    test('in content as a new version, which says what changed; the old one can still be read', async () => {
      const id = await service.module('Changing', 'Old words')
      const put = await service.call(`PUT /v1/modules/${id}`, {
        nodes: [section('s', text('t', 'New words'))],
        message: 'May',
      })
      expect(put.body).toMatchObject({ version: 2, revision: 2 })
      expect(put.headers.get('etag')).toBe('"2"')
      const { data } = await service.must<{ data: object[] }>(`GET /v1/modules/${id}/versions`)
      expect(data).toMatchObject([
        {
          version: 2,
          current: true,
          message: 'May',
          changes: { text: 'Changed the text of a text block', changed: 1 },
        },
        { version: 1, current: false, changes: { text: 'Created' } },
      ])
      expect((await service.call(`GET /v1/modules/${id}?version=1`)).text).toContain('Old words')
      const first = await service.must<{ data: object[]; page: { next_cursor: string } }>(
        `GET /v1/modules/${id}/versions?limit=1`,
      )
      expect(await service.must(`GET /v1/modules/${id}/versions?cursor=${first.page.next_cursor}`)).toMatchObject({
        data: [{ version: 1 }],
      })
    })
    test('in name alone without a version, and by what they have already not at all', async () => {
      const id = await service.module('Named')
      expect(await service.must(`PUT /v1/modules/${id}`, { name: 'Renamed' })).toMatchObject({
        name: 'Renamed',
        version: 1,
        revision: 2,
      })
      expect(await service.say(id, 'Named')).toMatchObject({ version: 1, revision: 2 })
    })
    test('without losing slots, pictures or translations that the body does not name', async () => {
      const { id } = await service.must<Module>('POST /v1/modules', {
        name: 'Rich',
        nodes: [section('s', text('t', 'One'), text('u', 'Two'))],
        slots: ['t', 'u'],
        translations: { de: { 't.text': '<p>Eins</p>', 'u.text': '<p>Zwei</p>' } },
      })
      expect(await service.say(id, 'Other')).toMatchObject({ slots: ['t'], translations: { de: { 't.text': [{}] } } })
    })
    test('only as they were when If-Match says so', async () => {
      const id = await service.module('Guarded')
      const put = (etag: string) =>
        ask(service, { call: `PUT /v1/modules/${id}`, headers: { 'if-match': etag }, send: { name: `By ${etag}` } })
      expect((await put('"1"')).status).toBe(200)
      expect((await put('"1"')).body).toMatchObject({ code: 'PRECONDITION_FAILED', revision: 2 })
    })
    scenarios(given, [
      {
        name: 'not from another project',
        call: () => `PUT /v1/modules/${footer}`,
        key: 'b',
        send: { name: 'Ours' },
        status: 404,
      },
      {
        name: 'not by who only reads',
        call: () => `PUT /v1/modules/${footer}`,
        key: 'readOnly',
        send: { name: 'Ours' },
        status: 403,
      },
      {
        name: 'not by a name of spaces',
        call: () => `PUT /v1/modules/${footer}`,
        send: { name: '  ' },
        status: 422,
        body: { issues: [{ path: '/name' }] },
      },
      {
        name: 'not by a name of spaces',
        call: () => `PUT /v1/modules/${footer}`,
        send: { name: '  ' },
        status: 422,
        body: { issues: [{ path: '/name' }] },
      },
      { name: 'not by nothing', call: () => `PUT /v1/modules/${footer}`, send: {}, status: 422 },
      { name: 'not when they are not there', call: `PUT /v1/modules/${nowhere}`, send: { name: 'X' }, status: 404 },
    ])
  })

  describe('nest', () => {
    const holding = (name: string, ...ids: string[]) =>
      service.call('POST /v1/modules', { name, nodes: ids.map((id, n) => instance(`u${n}`, id)) })
    const make = async (name: string, ...ids: string[]) => ((await holding(name, ...ids)).body as Module).id

    test('to the deepest level, counted from below and from above', async () => {
      const [a, b] = [await service.module('Level 3'), await service.module('Beside')]
      const middle = await make('Level 2', a)
      const top = await make('Level 1', middle)
      expect(limits.moduleDepth).toBe(3)
      expect((await holding('Level 0', top)).body).toMatchObject({ code: 'MODULE_TOO_DEEP' })
      expect((await service.call(`PUT /v1/modules/${a}`, { nodes: [instance('u', b)] })).body).toMatchObject({
        code: 'MODULE_TOO_DEEP',
      })
    })
    test('never in themselves, directly or around a corner, in any version', async () => {
      const a = await service.module('A')
      const b = await make('B', a)
      const put = (id: string, used: string, version: number | 'latest' = 'latest') =>
        service.call(`PUT /v1/modules/${id}`, { nodes: [instance('u', used, version)] })
      expect((await put(a, a)).body).toMatchObject({ code: 'MODULE_CYCLE' })
      expect((await put(a, b)).body).toMatchObject({ code: 'MODULE_CYCLE' })
      expect((await put(a, b, 1)).body).toMatchObject({ code: 'MODULE_CYCLE' })
    })
    test('never in each other when two changes meet', async () => {
      const [a, b] = [await service.module('Left'), await service.module('Right')]
      const put = (id: string, used: string) => service.call(`PUT /v1/modules/${id}`, { nodes: [instance('u', used)] })
      const statuses = (await Promise.all([put(a, b), put(b, a)])).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 409])
    })
  })

  describe('are duplicated', () => {
    test('with what they hold now', async () => {
      const answer = await service.call(`POST /v1/modules/${footer}/duplicate`, {})
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({ name: 'Footer (copy)', version: 1, usage_count: 0, nodes: [{ id: 's' }] })
      expect((await service.call(`POST /v1/modules/${footer}/duplicate`, { name: 'Other' })).body).toMatchObject({
        name: 'Other',
      })
    })
    scenarios(given, [
      {
        name: 'not from another project',
        call: () => `POST /v1/modules/${footer}/duplicate`,
        key: 'b',
        send: {},
        status: 404,
      },
      {
        name: 'not by who only reads',
        call: () => `POST /v1/modules/${footer}/duplicate`,
        key: 'readOnly',
        send: {},
        status: 403,
      },
    ])
  })

  test('leave a line in the audit log for every change', async () => {
    const { auditLog } = service.store.read.tables
    const actions = new Set((await service.store.read.select().from(auditLog)).map(({ action }) => action))
    expect([...actions]).toEqual(expect.arrayContaining(['module.created', 'module.updated']))
  })
})
