import { beforeAll, describe, expect, test } from 'bun:test'
import { ask, scenarios } from '../../../support/scenario.ts'
import { dialects } from '../../../support/store.ts'
import { type Module, type Modules, type Result, instance, nowhere, section, startModules, text } from './pieces.ts'

type Results = { results: Result[] }

describe.each([...dialects])('instances of modules on %s', (dialect) => {
  let service: Modules
  let footer = ''
  /** Another key to project a, for what keeps two writers apart. */
  let writer = ''
  const given = () => service

  beforeAll(async () => {
    service = await startModules(dialect)
    footer = await service.module('Footer', 'Footer one')
    await service.say(footer, 'Footer two')
    const send = { name: 'Writer', scopes: ['templates:read', 'templates:write'] }
    writer = (await service.must<{ key: string }>('POST /v1/api-keys', send)).key
  })

  const module = async () => {
    const id = await service.module('Part', 'First words')
    await service.say(id, 'Second words')
    return id
  }
  const rowsOf = async (template: string) =>
    (await service.must<{ document: { rows: object[] } }>(`GET /v1/templates/${template}/structured`)).document.rows

  describe('are found', () => {
    test('in templates and modules, in pages, not in the trash nor in another project', async () => {
      const id = await module()
      const one = await service.template('One', instance('a', id), instance('b', id, 1))
      const trashed = await service.template('Trashed', instance('a', id))
      await service.must(`DELETE /v1/templates/${trashed}`)
      await service.must(
        'POST /v1/templates',
        { name: 'Foreign', type: 'other', document: { meta: { title: 'F' }, rows: [instance('x', id)] } },
        'b',
      )
      const holder = await service.must<Module>('POST /v1/modules', { name: 'Holder', nodes: [instance('u', id)] })
      const seen: object[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { data: object[]; page: { next_cursor: string | null } } = await service.must(
          `GET /v1/modules/${id}/usage?limit=1${cursor && `&cursor=${cursor}`}`,
        )
        seen.push(...page.data)
        cursor = page.page.next_cursor
      }
      expect(seen).toEqual([
        { kind: 'module', id: holder.id, name: 'Holder', node_id: 'u', version: 'latest' },
        { kind: 'template', id: one, name: 'One', node_id: 'a', version: 'latest' },
        { kind: 'template', id: one, name: 'One', node_id: 'b', version: 1 },
      ])
      expect(await service.must(`GET /v1/modules/${id}`)).toMatchObject({ usage_count: 3 })
    })
    test('where they are after every kind of save', async () => {
      const id = await module()
      const template = await service.template('Moving', instance('a', id), section('s'))
      const count = async () => (await service.must<Module>(`GET /v1/modules/${id}`)).usage_count
      const edit = async (...operations: object[]) => {
        const { revision } = await service.must<{ revision: number }>(`GET /v1/templates/${template}`)
        await service.must(`POST /v1/templates/${template}/operations`, { base_revision: revision, operations })
      }
      await edit({ op: 'insert', parent: 'root', index: 0, nodes: [instance('b', id)] })
      expect(await count()).toBe(2)
      await edit({ op: 'remove', id: 'a' }, { op: 'remove', id: 'b' })
      expect(await count()).toBe(0)
      const { data } = await service.must<{ data: { id: string }[] }>(`GET /v1/templates/${template}/versions`)
      await service.must(`POST /v1/templates/${template}/versions/${data.at(-1)?.id}/restore`, {})
      expect(await count()).toBe(1)
      await service.must(`POST /v1/templates/${template}/duplicate`, {})
      expect(await count()).toBe(2)
      await service.must(`DELETE /v1/templates/${template}?permanent=true`)
      expect(await count()).toBe(1)
    })
    test('only in templates that the caller may see', async () => {
      const id = await module()
      const hidden = await service.template('Hidden', instance('a', id))
      await service.must(`PUT /v1/templates/${hidden}/permissions`, { default: 'none', grants: [] })
      expect(await service.must(`GET /v1/modules/${id}/usage`, undefined, writer)).toMatchObject({ data: [] })
      expect(await service.must(`GET /v1/modules/${id}/usage`)).toMatchObject({ data: [{ id: hidden }] })
      const changed = await service.must(`PUT /v1/modules/${id}`, { name: 'Seen by number' }, writer)
      expect(changed).toMatchObject({ usage_count: 1 })
    })
    scenarios(given, [
      {
        name: 'not for another project',
        call: () => `GET /v1/modules/${footer}/usage`,
        key: 'b',
        status: 404,
        body: { code: 'MODULE_NOT_FOUND' },
      },
      { name: 'not by a foreign cursor', call: () => `GET /v1/modules/${footer}/usage?cursor=x`, status: 422 },
    ])
  })

  describe('are synced', () => {
    test('to the latest version when they are pinned; those that follow it are left alone', async () => {
      const id = await module()
      const [pinned, following] = [
        await service.template('Pinned', instance('a', id, 1)),
        await service.template('Following', instance('a', id)),
      ]
      const before = await service.html(pinned)
      expect(before).toContain('First words')
      const preview = await service.must<Results>(`POST /v1/modules/${id}/sync`, { dry_run: true })
      expect(preview.results).toEqual([
        { template_id: pinned, ok: true, changed: true, changes: 'Changed the text of a text block' },
      ])
      expect(await service.html(pinned)).toBe(before)
      expect(await service.must<Results>(`POST /v1/modules/${id}/sync`, {})).toEqual(preview)
      expect(await service.html(pinned)).toContain('Second words')
      expect(await rowsOf(pinned)).toMatchObject([{ ref: { version: 2 } }])
      expect(await rowsOf(following)).toMatchObject([{ ref: { version: 'latest' } }])
      expect(await service.must<Results>(`POST /v1/modules/${id}/sync`, {})).toEqual({ results: [] })
    })
    test('back to an older version, in the templates that are named', async () => {
      const id = await module()
      const [one, two] = [
        await service.template('One', instance('a', id, 2)),
        await service.template('Two', instance('a', id, 2)),
      ]
      const bystander = await service.template('Without', section('s'))
      const foreign = await service.must<{ id: string }>('POST /v1/templates', { name: 'F', type: 'other' }, 'b')
      const { results } = await service.must<Results>(`POST /v1/modules/${id}/sync`, {
        version: 1,
        template_ids: [one, bystander, foreign.id, 'x'],
      })
      const byId = new Map(results.map((result) => [result.template_id, result]))
      expect(byId.get(one)).toMatchObject({ ok: true, changed: true })
      expect(byId.get(bystander)).toEqual({ template_id: bystander, ok: true, changed: false })
      expect(byId.get(foreign.id)).toMatchObject({ ok: false, error: { code: 'TEMPLATE_NOT_FOUND' } })
      expect(byId.get('x')).toMatchObject({ ok: false, error: { code: 'TEMPLATE_NOT_FOUND' } })
      expect(await service.html(one)).toContain('First words')
      expect(await service.html(two)).toContain('Second words')
    })
    test('but where somebody else edits, may not write, or the document locks it: that is told', async () => {
      const id = await module()
      const [edited, guarded, frozen, free] = [
        await service.template('Edited', instance('a', id, 1)),
        await service.template('Guarded', instance('a', id, 1)),
        await service.template('Frozen', instance('a', id, 1, { lock: { content: true } })),
        await service.template('Free', instance('a', id, 1)),
      ]
      await service.must(`POST /v1/templates/${edited}/lock`, {})
      await service.must(`PUT /v1/templates/${guarded}/permissions`, { default: 'view', grants: [] })
      const { results } = await service.must<Results>(`POST /v1/modules/${id}/sync`, {}, writer)
      expect(
        Object.fromEntries(results.map(({ template_id, error, changed }) => [template_id, error?.code ?? changed])),
      ).toEqual({
        [edited]: 'LOCKED',
        [guarded]: 'PERMISSION_DENIED',
        [frozen]: 'CONTENT_LOCKED',
        [free]: true,
      })
      for (const template of [edited, guarded, frozen])
        expect(await rowsOf(template)).toMatchObject([{ ref: { version: 1 } }])
    })
    test('as a version of each template that says so', async () => {
      const id = await module()
      const template = await service.template('Noted', instance('a', id, 1))
      await service.must(`POST /v1/modules/${id}/sync`, {})
      const { data } = await service.must<{ data: object[] }>(`GET /v1/templates/${template}/versions`)
      expect(data[0]).toMatchObject({ kind: 'manual', message: 'Synced a module to version 2' })
    })
    scenarios(given, [
      {
        name: 'not to a version that is not there',
        call: () => `POST /v1/modules/${footer}/sync`,
        send: { version: 9 },
        status: 404,
        body: { code: 'VERSION_NOT_FOUND' },
      },
      {
        name: 'not to what is no version',
        call: () => `POST /v1/modules/${footer}/sync`,
        send: { version: 0 },
        status: 422,
        body: { issues: [{ path: '/version' }] },
      },
      {
        name: 'not from another project',
        call: () => `POST /v1/modules/${footer}/sync`,
        key: 'b',
        send: {},
        status: 404,
      },
      {
        name: 'not by who only reads',
        call: () => `POST /v1/modules/${footer}/sync`,
        key: 'readOnly',
        send: {},
        status: 403,
      },
      { name: 'not without a key', call: () => `POST /v1/modules/${footer}/sync`, key: null, send: {}, status: 401 },
      {
        name: 'not when the module is not there',
        call: `POST /v1/modules/${nowhere}/sync`,
        send: {},
        status: 404,
        body: { code: 'MODULE_NOT_FOUND' },
      },
    ])
  })

  describe('are detached', () => {
    test('one, those of a template, or all, and every email looks as before', async () => {
      const id = await module()
      const one = await service.template('One', section('s', text('t', 'Own')), instance('a', id), instance('b', id, 1))
      const two = await service.template('Two', instance('a', id))
      const before = [await service.html(one), await service.html(two)]
      const types = async () => (await rowsOf(one)).map((row) => (row as { type: string }).type)
      expect(
        await service.must<Results>(`POST /v1/modules/${id}/detach`, { template_id: one, node_id: 'b' }),
      ).toMatchObject({ results: [{ ok: true, changed: true }] })
      expect(await types()).toEqual(['section', 'module', 'section'])
      await service.must(`POST /v1/modules/${id}/detach`, { template_id: one })
      expect(await types()).toEqual(['section', 'section', 'section'])
      expect((await service.must<Results>(`POST /v1/modules/${id}/detach`, {})).results).toMatchObject([
        { template_id: two },
      ])
      await service.say(id, 'Third words')
      expect([await service.html(one), await service.html(two)]).toEqual(before)
      expect(await service.must(`GET /v1/modules/${id}`)).toMatchObject({ usage_count: 0 })
    })
    scenarios(given, [
      {
        name: 'not by a node without its template',
        call: () => `POST /v1/modules/${footer}/detach`,
        send: { node_id: 'a' },
        status: 422,
        body: { issues: [{ path: '/node_id' }] },
      },
      {
        name: 'not in a template that is not there',
        call: () => `POST /v1/modules/${footer}/detach`,
        send: { template_id: 'tpl_00000000000000000000000000' },
        status: 200,
        body: { results: [{ ok: false, error: { code: 'TEMPLATE_NOT_FOUND' } }] },
      },
      {
        name: 'not from another project',
        call: () => `POST /v1/modules/${footer}/detach`,
        key: 'b',
        send: {},
        status: 404,
      },
      {
        name: 'not by who only reads',
        call: () => `POST /v1/modules/${footer}/detach`,
        key: 'readOnly',
        send: {},
        status: 403,
      },
    ])
  })

  describe('keep a module from being deleted', () => {
    test('until they are detached with it; modules that hold it keep what it said', async () => {
      const id = await module()
      const template = await service.template('User', instance('a', id))
      const holder = await service.must<Module>('POST /v1/modules', { name: 'Holder', nodes: [instance('u', id)] })
      const around = await service.template('Around', instance('a', holder.id))
      const before = [await service.html(template), await service.html(around)]
      expect((await service.call(`DELETE /v1/modules/${id}`)).body).toMatchObject({
        code: 'MODULE_IN_USE',
        usage_count: 2,
      })
      expect((await service.call(`DELETE /v1/modules/${id}?detach=true`)).status).toBe(204)
      expect((await service.call(`GET /v1/modules/${id}`)).status).toBe(404)
      expect([await service.html(template), await service.html(around)]).toEqual(before)
      expect(await service.must(`GET /v1/modules/${holder.id}`)).toMatchObject({
        version: 2,
        nodes: [{ type: 'section' }],
      })
    })
    test('and when one cannot be detached nothing is', async () => {
      const id = await module()
      const [free, edited] = [
        await service.template('Free', instance('a', id)),
        await service.template('Edited', instance('a', id)),
      ]
      await service.must(`POST /v1/templates/${edited}/lock`, {})
      const refused = await service.call(`DELETE /v1/modules/${id}?detach=true`, undefined, writer)
      expect(refused.body).toMatchObject({
        code: 'MODULE_IN_USE',
        results: [{ template_id: edited, error: { code: 'LOCKED' } }],
      })
      expect(await rowsOf(free)).toMatchObject([{ type: 'module' }])
    })
    scenarios(given, [
      {
        name: 'from another project it is not there',
        call: () => `DELETE /v1/modules/${footer}`,
        key: 'b',
        status: 404,
      },
      { name: 'who only reads may not', call: () => `DELETE /v1/modules/${footer}`, key: 'readOnly', status: 403 },
      { name: 'nor in a way nobody knows', call: () => `DELETE /v1/modules/${footer}?detach=maybe`, status: 422 },
      { name: 'nobody uses it: it goes', call: () => `DELETE /v1/modules/${footer}`, status: 204 },
    ])
  })

  test('leave a line in the audit log for every change', async () => {
    const { auditLog } = service.store.read.tables
    const actions = new Set((await service.store.read.select().from(auditLog)).map(({ action }) => action))
    expect([...actions]).toEqual(expect.arrayContaining(['module.synced', 'module.detached', 'module.deleted']))
  })

  test('fire what any change of a template fires, and a module nothing; a repeated call neither does nor fires it again', async () => {
    const listening = await startModules(dialect, { listens: true })
    const id = await listening.module('Part', 'First words')
    await listening.say(id, 'Second words')
    expect(await listening.events()).toEqual([])
    await listening.template('One', instance('a', id, 1))
    await listening.template('Two', instance('a', id, 1))
    expect(await listening.events()).toEqual(['template.created', 'template.created'])
    const sync = { call: `POST /v1/modules/${id}/sync`, headers: { 'idempotency-key': 's1' }, send: {} }
    await listening.must(`POST /v1/modules/${id}/sync`, { dry_run: true })
    const first = await ask(listening, sync)
    expect((await ask(listening, sync)).body).toEqual(first.body)
    expect(await listening.events()).toEqual(['template.updated', 'template.updated'])
    await listening.must(`POST /v1/modules/${id}/detach`, {})
    expect(await listening.events()).toEqual(['template.updated', 'template.updated'])
    await listening.must(`DELETE /v1/modules/${id}`)
    expect(await listening.events()).toEqual([])
  })
})
