import { beforeAll, describe, expect, test } from 'bun:test'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { type TestDesk, type Host, makeHost, openTestService } from './host.ts'

type Edited = {
  templateId: string | null
  revision: number
  document: { rows: object[] }
  access: string
  hasVersionHistory: boolean
  lock: Lock
  canvas: string
  modules: Record<string, { nodes: object[] }>
}
type Lock = { held: boolean; holder: { id: string; name: string } | null }
type Saved = { success: boolean; emailId: string; savedAt: string; revision: number; templateId: string }

const section = (id: string, text: string) => ({
  op: 'insert',
  parent: 'root',
  index: 0,
  nodes: [{ type: 'section', columns: [{ blocks: [{ id, type: 'text', text: `<p>${text}</p>` }] }] }],
})

describe.each([...dialects])('the email of a session on %s', (dialect) => {
  let service: TestService
  let host: Host

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_PLUGIN_RATE_LIMIT: '100000/900' } })
    host = await makeHost(service)
  })

  const open = (emailId: string, more: { userId?: number; startFrom?: string; seat?: string } = {}) =>
    openTestService(service, host, { emailId, ...more })
  const read = async (testService: TestDesk) => (await testService.call('GET /v1/plugin/document')).body as Edited
  const apply = (testService: TestDesk, baseRevision: number, ...operations: object[]) =>
    testService.call('POST /v1/plugin/operations', { baseRevision, operations })

  test('begins empty, is made by the first operations, and is the same under its id from then on', async () => {
    const testService = await open('campaign-1')
    expect(await read(testService)).toMatchObject({
      templateId: null,
      revision: 0,
      hasVersionHistory: false,
      document: { rows: [] },
    })
    const first = await apply(testService, 0, section('hero', 'Hello'))
    expect(first).toMatchObject({ status: 200, body: { revision: 1, operationsSince: [] } })
    const again = await open('campaign-1', { userId: 7 })
    const edited = await read(again)
    expect(edited).toMatchObject({ revision: 1, access: 'publish', hasVersionHistory: true })
    const byTemplate = await open(edited.templateId ?? '')
    expect(await read(byTemplate)).toMatchObject({ templateId: edited.templateId, revision: 1 })
    expect(await apply(byTemplate, 1, { op: 'set', id: 'hero', props: { text: '<p>Hi</p>' } })).toMatchObject({
      body: { revision: 2 },
    })
  })

  test('begins with the content of another template where the host says so', async () => {
    const listed = await ask(service, { call: 'GET /v1/templates/public' })
    const [starter] = (listed.body as { data: { id: string }[] }).data
    const testService = await open('from-starter', { startFrom: starter?.id ?? '' })
    const begun = await read(testService)
    expect(begun.templateId).toBeNull()
    expect(begun.document.rows.length).toBeGreaterThan(0)
    expect(begun.canvas).toContain('data-n="')
    expect(begun.modules).toEqual({})
    // What checks have to know besides.
    expect(begun).toMatchObject({ type: 'other', cdnUrl: expect.stringMatching(/^https?:/) })
    await apply(testService, 0, section('extra', 'More'))
    expect((await read(testService)).document.rows.length).toBe(begun.document.rows.length + 1)
  })

  test('is offered public templates, and those of its project that have the tag', async () => {
    const document = { meta: { title: 'x' }, rows: [{ type: 'section', columns: [{ blocks: [] }] }] }
    const create = (name: string, tags: string[]) =>
      service.create({ name, type: 'other', tags, document, external_id: `ext-${name}` })
    const [offered, mail] = [await create('Letterhead', ['starter']), await create('For Anna', ['other'])]
    const desk = await openTestService(service, await hostOfA(), { emailId: 'blank-1' })
    type List = { data: { id: string; name: string; isPublic: boolean; thumbnailUrl: string }[]; hasMore: boolean }
    const { data, hasMore } = (await desk.call('GET /v1/plugin/starters')).body as List
    expect(hasMore).toBe(false)
    expect(data.filter(({ isPublic }) => !isPublic).map(({ id }) => id)).toEqual([offered])
    expect(data.filter(({ isPublic }) => isPublic).map(({ name }) => name)).toContain('Welcome')
    expect(data[0]?.thumbnailUrl).toMatch(/\/cdn\/thumbnails\/.+sig=/)
    const publicId = data.find(({ isPublic }) => isPublic)?.id
    const get = async (from: TestDesk, id = '') => (await from.call(`GET /v1/plugin/starters/${id}`)).status
    expect(await desk.call(`GET /v1/plugin/starters/${offered}`)).toMatchObject({
      status: 200,
      body: { document: { rows: [{ type: 'section' }] }, modules: {} },
    })
    expect([await get(desk, publicId), await get(desk, mail)]).toEqual([200, 404])
    // A token for one email sees no other email of its project.
    const bound = await openTestService(service, await hostOfA(), {
      emailId: 'blank-2',
      claims: { emailId: 'blank-2' },
    })
    const seen = (await bound.call('GET /v1/plugin/starters')).body as List
    expect(seen.data.every(({ isPublic }) => isPublic)).toBe(true)
    expect([await get(bound, publicId), await get(bound, offered)]).toEqual([200, 404])
    const stranger = await open('blank-3')
    expect(await get(stranger, offered)).toBe(404)
  })

  test('comes with what its modules mean, so that the canvas can draw them', async () => {
    const made = await ask(service, {
      call: 'POST /v1/modules',
      send: {
        name: 'Footer',
        nodes: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: '<p>Our address</p>' }] }] }],
      },
    })
    const { id } = made.body as { id: string }
    const templateId = await service.create({
      name: 'With a module',
      type: 'other',
      document: { meta: { title: 'x' }, rows: [{ type: 'module', ref: { id, version: 'latest' } }] },
    })
    const edited = await read(await openTestService(service, await hostOfA(), { emailId: templateId }))
    expect(Object.keys(edited.modules)).toEqual([`${id} latest`])
    expect(edited.canvas).toContain('Our address')
  })

  test('lists the modules of its project for the palette, with what an instance shows, and those of no other', async () => {
    const send = {
      name: 'Imprint',
      nodes: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: '<p>Us</p>' }] }] }],
    }
    const { id } = (await ask(service, { call: 'POST /v1/modules', send })).body as { id: string }
    const own = await openTestService(service, await hostOfA(), { emailId: 'palette' })
    const listed = await own.call('GET /v1/plugin/modules?q=imprint')
    expect(listed).toMatchObject({ status: 200, body: { data: [{ id, name: 'Imprint' }], nextCursor: null } })
    expect(Object.keys((listed.body as { modules: object }).modules)).toEqual([`${id} latest`])
    const other = await open('palette')
    expect((await other.call('GET /v1/plugin/modules')).body).toEqual({ data: [], modules: {}, nextCursor: null })
    expect(await own.call('GET /v1/plugin/modules?cursor=x')).toMatchObject({
      status: 422,
      body: { code: 'INVALID_CURSOR' },
    })
  })

  test('gives rows to the palette as a module, to whoever may edit', async () => {
    const testService = await open('with-module')
    const nodes = [{ id: 'foot', type: 'section', columns: [{ blocks: [{ type: 'text', text: '<p>Imprint</p>' }] }] }]
    const saved = await testService.call('POST /v1/plugin/modules', { name: ' Imprint ', nodes })
    const { id, modules } = saved.body as { id: string; modules: object }
    expect(saved).toMatchObject({ status: 201, body: { name: 'Imprint' } })
    expect(Object.keys(modules)).toEqual([`${id} latest`])
    expect(await testService.call('GET /v1/plugin/modules?q=imprint')).toMatchObject({ body: { data: [{ id }] } })
    const use = { op: 'insert', parent: 'root', index: 0, nodes: [{ type: 'module', ref: { id, version: 'latest' } }] }
    expect((await apply(testService, 0, use)).status).toBe(200)
    expect((await read(testService)).canvas).toContain('Imprint')
    const bad = { name: 'Bad', nodes: [{ type: 'section', columns: [{ blocks: [{ type: 'heading', level: 9 }] }] }] }
    expect(await testService.call('POST /v1/plugin/modules', bad)).toMatchObject({
      status: 422,
      body: { code: 'DOCUMENT_INVALID', details: expect.stringContaining('/nodes/0/columns/0/blocks/0/level') },
    })
    for (const body of [{ nodes }, { name: 'x', nodes: [] }, { name: 'x', nodes, more: 1 }])
      expect(await testService.call('POST /v1/plugin/modules', body)).toMatchObject({
        body: { code: 'VALIDATION_FAILED' },
      })
    expect(await testService.call('GET /v1/plugin/modules?q=bad')).toMatchObject({ body: { data: [] } })
  })

  test('saved first by two users in the same moment is one template, and one of them is told', async () => {
    // Enough of them that both are under way at once: nothing else holds them up.
    const emails = Array.from({ length: 8 }, () => `both-${crypto.randomUUID()}`)
    const answers = await Promise.all(
      emails.map(async (emailId) => {
        const services = [await open(emailId), await open(emailId, { userId: 2 })]
        return Promise.all(services.map((testService, n) => apply(testService, 0, section(`by-${n}`, 'Hello'))))
      }),
    )
    for (const both of answers) {
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'REVISION_CONFLICT', revision: 1 })
    }
    const { templates } = service.store.read.tables
    const made = (await service.store.read.select().from(templates)).filter(
      ({ externalId, name }) => emails.includes(name) || emails.includes(externalId ?? ''),
    )
    expect(made.map(({ externalId }) => externalId).toSorted()).toEqual(emails.toSorted())
  })

  test('saved first by two users, without a revision, keeps the last as a second version of the same template', async () => {
    const emailId = `whole-${crypto.randomUUID()}`
    const services = [await open(emailId), await open(emailId, { userId: 2 })]
    const saved = await Promise.all(
      services.map((testService, n) => testService.call('POST /v1/plugin/save', { html: `<p>Text ${n}</p>`, css: '' })),
    )
    const bodies = saved.map((answer) => answer.body as Saved)
    expect(bodies.map(({ revision }) => revision).toSorted()).toEqual([1, 2])
    expect(new Set(bodies.map(({ templateId }) => templateId)).size).toBe(1)
  })

  test('saves a repeated request once, and answers it as it did the first time', async () => {
    const testService = await open('repeated')
    const first = { baseRevision: 0, operations: [section('one', 'One')], editId: 'edit-0001' }
    const made = await testService.call('POST /v1/plugin/operations', first)
    expect(made).toMatchObject({ status: 200, body: { revision: 1, editIds: ['edit-0001'] } })
    const insert = { baseRevision: 1, operations: [section('two', 'Two')], editId: 'edit-0002' }
    const applied = await testService.call('POST /v1/plugin/operations', insert)
    await apply(testService, 2, { op: 'set', id: 'two', props: { text: '<p>Of others</p>' } })
    for (const [request, answer] of [
      [first, made],
      [insert, applied],
    ] as const) {
      const again = await testService.call('POST /v1/plugin/operations', request)
      expect(again.status).toBe(200)
      expect(again.body).toEqual(answer.body)
      expect(answer.body).toMatchObject({ operationsCovered: 1 })
    }
    const other = await testService.call('POST /v1/plugin/operations', {
      ...insert,
      operations: [section('three', 'Three')],
    })
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await read(testService)).toMatchObject({ revision: 3 })
    expect((await read(testService)).document.rows).toHaveLength(2)
  })

  test('saves a repeated whole once, and then not again what it held', async () => {
    const testService = await open('repeated-whole')
    await apply(testService, 0, section('one', 'One'))
    const { document } = await read(testService)
    const operations = [section('two', 'Two'), { op: 'set', id: 'two', props: { text: '<p>Typed</p>' } }]
    const rows = [
      { id: 'top', type: 'section', columns: [{ blocks: [{ id: 'two', type: 'text', text: '<p>Typed</p>' }] }] },
    ]
    const whole = {
      html: '',
      css: '',
      document: { ...document, rows: [...rows, ...document.rows] },
      baseRevision: 1,
      editId: 'whole-0001',
      previous: [{ editId: 'edit-0002', operations: 2 }],
    }
    const first = await testService.call('POST /v1/plugin/save', whole)
    expect(first).toMatchObject({ status: 200, body: { revision: 2 } })
    await apply(testService, 2, section('others', 'Of others'))
    expect(await testService.call('POST /v1/plugin/save', whole)).toMatchObject({
      status: 200,
      body: first.body as object,
    })
    const late = await testService.call('POST /v1/plugin/operations', {
      baseRevision: 1,
      operations,
      editId: 'edit-0002',
    })
    expect(late).toMatchObject({
      status: 200,
      body: { revision: 2, operationsCovered: 2, editIds: ['edit-0002', 'whole-0001'] },
    })
    expect(await read(testService)).toMatchObject({ revision: 3 })
    expect(await testService.call('POST /v1/plugin/save', { ...whole, document })).toMatchObject({
      status: 422,
      body: { code: 'SAVE_FAILED', details: expect.stringContaining('IDEMPOTENCY_KEY_REUSED') },
    })
  })

  test('does once what is repeated under an Idempotency-Key: saving, exporting, modules, versions', async () => {
    const testService = await open('keyed')
    await apply(testService, 0, section('one', 'One'))
    const versions = await testService.call('GET /v1/plugin/versions')
    const [version] = (versions.body as { data: { id: string }[] }).data
    const nodes = [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: '<p>Foot</p>' }] }] }]
    const calls: [string, object?][] = [
      ['POST /v1/plugin/save', { html: '<p>Two</p>', css: '', baseRevision: 1 }],
      ['POST /v1/plugin/export', { format: 'html' }],
      ['POST /v1/plugin/modules', { name: 'Keyed', nodes }],
      [`POST /v1/plugin/versions/${version?.id}/restore`],
    ]
    for (const [call, send] of calls) {
      const headers = { ...testService.headers, 'idempotency-key': `key-${dialect}-${call.length}` }
      const request = { call, key: null, headers, ...(send === undefined ? {} : { send }) }
      const [one, again] = [await ask(service, request), await ask(service, request)]
      expect({ call, status: again.status, body: again.body }).toEqual({ call, status: one.status, body: one.body })
      expect(one.status).toBeLessThan(300)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
    expect(await read(testService)).toMatchObject({ revision: 3 })
    const other = await open('keyed-other')
    const reused = { ...other.headers, 'idempotency-key': `key-${dialect}-${'POST /v1/plugin/save'.length}` }
    const [call, send] = calls[0] ?? ['']
    expect(
      await ask(service, { call, key: null, headers: reused, ...(send === undefined ? {} : { send }) }),
    ).toMatchObject({
      status: 422,
    })
  })

  test('does not do again what was saved of earlier requests, whatever others did around them', async () => {
    const testService = await open('unsure')
    const text = (id: string, words: string) => ({ op: 'set', id, props: { text: `<p>${words}</p>` } })
    await apply(testService, 0, section('one', 'One'), section('other', 'Other'))
    await apply(testService, 1, text('other', 'Before'))
    const earlier = [section('two', 'Two'), text('two', 'Typed')]
    await testService.call('POST /v1/plugin/operations', { baseRevision: 1, operations: earlier, editId: 'edit-aaaa' })
    await apply(testService, 3, text('other', 'After'))
    const whole = {
      baseRevision: 1,
      operations: [...earlier, text('two', 'Typed on'), section('three', 'Three')],
      editId: 'edit-bbbb',
      previous: [{ editId: 'edit-aaaa', operations: 2 }],
    }
    const sent = await testService.call('POST /v1/plugin/operations', whole)
    expect(sent).toMatchObject({ status: 200, body: { revision: 5, editIds: ['edit-aaaa', 'edit-bbbb'] } })
    const { document } = await read(testService)
    expect(document.rows).toHaveLength(4)
    for (const words of ['Typed on', 'Three', 'After']) expect(JSON.stringify(document)).toContain(words)
    // A late copy of the earlier request changes nothing, nor does one of the whole.
    for (const request of [{ baseRevision: 1, operations: earlier, editId: 'edit-aaaa' }, whole])
      expect((await testService.call('POST /v1/plugin/operations', request)).status).toBe(200)
    expect(await read(testService)).toMatchObject({ revision: 5, document })
    // Nor do requests that were saved together with the next one.
    const together = {
      baseRevision: 5,
      operations: [text('one', 'A'), section('four', 'Four')],
      editId: 'edit-dddd',
      previous: [{ editId: 'edit-cccc', operations: 1 }],
    }
    await testService.call('POST /v1/plugin/operations', together)
    const more = {
      baseRevision: 5,
      operations: [...together.operations, text('four', 'Five')],
      editId: 'edit-eeee',
      previous: [...together.previous, { editId: 'edit-dddd', operations: 1 }],
    }
    expect(await testService.call('POST /v1/plugin/operations', more)).toMatchObject({
      status: 200,
      body: { revision: 7 },
    })
    expect((await read(testService)).document.rows).toHaveLength(5)
  })

  test('says what a revision held, from the beginning on', async () => {
    const testService = await open('revisions')
    await apply(testService, 0, section('one', 'One'))
    await apply(testService, 1, section('two', 'Two'))
    const rows = async (revision: number) =>
      ((await testService.call(`GET /v1/plugin/revisions/${revision}`)).body as Edited).document.rows.length
    expect([await rows(0), await rows(1), await rows(2)]).toEqual([0, 1, 2])
    expect(await testService.call('GET /v1/plugin/revisions/3')).toMatchObject({
      status: 404,
      body: { code: 'VERSION_NOT_FOUND' },
    })
    expect(await (await open('never-saved')).call('GET /v1/plugin/revisions/1')).toMatchObject({ status: 404 })
    expect(await read(testService)).toMatchObject({ userId: '42' })
  })

  test('made by two windows at once is one email: the second is told', async () => {
    const [one, two] = [await open('twice'), await open('twice', { userId: 2 })]
    expect((await apply(one, 0, section('a', 'A'))).status).toBe(200)
    expect(await apply(two, 0, section('b', 'B'))).toMatchObject({
      status: 409,
      body: { code: 'REVISION_CONFLICT', revision: 1 },
    })
  })

  test('takes what two people do to different parts, and names what contradicts', async () => {
    const [one, two] = [await open('shared'), await open('shared', { userId: 2 })]
    await apply(one, 0, section('a', 'A'), section('b', 'B'))
    const set = (id: string, text: string) => ({ op: 'set', id, props: { text: `<p>${text}</p>` } })
    expect(await apply(one, 1, set('a', 'One'))).toMatchObject({ body: { revision: 2 } })
    const merged = await apply(two, 1, set('b', 'Two'))
    expect(merged).toMatchObject({ status: 200, body: { revision: 3, operationsSince: [{ op: 'set', id: 'a' }] } })
    const conflict = await apply(two, 1, set('a', 'Three'))
    expect(conflict).toMatchObject({
      status: 409,
      body: {
        code: 'REVISION_CONFLICT',
        errorType: 'validation',
        isRecoverable: true,
        revision: 3,
        conflicts: [{ nodeId: 'a' }],
      },
    })
  })

  test('is saved as HTML and CSS, answers as the interface has it, and makes a version', async () => {
    const testService = await open('html-1')
    const { status, body } = await testService.call('POST /plugin/save', {
      html: '<h1>Hello</h1><p>World</p>',
      css: 'h1{color:red}',
    })
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true, emailId: 'html-1', revision: 1 } })
    expect(new Date((body as Saved).savedAt).toISOString()).toBe((body as Saved).savedAt)
    const versions = (await testService.call('GET /v1/plugin/versions')).body as {
      data: { id: string; number: number }[]
      nextCursor: null
    }
    expect(versions).toMatchObject({
      data: [
        {
          number: 1,
          kind: expect.any(String),
          current: true,
          author: { kind: 'plugin_user', id: '42', name: 'User 42' },
        },
      ],
      nextCursor: null,
    })
    const shown = await testService.call(`GET /v1/plugin/versions/${versions.data[0]?.id}`)
    expect((shown.body as { html: string }).html).toContain('World')
    expect(await testService.call('GET /v1/plugin/versions/ver_00000000000000000000000000')).toMatchObject({
      status: 404,
      body: { code: 'VERSION_NOT_FOUND' },
    })
  })

  test('is saved as a document at its revision, or not at all', async () => {
    const testService = await open('whole')
    await apply(testService, 0, section('a', 'A'))
    const { document } = await read(testService)
    const save = (more: object) => testService.call('POST /v1/plugin/save', { html: '', css: '', document, ...more })
    expect(await save({ baseRevision: 1 })).toMatchObject({ status: 200, body: { revision: 1 } })
    await apply(testService, 1, section('b', 'B'))
    const refused = await save({ baseRevision: 1 })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: 'Failed to save template',
        code: 'SAVE_FAILED',
        errorType: 'server',
        isRecoverable: true,
        revision: 2,
      },
    })
    expect((refused.body as { details: string }).details).toStartWith('REVISION_CONFLICT: ')
    expect(await save({})).toMatchObject({ status: 200, body: { revision: 3 } })
  })

  test('is restored to a version of its own', async () => {
    const testService = await open('restored')
    await apply(testService, 0, section('a', 'First'))
    await testService.call('POST /v1/plugin/operations', {
      baseRevision: 1,
      operations: [section('b', 'Second')],
      label: 'Two rows',
    })
    const { data } = (await testService.call('GET /v1/plugin/versions')).body as {
      data: { id: string; number: number; message: string | null }[]
    }
    expect(data.map(({ number, message }) => [number, message])).toEqual([
      [2, 'Two rows'],
      [1, null],
    ])
    const name = (label: unknown) => testService.call(`PUT /v1/plugin/versions/${data[1]?.id}`, { label })
    expect(await name('The first')).toMatchObject({
      status: 200,
      body: { number: 1, label: 'The first', savedAt: expect.any(String) },
    })
    expect(await name(7)).toMatchObject({ status: 422 })
    const path = `/v1/plugin/versions/${data[1]?.id}`
    const etag = (await testService.call(`GET ${path}`)).headers.get('etag') ?? ''
    expect((await testService.call(`GET ${path}`, undefined, { 'if-none-match': etag })).status).toBe(304)
    const named = await testService.call(`PUT ${path}`, { label: 'The 1st' }, { 'if-match': etag })
    expect(named.status).toBe(200)
    expect(await testService.call(`PUT ${path}`, { label: 'Lost' }, { 'if-match': etag })).toMatchObject({
      status: 412,
      body: { code: 'PRECONDITION_FAILED', revision: expect.any(String) },
    })
    const next = named.headers.get('etag') ?? ''
    expect((await testService.call(`PUT ${path}`, { label: 'The first' }, { 'if-match': next })).status).toBe(200)
    expect(
      await testService.call('PUT /v1/plugin/versions/ver_00000000000000000000000000', { label: 'x' }),
    ).toMatchObject({
      status: 404,
    })
    const restored = await testService.call(`POST /v1/plugin/versions/${data[1]?.id}/restore`)
    expect(restored).toMatchObject({ status: 200, body: { revision: 3 } })
    expect((restored.body as Edited).document.rows).toHaveLength(1)
  })

  test('stays under 1 MB', async () => {
    const testService = await open('large')
    const save = (bytes: number) => testService.call('POST /plugin/save', { html: 'x'.repeat(bytes), css: '' })
    const refused = await save(1024 * 1024)
    expect(refused).toMatchObject({ status: 413, body: { code: 'SAVE_FAILED', isRecoverable: true } })
    expect((refused.body as { details: string }).details).toContain('must be under 1 MB')
    expect((await read(testService)).revision).toBe(0)
  })

  test('is locked by one window; others wait, and may take it over', async () => {
    const mine = await open('locked', { seat: 'window-one' })
    await apply(mine, 0, section('a', 'A'))
    const [mineToo, theirs] = [await open('locked', { seat: 'window-two' }), await open('locked', { userId: 9 })]
    const take = async (testService: TestDesk, send: object = {}) => testService.call('PUT /v1/plugin/lock', send)
    expect(await take(mine)).toMatchObject({ body: { held: true, holder: null } })
    expect(await take(mine)).toMatchObject({ body: { held: true } })
    expect(await take(mineToo)).toMatchObject({
      status: 200,
      body: { held: false, holder: { kind: 'plugin_user', id: '42', name: 'User 42' } },
    })
    expect(await take(theirs)).toMatchObject({ body: { held: false, holder: { id: '42' } } })
    expect(await apply(theirs, 1, section('b', 'B'))).toMatchObject({
      status: 423,
      body: { code: 'LOCKED', holder: { id: '42' } },
    })
    expect(await theirs.call('POST /v1/plugin/save', { html: '', css: '' })).toMatchObject({
      status: 423,
      body: { code: 'SAVE_FAILED' },
    })
    expect(await take(theirs, { force: true })).toMatchObject({ status: 200, body: { held: true } })
    expect(await take(mineToo, { force: true })).toMatchObject({ body: { held: true } })
    expect(await apply(mine, 1, section('b', 'B'))).toMatchObject({ status: 423 })
    expect((await read(mine)).lock).toMatchObject({ held: false, holder: { id: '42' } })
    // A new session of the same window, as after an expiry, has the lock still.
    expect((await read(await open('locked', { seat: 'window-two' }))).lock.held).toBe(true)
    expect((await mine.call('DELETE /v1/plugin/lock')).status).toBe(204)
    expect((await read(mineToo)).lock.held).toBe(true)
    expect((await mineToo.call('DELETE /v1/plugin/lock')).status).toBe(204)
    expect(await take(theirs)).toMatchObject({ body: { held: true } })
  })

  test('obeys the grants of its template: who may look looks, who may not sees nothing', async () => {
    const templateId = await service.create({ name: 'Guarded', type: 'other' })
    const { projectId } = await hostOfA()
    const principal = (id: string) => ({ kind: 'plugin_user', id })
    const grants = [
      { principal: principal('1'), level: 'view' },
      { principal: principal('2'), level: 'manage' },
    ]
    const put = await ask(service, {
      call: `PUT /v1/templates/${templateId}/permissions`,
      send: { default: 'none', grants },
    })
    expect(put.status).toBe(200)
    expect(projectId).toBe(service.projects.a)
    const as = async (userId: number) => openTestService(service, await hostOfA(), { emailId: templateId, userId })
    const viewer = await as(1)
    expect(await read(viewer)).toMatchObject({ access: 'view' })
    expect(await apply(viewer, 1, section('a', 'A'))).toMatchObject({
      status: 403,
      body: { code: 'PERMISSION_DENIED' },
    })
    const send = { name: 'Not mine', nodes: [{ type: 'section', columns: [{ blocks: [] }] }] }
    expect(await viewer.call('POST /v1/plugin/modules', send)).toMatchObject({ status: 403 })
    const manager = await as(2)
    expect(await read(manager)).toMatchObject({ access: 'manage' })
    expect((await apply(manager, 1, section('a', 'A'))).status).toBe(200)
    expect(as(3)).rejects.toThrow('TEMPLATE_NOT_FOUND')
  })

  let ofA: Promise<Host> | undefined
  function hostOfA(): Promise<Host> {
    ofA ??= (async () => {
      const projectId = service.projects.a
      const made = await ask(service, { call: `POST /v1/projects/${projectId}/credentials/rotate` })
      const { plugin_id: pluginId, secret_key: secret } = made.body as { plugin_id: string; secret_key: string }
      return { projectId, pluginId, secret }
    })()
    return ofA
  }

  test('of another project cannot be reached by its id, and a deleted one begins anew', async () => {
    const testService = await open('deleted-later')
    await apply(testService, 0, section('a', 'A'))
    const { templateId } = await read(testService)
    const stranger = await openTestService(service, await makeHost(service), { emailId: 'deleted-later' })
    expect(await read(stranger)).toMatchObject({ templateId: null, document: { rows: [] } })
    await service.store.tx((db) => db.update(db.tables.templates).set({ deletedAt: Date.now() }))
    expect(await read(testService)).toMatchObject({ templateId: null, revision: 0 })
    expect(await apply(testService, 1, section('b', 'B'))).toMatchObject({
      status: 404,
      body: { code: 'TEMPLATE_NOT_FOUND' },
    })
    expect(await apply(testService, 0, section('b', 'B'))).toMatchObject({ status: 200, body: { revision: 1 } })
    expect((await read(testService)).templateId).not.toBe(templateId)
  })
})
