import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

type Level = 'none' | 'view' | 'comment' | 'edit_text' | 'edit' | 'manage'
type Guarded = TestService & {
  id: string
  folder: string
  writer: string
  keys: TestService['keys'] & { writer: string }
}

const text = (id: string, words: string, more: object = {}) => ({ id, type: 'text', text: `<p>${words}</p>`, ...more })
const emailOf = (...blocks: object[]) => ({
  schema: 'svc.email/1',
  meta: { title: 'T', lang: 'en' },
  rows: [{ id: 'top', type: 'section', columns: [{ id: 'column', type: 'column', blocks }] }],
})

describe.each([...dialects])('permissions on %s', (dialect) => {
  let service: Guarded
  const given = () => service
  const path = () => `/v1/templates/${service.id}`
  const call = (what: string, key = 'a', send?: unknown): Promise<Answer> =>
    ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })
  const writer = () => ({ kind: 'api_key', id: service.writer })
  const give = (level: Level) => call(`PUT ${path()}/permissions`, 'a', { grants: [{ principal: writer(), level }] })
  const statusOf = async (what: string, send?: unknown) => (await call(what, 'writer', send)).status

  beforeAll(async () => {
    const started = await startService({ dialect })
    const wanted = { projectId: started.projects.a, name: 'Writer', scopes: ['templates:read', 'templates:write'] }
    const made = await started.store.tx((db) => createApiKey(db, wanted))
    service = { ...started, id: '', folder: '', writer: made.id, keys: { ...started.keys, writer: made.key } }
  })
  beforeEach(async () => {
    const { body } = await call('POST /v1/folders', 'a', { name: `Folder ${crypto.randomUUID()}` })
    service.folder = (body as { id: string }).id
    const document = emailOf(text('hello', 'Hello'), text('bye', 'Goodbye'))
    service.id = await service.create({ name: 'Guarded', type: 'other', folder: service.folder, document })
  })

  test('leave a template open while nobody is granted anything', async () => {
    expect((await call(`GET ${path()}/permissions`, 'writer')).body).toEqual({
      default: null,
      grants: [],
      inherited: [],
      your_level: 'publish',
    })
    expect(await statusOf(`PUT ${path()}`, { name: 'Open' })).toBe(200)
  })

  const edits: [name: string, send: () => [string, unknown?], min: Level][] = [
    ['reading', () => [`GET ${path()}/structured`], 'view'],
    ['reading its history', () => [`GET ${path()}/versions`], 'view'],
    ['rendering it from data', () => ['POST /v1/templates/generate', { template_id: service.id }], 'view'],
    [
      'a text',
      () => [`PUT ${path()}`, { document: emailOf(text('hello', 'Good day'), text('bye', 'Goodbye')) }],
      'edit_text',
    ],
    [
      'a text by an operation',
      () => [
        `POST ${path()}/operations`,
        { base_revision: 1, operations: [{ op: 'set', id: 'hello', props: { text: '<p>X</p>' } }] },
      ],
      'edit_text',
    ],
    ['the editing lock', () => [`POST ${path()}/lock`, {}], 'edit_text'],
    [
      'its look',
      () => [
        `PUT ${path()}`,
        { document: emailOf(text('hello', 'Hello', { style: { color: '#ff0000' } }), text('bye', 'Goodbye')) },
      ],
      'edit',
    ],
    ['its structure', () => [`PUT ${path()}`, { document: emailOf(text('hello', 'Hello')) }], 'edit'],
    ['its name', () => [`PUT ${path()}`, { name: 'Other' }], 'edit'],
    ['a named version', () => [`POST ${path()}/versions`, { label: 'Mine' }], 'edit'],
    ['the trash', () => [`DELETE ${path()}`], 'edit'],
    ['who may do what', () => [`PUT ${path()}/permissions`, { grants: [] }], 'manage'],
    ['the lock of somebody else', () => [`POST ${path()}/lock`, { force: true }], 'manage'],
  ]
  const order: Level[] = ['none', 'view', 'comment', 'edit_text', 'edit', 'manage']
  for (const [name, send, min] of edits) {
    test(`${name} takes ${min} and no less`, async () => {
      for (const level of order) {
        expect((await give(level)).status).toBe(200)
        const [what, body] = send()
        const { status, body: answer } = await call(what, 'writer', body)
        const allowed = order.indexOf(level) >= order.indexOf(min)
        if (allowed) expect(status).toBeLessThan(300)
        else expect({ level, status, answer }).toMatchObject({ level, status: level === 'none' ? 404 : 403 })
        if (allowed) return
      }
    })
  }

  test('say which places go beyond texts', async () => {
    await give('edit_text')
    const document = emailOf(text('hello', 'Fine'), text('new', 'Not fine'), text('bye', 'Goodbye'))
    const { body } = await call(`PUT ${path()}`, 'writer', { document })
    expect(body).toMatchObject({ code: 'PERMISSION_DENIED', issues: [{ path: '/rows/0/columns/0/blocks/1' }] })
  })

  test('hide a template from lists, search, counts and bulk calls of who may not see it', async () => {
    await call(`PUT ${path()}`, 'a', { name: `Secret ${service.id}`, tags: [`tag-${service.id}`] })
    await give('none')
    const found = async (key: string) => {
      const answers = [
        await call(`GET /v1/templates/my?tag=tag-${service.id}`, key),
        await call(`GET /v1/templates/search?q=${service.id}`, key),
        await call(`GET /v1/folders/${service.folder}/templates`, key),
      ]
      const inFolder = (await call(`GET /v1/folders/${service.folder}`, key)).body as { template_count: number }
      const tree = (await call('GET /v1/folders', key)).body as { data: { id: string; template_count: number }[] }
      const inTree = tree.data.find(({ id }) => id === service.folder)
      expect(inTree?.template_count).toBe(inFolder.template_count)
      const counts = (await call(`GET /v1/templates/filter-counts?tag=tag-${service.id}`, key)).body as {
        total: number
      }
      return [
        ...answers.map(({ body }) => (body as { data: object[] }).data.length),
        counts.total,
        inFolder.template_count,
      ]
    }
    expect([await found('a'), await found('writer')]).toEqual([
      [1, 1, 1, 1, 1],
      [0, 0, 0, 0, 0],
    ])
    const bulk = await call('POST /v1/templates/bulk/delete', 'writer', { ids: [service.id] })
    expect(bulk.body).toMatchObject({ results: [{ ok: false, error: { code: 'TEMPLATE_NOT_FOUND' } }] })
    await give('view')
    expect(await found('writer')).toEqual([1, 1, 1, 1, 1])
    const seen = await call('POST /v1/templates/bulk/delete', 'writer', { ids: [service.id] })
    expect(seen.body).toMatchObject({ results: [{ ok: false, error: { code: 'PERMISSION_DENIED' } }] })
  })

  describe('of a folder', () => {
    const giveFolder = (folder: string, send: object) => call(`PUT /v1/folders/${folder}/permissions`, 'a', send)

    test('hold for the templates in it and below, also for those that come later, until they go', async () => {
      const inner = (await call('POST /v1/folders', 'a', { name: 'Inner', parent_id: service.folder })).body as {
        id: string
      }
      await call(`PUT ${path()}`, 'a', { folder: inner.id })
      expect((await giveFolder(service.folder, { default: 'none', grants: [] })).body).toMatchObject({
        default: 'none',
      })
      expect(await statusOf(`GET ${path()}`)).toBe(404)
      const later = await service.create({ name: 'Later', type: 'other', folder: inner.id })
      expect(await statusOf(`GET /v1/templates/${later}`)).toBe(404)
      await call(`PUT /v1/templates/${later}`, 'a', { folder: null })
      expect(await statusOf(`GET /v1/templates/${later}`)).toBe(200)
      await call(`POST /v1/folders/${inner.id}/move`, 'a', { parent_id: null })
      expect(await statusOf(`GET ${path()}`)).toBe(200)
      await call(`POST /v1/folders/${inner.id}/move`, 'a', { parent_id: service.folder })
      expect(await statusOf(`GET ${path()}`)).toBe(404)
      await call(`DELETE /v1/folders/${service.folder}`, 'a')
      expect(await statusOf(`GET ${path()}`)).toBe(200)
    })

    test('keep out what is not edited there: templates, copies, folders and new names', async () => {
      await giveFolder(service.folder, { grants: [{ principal: writer(), level: 'view' }] })
      const own = (await call('POST /v1/templates', 'writer', { name: 'Own', type: 'other' })).body as { id: string }
      const other = (await call('POST /v1/folders', 'writer', { name: `Other ${own.id}` })).body as { id: string }
      const attempts: [string, object?][] = [
        ['POST /v1/templates', { name: 'New', type: 'other', folder: service.folder }],
        ['POST /v1/templates/import', { html: '<p>Hello</p>', name: 'New', folder: service.folder }],
        [`POST ${path()}/duplicate`, {}],
        [`PUT /v1/templates/${own.id}`, { folder: service.folder }],
        ['POST /v1/templates/bulk/move', { ids: [own.id], folder_id: service.folder }],
        ['POST /v1/folders', { name: 'Below', parent_id: service.folder }],
        [`PUT /v1/folders/${service.folder}`, { name: 'Renamed' }],
        [`POST /v1/folders/${service.folder}/move`, { parent_id: other.id }],
        [`DELETE /v1/folders/${service.folder}`],
      ]
      for (const [what, send] of attempts) {
        expect([what, (await call(what, 'writer', send)).body]).toMatchObject([what, { code: 'PERMISSION_DENIED' }])
      }
      expect(await statusOf(`POST ${path()}/duplicate`, { folder: null })).toBe(201)
    })

    test('are not left behind by who only edits: not by moving a template or a folder out, nor by dissolving one', async () => {
      const name = `Inner ${service.id}`
      const inner = (await call('POST /v1/folders', 'a', { name, parent_id: service.folder })).body as { id: string }
      const below = await service.create({ name: 'Below', type: 'other', folder: inner.id })
      const held = { status: 403, body: { code: 'PERMISSION_DENIED' } }
      const give = (level: Level) =>
        giveFolder(service.folder, { default: 'none', grants: [{ principal: writer(), level }] })
      await give('edit')
      expect(await call(`PUT /v1/templates/${below}`, 'writer', { folder: null })).toMatchObject(held)
      expect(await call(`POST /v1/folders/${inner.id}/move`, 'writer', { parent_id: null })).toMatchObject(held)
      expect(await call(`DELETE /v1/folders/${service.folder}`, 'writer')).toMatchObject(held)
      const moved = await call('POST /v1/templates/bulk/move', 'writer', { ids: [below], folder_id: null })
      expect(moved.body).toMatchObject({ results: [{ id: below, error: { code: 'PERMISSION_DENIED' } }] })
      expect(await statusOf(`PUT /v1/templates/${below}`, { folder: service.folder })).toBe(200)
      await give('manage')
      expect(await statusOf(`PUT /v1/templates/${below}`, { folder: null })).toBe(200)
      expect(await statusOf(`POST /v1/folders/${inner.id}/move`, { parent_id: null })).toBe(200)
      expect(await statusOf(`DELETE /v1/folders/${service.folder}`)).toBe(204)
    })

    test('still hold for what comes out of the trash after its folder is gone', async () => {
      const inner = (await call('POST /v1/folders', 'a', { name: 'Inner', parent_id: service.folder })).body as {
        id: string
      }
      const thrown = await service.create({ name: 'Thrown', type: 'other', folder: inner.id })
      await giveFolder(service.folder, { default: 'none', grants: [] })
      expect((await call(`DELETE /v1/templates/${thrown}`)).status).toBe(204)
      expect((await call(`DELETE /v1/folders/${inner.id}`)).status).toBe(204)
      expect(await statusOf(`POST /v1/templates/${thrown}/restore`)).toBe(404)
      const restored = await call(`POST /v1/templates/${thrown}/restore`)
      expect(restored).toMatchObject({ status: 200, body: { folder_id: service.folder } })
      expect(await statusOf(`GET /v1/templates/${thrown}`)).toBe(404)
    })

    test('give way to a grant nearer by, and a grant of one’s own comes before any default', async () => {
      await giveFolder(service.folder, { default: 'view', grants: [{ principal: writer(), level: 'edit' }] })
      expect((await call(`GET ${path()}/permissions`, 'writer')).body).toMatchObject({
        grants: [],
        inherited: [{ folder_id: service.folder, default: 'view', grants: [{ level: 'edit' }] }],
        your_level: 'edit',
      })
      await call(`PUT ${path()}/permissions`, 'a', { default: 'none', grants: [] })
      expect(await statusOf(`PUT ${path()}`, { name: 'Still mine' })).toBe(200)
      await give('view')
      expect(await statusOf(`PUT ${path()}`, { name: 'No more' })).toBe(403)
    })
  })

  test('are granted one by one, changed and revoked', async () => {
    const granted = await call(`POST ${path()}/permissions`, 'a', { principal: writer(), level: 'view' })
    expect(granted).toMatchObject({ status: 201, body: { principal: writer(), level: 'view' } })
    const { id } = granted.body as { id: string }
    expect(
      (await call(`POST ${path()}/permissions`, 'a', { principal: writer(), level: 'comment' })).body,
    ).toMatchObject({ id, level: 'comment' })
    expect(await statusOf(`PUT ${path()}`, { name: 'X' })).toBe(403)
    expect((await call(`DELETE ${path()}/permissions/${id}`)).status).toBe(204)
    expect(await statusOf(`PUT ${path()}`, { name: 'X' })).toBe(200)
    expect((await call(`DELETE ${path()}/permissions/${id}`)).body).toMatchObject({ code: 'PERMISSION_NOT_FOUND' })
  })

  test('never shut out the scope admin, and hold for whoever copies', async () => {
    await call(`PUT ${path()}/permissions`, 'a', { default: 'none', grants: [] })
    expect((await call(`PUT ${path()}`, 'a', { name: 'Mine' })).status).toBe(200)
    expect(await statusOf(`POST ${path()}/duplicate`, {})).toBe(404)
  })

  test('keep what the document locks, whoever writes, until somebody who manages unlocks it', async () => {
    const locked = (words: string, lock: object | undefined) =>
      emailOf(text('hello', words, lock === undefined ? {} : { lock }), text('bye', 'Goodbye'))
    const put = (key: string, document: object) => call(`PUT ${path()}`, key, { document })
    expect((await put('a', locked('Legal', { content: true, remove: true }))).status).toBe(200)
    for (const key of ['a', 'writer']) {
      expect((await put(key, locked('Changed', { content: true, remove: true }))).body).toMatchObject({
        code: 'CONTENT_LOCKED',
      })
      expect((await put(key, emailOf(text('bye', 'Goodbye')))).body).toMatchObject({ code: 'CONTENT_LOCKED' })
    }
    expect((await put('writer', locked('Legal', undefined))).body).toMatchObject({ code: 'CONTENT_LOCKED' })
    expect((await put('a', locked('Changed', undefined))).status).toBe(200)
  })

  const send = (grants: object[]) => ({ grants })
  scenarios(given, [
    { name: 'are not shown to another project', call: () => `GET ${path()}/permissions`, key: 'b', status: 404 },
    {
      name: 'are not set by another project',
      call: () => `PUT ${path()}/permissions`,
      key: 'b',
      send: send([]),
      status: 404,
    },
    {
      name: 'are not set by who only edits',
      call: () => `PUT ${path()}/permissions`,
      key: 'writer',
      send: send([]),
      status: 403,
      body: { code: 'PERMISSION_DENIED' },
    },
    {
      name: 'are not set by who only reads',
      call: () => `PUT ${path()}/permissions`,
      key: 'readOnly',
      send: send([]),
      status: 403,
    },
    {
      name: 'need a key that exists',
      call: () => `PUT ${path()}/permissions`,
      send: send([{ principal: { kind: 'api_key', id: 'key_nobody' }, level: 'view' }]),
      status: 422,
      body: {
        issues: [
          {
            path: '/grants/0/principal/id',
            message: 'The project has no API key with this id; GET /v1/api-keys lists them.',
          },
        ],
      },
    },
    {
      name: 'need a role that exists',
      call: () => `POST ${path()}/permissions`,
      send: { principal: { kind: 'role', id: 'king' }, level: 'view' },
      status: 422,
      body: { issues: [{ path: '/principal/id' }] },
    },
    {
      name: 'need an account that exists',
      call: () => `POST ${path()}/permissions`,
      send: { principal: { kind: 'user', id: 'usr_nobody' }, level: 'view' },
      status: 422,
    },
    {
      name: 'need a level that exists',
      call: () => `POST ${path()}/permissions`,
      send: { principal: { kind: 'plugin_user', id: '7' }, level: 'own' },
      status: 422,
      body: { issues: [{ path: '/level' }] },
    },
    {
      name: 'of a folder are not for who has no admin',
      call: () => `GET /v1/folders/${service.folder}/permissions`,
      key: 'writer',
      status: 403,
    },
    {
      name: 'of a folder are not for another project',
      call: () => `PUT /v1/folders/${service.folder}/permissions`,
      key: 'b',
      send: send([]),
      status: 404,
    },
  ])
  test('name nobody twice', async () => {
    const twice = [1, 2].map(() => ({ principal: writer(), level: 'view' }))
    expect((await call(`PUT ${path()}/permissions`, 'a', { grants: twice })).body).toMatchObject({
      issues: [{ path: '/grants/1/principal/id' }],
    })
  })
})
