/** Ids of the caller's own: set, changed, filtered by, and accepted in place of ids. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { type Answer, ask, scenarios } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'
import { dialects } from '../support/store.ts'
import { sendFile } from './assets/send-file.ts'
import { makeHost, makeKey, openTestService } from './plugin/host.ts'

type Body = Record<string, unknown>
type Kind = 'templates' | 'folders' | 'modules' | 'assets'

const kinds: readonly Kind[] = ['templates', 'folders', 'modules', 'assets']
const section = (id: string) => ({
  id,
  type: 'section',
  columns: [{ id: `${id}-column`, type: 'column', blocks: [{ id: `${id}-text`, type: 'text', text: '<p>Hello</p>' }] }],
})
const document = { schema: 'svc.email/1', meta: { title: 'Hello', lang: 'en' }, rows: [section('top')] }

/** An image of other bytes for each size. */
const pngOf = (width: number, height: number) => new Uint8Array(PNG.sync.write(new PNG({ width, height })))

describe.each([...dialects])('external ids on %s', (dialect) => {
  let service: TestService
  let number = 0
  const given = () => service
  const call = (what: string, send?: unknown, key = 'a'): Promise<Answer> =>
    ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })
  const well = async (what: string, send?: unknown, key = 'a'): Promise<Body> => {
    const { status, body } = await call(what, send, key)
    expect({ what, status: status < 300 ? 'success' : status, body }).toMatchObject({ what, status: 'success' })
    return body as Body
  }
  /** Creates one resource of the kind with these members; for assets, of bytes of its own. */
  const create = async (kind: Kind, members: Body = {}, key: 'a' | 'b' = 'a'): Promise<Answer> => {
    const name = `${kind} ${number++}`
    if (kind !== 'assets') {
      const content = { templates: { type: 'other', document }, folders: {}, modules: { nodes: [section('top')] } }
      return call(`POST /v1/${kind}`, { name, ...content[kind], ...members }, key)
    }
    const fields = Object.entries(members).map(
      ([field, value]) => [field, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    )
    return sendFile(service, { bytes: pngOf(number + 1, 1), key: service.keys[key], fields })
  }
  const make = async (kind: Kind, members: Body = {}, key: 'a' | 'b' = 'a'): Promise<Body & { id: string }> => {
    const { status, body } = await create(kind, members, key)
    expect({ status, body }).toMatchObject({ status: 201 })
    return body as Body & { id: string }
  }
  const unique = (words: string) => `${words}-${number++}`

  beforeAll(async () => {
    service = await startService({ dialect, listens: true, environment: { SVC_PLUGIN_RATE_LIMIT: '100000/900' } })
  })

  describe.each(kinds)('of %s', (kind) => {
    test('are set on creation, changed and removed, and are in every response', async () => {
      const external_id = unique('first')
      const metadata = { campaign: 'spring', 'owner.id': '42' }
      const made = await make(kind, { external_id, metadata })
      expect(made).toMatchObject({ external_id, metadata })
      expect(await well(`GET /v1/${kind}/ext:${external_id}`)).toMatchObject({ id: made.id, external_id, metadata })
      expect(await well(`PUT /v1/${kind}/ext:${external_id}`, { name: unique('renamed.png') })).toMatchObject({
        id: made.id,
        external_id,
        metadata,
      })
      const next = unique('second')
      expect(await well(`PUT /v1/${kind}/${made.id}`, { external_id: next, metadata: { a: 'b' } })).toMatchObject({
        external_id: next,
        metadata: { a: 'b' },
      })
      expect((await call(`GET /v1/${kind}/ext:${external_id}`)).status).toBe(404)
      expect(await well(`GET /v1/${kind}/ext:${next}`)).toMatchObject({ id: made.id })
      await well(`PUT /v1/${kind}/${made.id}`, { external_id: null })
      expect(await well(`GET /v1/${kind}/${made.id}`)).toMatchObject({ external_id: null, metadata: { a: 'b' } })
      expect(await make(kind)).toMatchObject({ external_id: null, metadata: {} })
    })

    test('belong to one resource of the project, and another project may use the same', async () => {
      const external_id = unique('taken')
      const holder = await make(kind, { external_id })
      const theirs = await make(kind, { external_id }, 'b')
      const taken = { status: 409, body: { code: 'EXTERNAL_ID_TAKEN', holder_id: holder.id } }
      expect(await create(kind, { external_id })).toMatchObject(taken)
      const other = await make(kind)
      expect(await call(`PUT /v1/${kind}/${other.id}`, { external_id })).toMatchObject(taken)
      expect((await well(`PUT /v1/${kind}/${holder.id}`, { external_id }))['id']).toBe(holder.id)
      expect((await well(`GET /v1/${kind}/ext:${external_id}`, undefined, 'b'))['id']).toBe(theirs.id)
      await well(`PUT /v1/${kind}/${holder.id}`, { external_id: unique('moved') })
      expect(await well(`PUT /v1/${kind}/${other.id}`, { external_id })).toMatchObject({ external_id })
    })

    test('are given once when two are created at once', async () => {
      const ids = Array.from({ length: 4 }, () => unique('at-once'))
      const answers = await Promise.all(
        ids.map((external_id) => Promise.all([create(kind, { external_id }), create(kind, { external_id })])),
      )
      for (const both of answers) expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    })

    test('are a filter, as are values of the metadata', async () => {
      const mark = unique('mark')
      const one = await make(kind, { external_id: unique('one'), metadata: { mark, color: 'green & blue' } })
      const two = await make(kind, { external_id: unique('two'), metadata: { mark } })
      const list = kind === 'templates' ? '/v1/templates/my' : `/v1/${kind}`
      const found = async (query: string) =>
        ((await well(`GET ${list}?${query}`))['data'] as { id: string }[]).map(({ id }) => id).toSorted()
      expect(await found(`external_id=${String(one['external_id'])}`)).toEqual([one.id])
      expect(await found('external_id=nobody')).toEqual([])
      expect(await found(`metadata[mark]=${mark}`)).toEqual([one.id, two.id].toSorted())
      expect(await found(`metadata%5Bmark%5D=${mark}&metadata[color]=green+%26%20blue`)).toEqual([one.id])
      expect(await found(`metadata[mark]=${mark}&external_id=${String(two['external_id'])}`)).toEqual([two.id])
      expect(await found(`metadata[other]=${mark}`)).toEqual([])
    })

    const refused = (members: Body, path: string) => async () => {
      const issues = [{ path }]
      expect(await create(kind, members)).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED', issues } })
    }
    test.each([
      ['empty', ''],
      ['longer than 255 characters', 'x'.repeat(256)],
      ['with a line break', 'a\nb'],
      ['that begins with ext:', 'ext:welcome'],
      ['in the form of an id', 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'],
      ['in the form of an id of another kind', 'exp_01jd7q2v5w8x3y4z6a7b9c0d1e'],
    ])('are not %s', (_, external_id) => refused({ external_id }, '/external_id')())

    test('may have any other characters, percent-encoded in a path', async () => {
      const external_id = `${unique('größe 50% a/b?c#d')}:tpl_x ${'y'.repeat(150)}`
      const made = await make(kind, { external_id })
      const path = `/v1/${kind}/${encodeURIComponent(`ext:${external_id}`)}`
      expect((await well(`GET ${path}`))['id']).toBe(made.id)
    })

    test('metadata is refused beyond its limits', async () => {
      const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`key-${n}`, '']))
      await refused({ metadata: many }, '/metadata')()
      await refused({ metadata: { key: 'x'.repeat(501) } }, '/metadata/key')()
      await refused({ metadata: { 'two words': '' } }, '/metadata/two words')()
      await refused({ metadata: { ['k'.repeat(65)]: '' } }, `/metadata/${'k'.repeat(65)}`)()
      await refused({ metadata: { key: 7 } }, '/metadata/key')()
    })

    test('in a path that nothing has are not found, and neither are those of another project', async () => {
      const theirs = unique('theirs')
      await make(kind, { external_id: theirs }, 'b')
      for (const path of ['ext:nobody', `ext:${theirs}`, 'ext:', `ext:${'x'.repeat(255)}`])
        expect(await call(`GET /v1/${kind}/${path}`)).toMatchObject({
          status: 404,
          body: { code: `${kind.slice(0, -1).toUpperCase()}_NOT_FOUND` },
        })
    })
  })

  describe('of a list', () => {
    scenarios(given, [
      {
        name: 'need a key of the metadata',
        call: 'GET /v1/templates/my?metadata=spring',
        status: 422,
        body: { issues: [{ path: '/metadata', message: 'Write it as metadata[key]=value.' }] },
      },
      {
        name: 'need a key in the form of keys',
        call: 'GET /v1/modules?metadata[two%20words]=spring',
        status: 422,
        body: { issues: [{ path: '/metadata/two words' }] },
      },
      {
        name: 'have no other names in brackets',
        call: 'GET /v1/assets?tag[a]=spring',
        status: 422,
        body: { issues: [{ path: '/tag[a]' }] },
      },
    ])

    test('count what they match', async () => {
      const mark = unique('counted')
      await make('templates', { metadata: { mark }, tags: ['a'] })
      await make('templates', { metadata: { mark } })
      const counts = await well(`GET /v1/templates/filter-counts?metadata[mark]=${mark}`)
      expect(counts).toMatchObject({ total: 2, tags: [{ value: 'a', count: 1 }] })
      expect(await well(`GET /v1/templates/search?q=templates&metadata[mark]=${mark}`)).toMatchObject({
        data: [{ metadata: { mark } }, { metadata: { mark } }],
      })
    })
  })

  test('stay with a template that is renamed and moved, and are not copied with its metadata', async () => {
    const external_id = unique('kept')
    const folder = unique('folder')
    await make('folders', { external_id: folder })
    const { id } = await make('templates', { external_id, metadata: { a: 'b' } })
    await well(`PUT /v1/templates/ext:${external_id}`, { name: 'Renamed', folder: `ext:${folder}` })
    const copy = await well(`POST /v1/templates/ext:${external_id}/duplicate`, {})
    expect(copy).toMatchObject({ external_id: null, metadata: { a: 'b' }, name: 'Renamed (copy)' })
    expect(await well(`GET /v1/templates/${id}`)).toMatchObject({ external_id, name: 'Renamed' })
    const module = await make('modules', { external_id: unique('module'), metadata: { c: 'd' } })
    expect(await well(`POST /v1/modules/${module.id}/duplicate`, {})).toMatchObject({
      external_id: null,
      metadata: { c: 'd' },
    })
  })

  test('are free again in the trash, and the template in it is restored once they are', async () => {
    const external_id = unique('trashed')
    const { id } = await make('templates', { external_id })
    await well(`DELETE /v1/templates/ext:${external_id}`)
    expect((await call(`GET /v1/templates/ext:${external_id}`)).status).toBe(404)
    const next = await make('templates', { external_id })
    expect(await call(`POST /v1/templates/${id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'EXTERNAL_ID_TAKEN', holder_id: next.id },
    })
    await well(`PUT /v1/templates/${next.id}`, { external_id: null })
    expect(await well(`POST /v1/templates/${id}/restore`)).toMatchObject({ id, external_id })
    expect((await well(`GET /v1/templates/ext:${external_id}`))['id']).toBe(id)
  })

  test('of a template that the caller may not see are taken without naming it', async () => {
    const external_id = unique('hidden')
    const { id } = await make('templates', { external_id })
    const { key, id: keyId } = (await well('POST /v1/api-keys', {
      name: 'Writer',
      scopes: ['templates:read', 'templates:write'],
    })) as { key: string; id: string }
    await well(`PUT /v1/templates/ext:${external_id}/permissions`, {
      default: 'none',
      grants: [],
    })
    expect(keyId).toStartWith('key_')
    const refused = await call('POST /v1/templates', { name: 'X', type: 'other', external_id }, key)
    expect(refused).toMatchObject({ status: 409, body: { code: 'EXTERNAL_ID_TAKEN' } })
    expect(refused.text).not.toContain(id)
    expect((await call(`GET /v1/templates/ext:${external_id}`, undefined, key)).status).toBe(404)
  })

  describe('in place of ids', () => {
    const names = { template: 'ref-template', other: 'ref-other', folder: 'ref-folder', module: 'ref-module' }
    let ids: Record<keyof typeof names, string>

    beforeAll(async () => {
      ids = {
        template: (await make('templates', { external_id: names.template })).id,
        other: (await make('templates', { external_id: names.other })).id,
        folder: (await make('folders', { external_id: names.folder })).id,
        module: (await make('modules', { external_id: names.module })).id,
      }
    })

    test.each([
      'structured',
      'blocks',
      'html',
      'versions',
      'lock',
      'permissions',
      'releases',
      'reviews',
      'comments',
      'review-links',
    ])('are accepted by GET /templates/{id}/%s', async (path) => {
      const byId = await call(`GET /v1/templates/${ids.template}/${path}`)
      const { status, body } = await call(`GET /v1/templates/ext:${names.template}/${path}`)
      expect({ status, body }).toEqual({ status: byId.status, body: byId.body })
    })

    test('are accepted by generate, export and the filters of lists', async () => {
      const generate = (template_id: string) => call('POST /v1/templates/generate', { template_id })
      expect((await generate(`ext:${names.template}`)).body).toEqual((await generate(ids.template)).body)
      expect(await generate('ext:nobody')).toMatchObject({ status: 404, body: { code: 'TEMPLATE_NOT_FOUND' } })
      const exported = (more: object) => well('POST /v1/export', { format: 'html', ...more })
      expect(await exported({ template_id: `ext:${names.template}` })).toMatchObject({ template_ids: [ids.template] })
      const template_ids = [ids.template, `ext:${names.template}`, `ext:${names.other}`]
      expect(await exported({ template_ids })).toMatchObject({ template_ids: [ids.template, ids.other] })
      await well('POST /v1/templates/bulk/move', { ids: [`ext:${names.other}`], folder_id: `ext:${names.folder}` })
      for (const query of [`folder_id=ext:${names.folder}`, `folder=ext%3A${names.folder}`])
        expect(await well(`GET /v1/templates/my?${query}`)).toMatchObject({ data: [{ id: ids.other }] })
      expect(await well(`GET /v1/folders/ext:${names.folder}/templates`)).toMatchObject({ data: [{ id: ids.other }] })
      expect(await well('GET /v1/templates/my?folder=ext:nobody')).toMatchObject({ data: [] })
    })

    test('are accepted by bulk calls, each with its own error', async () => {
      const moved = await well('POST /v1/templates/bulk/move', {
        ids: [`ext:${names.template}`, 'ext:nobody', ids.template],
        folder_id: null,
      })
      expect(moved).toEqual({
        results: [
          { id: ids.template, ok: true },
          { id: 'ext:nobody', ok: false, error: { code: 'TEMPLATE_NOT_FOUND', message: 'Template not found' } },
          { id: ids.template, ok: true },
        ],
      })
      const asset = await make('assets', { external_id: unique('asset') })
      const erased = await well('POST /v1/assets/bulk/delete', {
        ids: [`ext:${String(asset['external_id'])}`, 'ext:nobody'],
      })
      expect(erased).toMatchObject({
        results: [
          { id: asset.id, ok: true },
          { id: 'ext:nobody', ok: false, error: { code: 'ASSET_NOT_FOUND' } },
        ],
      })
    })

    test('are accepted as folders of templates and of folders', async () => {
      const template = await make('templates', { folder: `ext:${names.folder}` })
      expect(template['folder_id']).toBe(ids.folder)
      expect(await create('templates', { folder: 'ext:nobody' })).toMatchObject({
        status: 404,
        body: { code: 'FOLDER_NOT_FOUND' },
      })
      const folder = await make('folders', { parent_id: `ext:${names.folder}` })
      expect(folder['parent_id']).toBe(ids.folder)
      const top = await make('folders', { external_id: unique('top') })
      expect(
        await well(`POST /v1/folders/ext:${String(top['external_id'])}/move`, { parent_id: `ext:${names.folder}` }),
      ).toMatchObject({ parent_id: ids.folder, external_id: top['external_id'] })
      expect(await create('folders', { parent_id: 'fld_no' })).toMatchObject({
        status: 422,
        body: { issues: [{ path: '/parent_id', message: 'Must be text or null.' }] },
      })
    })

    test('are accepted for modules', async () => {
      const made = await well('POST /v1/modules', {
        name: 'From a row',
        external_id: unique('row'),
        metadata: { a: 'b' },
        template_id: `ext:${names.template}`,
        node_id: 'top',
        replace: true,
      })
      expect(made).toMatchObject({ metadata: { a: 'b' } })
      const module = `ext:${String(made['external_id'])}`
      expect(await well(`GET /v1/modules/${module}/usage`)).toMatchObject({ data: [{ id: ids.template }] })
      expect(await well(`POST /v1/modules/${module}/sync`, { template_ids: [`ext:${names.template}`] })).toBeObject()
      expect(await well(`POST /v1/modules/${module}/detach`, { template_id: `ext:${names.template}` })).toMatchObject({
        results: [{ template_id: ids.template, ok: true }],
      })
      expect(await well(`GET /v1/modules/ext:${names.module}/versions`)).toMatchObject({ data: [{ version: 1 }] })
    })

    test('are answered with the id in Location and the ETag of the resource', async () => {
      const answer = await call(`POST /v1/templates/ext:${names.template}/versions`, { label: 'Kept' })
      expect(answer.status).toBe(201)
      expect(answer.headers.get('location')).toStartWith(`/v1/templates/${ids.template}/versions/`)
      const byId = await call(`GET /v1/templates/${ids.template}`)
      const byName = await call(`GET /v1/templates/ext:${names.template}`)
      expect(byName.headers.get('etag')).toBe(byId.headers.get('etag'))
      const head = await call(`HEAD /v1/templates/ext:${names.template}`)
      expect(head).toMatchObject({ status: 200, text: '' })
    })

    test('are not those of documents, which refer by id', async () => {
      const rows = [{ id: 'use', type: 'module', ref: { id: `ext:${names.module}`, version: 'latest' } }]
      const { id } = await make('templates', { document: { ...document, rows } })
      expect(await well(`GET /v1/templates/${id}/structured`)).toMatchObject({ document: { rows } })
    })
  })

  test('are in the events of templates', async () => {
    const external_id = unique('event')
    const { id } = await make('templates', { external_id })
    await well(`PUT /v1/templates/${id}`, { external_id: `${external_id}-2`, metadata: { a: 'b' } })
    await well(`DELETE /v1/templates/${id}`)
    const { events } = service.store.read.tables
    const rows = await service.store.read.select().from(events).orderBy(asc(events.id))
    const data = rows.map(({ body }) => (JSON.parse(body) as Body)['data'] as Body)
    const ofTemplate = data.filter((each) => each['template_id'] === id)
    expect(ofTemplate).toMatchObject([
      { external_id },
      { external_id: `${external_id}-2`, changed: ['external_id', 'metadata'] },
      { external_id: `${external_id}-2`, permanent: false },
    ])
  })

  test('are the emailIds of the editor', async () => {
    const host = await makeHost(service)
    const key = await makeKey(service, host)
    const editor = await openTestService(service, host, { emailId: 'welcome-email' })
    const saved = (await editor.call('POST /plugin/save', { html: '<p>Welcome</p>', css: '' })).body as Body
    const template = await well('GET /v1/templates/ext:welcome-email', undefined, key)
    expect(template).toMatchObject({ id: saved['templateId'], external_id: 'welcome-email' })
    const generated = await well('POST /v1/templates/generate', { template_id: 'ext:welcome-email' }, key)
    expect(String(generated['html'])).toContain('Welcome')

    const made = await well('POST /v1/templates', { name: 'Made', type: 'other', external_id: 'made', document }, key)
    const opened = await openTestService(service, host, { emailId: 'made' })
    expect((await opened.call('GET /v1/plugin/document')).body).toMatchObject({ templateId: made['id'], revision: 1 })
    const copied = await openTestService(service, host, { emailId: 'a-copy', startFrom: 'ext:welcome-email' })
    expect((await copied.call('GET /v1/plugin/document')).text).toContain('Welcome')

    await well(`PUT /v1/templates/${String(template['id'])}`, { external_id: 'moved' }, key)
    const moved = await openTestService(service, host, { emailId: 'moved' })
    expect((await moved.call('GET /v1/plugin/document')).body).toMatchObject({ templateId: template['id'] })
    const anew = await openTestService(service, host, { emailId: 'welcome-email' })
    expect((await anew.call('GET /v1/plugin/document')).body).toMatchObject({ templateId: null })
  })

  test('are given once when an editor saves and a backend creates at once', async () => {
    const host = await makeHost(service)
    const key = await makeKey(service, host)
    for (const external_id of [unique('race'), unique('race'), unique('race')]) {
      const editor = await openTestService(service, host, { emailId: external_id })
      const [saved, made] = await Promise.all([
        editor.call('POST /plugin/save', { html: '<p>Saved</p>', css: '' }),
        call('POST /v1/templates', { name: 'Made', type: 'other', external_id }, key),
      ])
      expect(saved.status).toBe(200)
      expect([201, 409]).toContain(made.status)
      const data = (await well(`GET /v1/templates/my?external_id=${external_id}`, undefined, key))['data']
      expect(data).toMatchObject([{ id: (saved.body as Body)['templateId'] }])
    }
  })

  test('of an asset stay as they are when its bytes are sent again', async () => {
    const bytes = pngOf(77, 3)
    const external_id = unique('bytes')
    const sent = (fields: [string, string][]) => sendFile(service, { bytes, key: service.keys.a, fields })
    const first = await sent([['external_id', external_id]])
    expect(first).toMatchObject({ status: 201, body: { external_id } })
    expect(await sent([['external_id', external_id]])).toMatchObject({ status: 200, body: first.body as object })
    expect(await sent([['external_id', unique('bytes')]])).toMatchObject({ status: 200, body: first.body as object })
    expect(await sent([['metadata', 'no json']])).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } })
  })

  test('of assets are not set by end users of the editor', async () => {
    const host = await makeHost(service)
    const editor = await openTestService(service, host, { emailId: 'upload' })
    const form = new FormData()
    form.set('external_id', 'mine')
    form.set('file', new File([pngOf(5, 5).slice()], 'a.png', { type: 'image/png' }))
    const request = new Request('http://localhost/v1/plugin/assets', {
      method: 'POST',
      headers: editor.headers,
      body: form,
    })
    expect((await service.handle(request)).status).toBe(422)
  })
})
