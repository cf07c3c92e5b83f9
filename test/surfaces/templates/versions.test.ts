import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

interface Version {
  id: string
  number: number
  kind: string
  label?: string
  message?: string
  pinned: boolean
  current: boolean
  changes: { text: string }
}
type VersionedTemplate = TestService & { id: string; first: string }

const text = (id: string, words: string) => ({ id, type: 'text', text: `<p>${words}</p>` })
const section = (id: string, ...blocks: object[]) => ({
  id,
  type: 'section',
  columns: [{ id: `${id}-column`, type: 'column', blocks }],
})
const emailOf = (...rows: object[]) => ({ schema: 'svc.email/1', meta: { title: 'T', lang: 'en' }, rows })
const original = emailOf(section('top', text('hello', 'Hello')), section('end', text('bye', 'Goodbye')))
const unknown = 'ver_00000000000000000000000000'

describe.each([...dialects])('the history of a template on %s', (dialect) => {
  let service: VersionedTemplate
  const given = () => service
  const path = () => `/v1/templates/${service.id}`

  beforeAll(async () => {
    service = { ...(await startService({ dialect })), id: '', first: '' }
  })
  beforeEach(async () => {
    service.id = await service.create({ name: 'Kept', type: 'other', document: original })
    service.first = (await versions())[0]?.id ?? ''
  })

  const call = (what: string, send?: unknown, key = 'a'): Promise<Answer> =>
    ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })
  const save = async (document: object, more: object = {}) => {
    const { status, body } = await call(`PUT ${path()}`, { document, ...more })
    expect({ status, body }).toMatchObject({ status: 200 })
  }
  const versions = async (query = '') =>
    ((await call(`GET ${path()}/versions${query}`)).body as { data: Version[] }).data
  const parts = async () => {
    const { templateParts } = service.store.read.tables
    return (await service.store.read.select().from(templateParts)).filter((row) => row.templateId === service.id)
  }
  const edited = emailOf(section('top', text('hello', 'Good morning')), section('end', text('bye', 'Goodbye')))

  test('has a version for every save that changes the document, with what changed in words', async () => {
    await save(edited)
    await save(emailOf(...edited.rows, section('more', text('new', 'New'))), { message: 'One more section' })
    await call(`PUT ${path()}`, { name: 'Renamed only' })
    await save(emailOf(...edited.rows, section('more', text('new', 'New'))))
    const [third, second, first, ...none] = await versions()
    expect(none).toEqual([])
    expect([first, second, third]).toMatchObject([
      { number: 1, kind: 'auto', current: false, changes: { text: 'Created' } },
      { number: 2, kind: 'auto', current: false, changes: { changed: 1 } },
      { number: 3, kind: 'manual', message: 'One more section', current: true, changes: { changed: 0 } },
    ])
    expect(second?.changes.text.toLowerCase()).toContain('text')
    expect(third?.changes.text.toLowerCase()).toContain('added a section')
  })

  test('gives every version back to the byte, and rendered as it was', async () => {
    const before = await call(`GET ${path()}/html`)
    const document = ((await call(`GET ${path()}/structured`)).body as { document: object }).document
    await save(emailOf())
    const { body } = await call(`GET ${path()}/versions/${service.first}`)
    expect(JSON.stringify((body as { document: object }).document)).toBe(JSON.stringify(document))
    expect((await call(`GET ${path()}/versions/${service.first}/html`)).body).toEqual(before.body)
    expect((await call(`GET ${path()}/versions/${service.first}/html?mode=editor`)).text).toContain('data-n=')
  })

  test('keeps what did not change once', async () => {
    const before = await parts()
    await save(edited)
    const added = (await parts()).filter(({ key }) => !before.some((part) => part.key === key))
    expect(added.map(({ json }) => JSON.parse(json) as object)).toMatchObject([{ id: 'top' }])
  })

  test('comes in pages that go on where the last one ended', async () => {
    for (const words of ['a', 'b', 'c']) await save(emailOf(section('top', text('hello', words))))
    const { data, page } = (await call(`GET ${path()}/versions?limit=2`)).body as {
      data: Version[]
      page: { next_cursor: string }
    }
    expect(data.map(({ number }) => number)).toEqual([4, 3])
    expect((await versions(`?limit=2&cursor=${page.next_cursor}`)).map(({ number }) => number)).toEqual([2, 1])
  })

  test('is compared block by block, by number, by id and with what is current', async () => {
    await save(edited)
    const { body } = await call(`GET ${path()}/versions/compare?from=1`)
    expect(body).toMatchObject({
      from: 1,
      to: 2,
      added: [],
      removed: [],
      moved: [],
      changed: [
        {
          id: 'hello',
          type: 'text',
          properties: [{ path: '/text', words: { before: 'Hello', after: 'Good morning' } }],
        },
      ],
    })
    expect((await call(`GET ${path()}/versions/compare?from=${service.first}&to=2`)).body).toEqual(body)
    expect((await call(`GET ${path()}/versions/compare?from=current&to=current`)).body).toMatchObject({ changed: [] })
  })

  test('names what is current, and keeps the name until it is taken away', async () => {
    const { status, body, headers } = await call(`POST ${path()}/versions`, { label: 'As sent', pinned: true })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { number: 2, label: 'As sent', pinned: true, kind: 'manual', current: true },
    })
    expect(headers.get('location')).toBe(`${path()}/versions/${(body as Version).id}`)
    expect((await versions('?pinned=true')).map(({ number }) => number)).toEqual([2])
    const changed = await call(`PUT ${path()}/versions/${(body as Version).id}`, { label: null, pinned: false })
    expect(changed.body).toMatchObject({ pinned: false })
    expect(changed.body).not.toHaveProperty('label')
  })

  test('brings a version back whole, as one more version', async () => {
    await save(edited)
    const { body, headers } = await call(`POST ${path()}/versions/${service.first}/restore`, {})
    expect(body).toMatchObject({ template: { revision: 3 }, missing_nodes: [] })
    expect(headers.get('etag')).toMatch(/^"3\./)
    expect(await versions()).toMatchObject([{ number: 3, message: 'Restored version 1', kind: 'manual' }, {}, {}])
    expect((await call(`GET ${path()}/versions/compare?from=1&to=3`)).body).toMatchObject({
      changed: [],
      added: [],
      removed: [],
    })
  })

  test('brings chosen blocks back and leaves the rest', async () => {
    await save(emailOf(section('top', text('hello', 'Changed'), text('extra', 'Extra'))))
    const { body } = await call(`POST ${path()}/versions/${service.first}/restore`, {
      nodes: ['hello', 'end', 'nobody'],
    })
    expect(body).toMatchObject({ missing_nodes: ['nobody'] })
    const words = (await call(`GET ${path()}/html`)).text
    for (const kept of ['Hello', 'Extra', 'Goodbye']) expect(words).toContain(kept)
    expect(words).not.toContain('Changed')
  })

  test('makes a template of its own from a version', async () => {
    await save(edited)
    const { status, body } = await call(`POST ${path()}/versions/${service.first}/duplicate`, {})
    expect({ status, body }).toMatchObject({ status: 201, body: { name: 'Kept (version 1)', revision: 1 } })
    expect((await call(`GET /v1/templates/${(body as { id: string }).id}/html`)).text).toContain('Hello')
  })

  test('forgets a version on demand, with what only it used, but not the current or a pinned one', async () => {
    await save(edited)
    await save(emailOf(section('top', text('hello', 'Third'))))
    const [current, second] = await versions()
    const used = (await parts()).length
    expect((await call(`DELETE ${path()}/versions/${second?.id}`)).status).toBe(204)
    expect((await parts()).length).toBe(used - 1)
    expect((await call(`DELETE ${path()}/versions/${current?.id}`)).body).toMatchObject({ code: 'VERSION_PROTECTED' })
    await call(`PUT ${path()}/versions/${service.first}`, { pinned: true })
    expect((await call(`DELETE ${path()}/versions/${service.first}`)).body).toMatchObject({ code: 'VERSION_PROTECTED' })
    expect((await call(`GET ${path()}/versions/${second?.id}`)).body).toMatchObject({ code: 'VERSION_NOT_FOUND' })
  })

  test('forgets the oldest beyond the plan, never what was named or pinned', async () => {
    const { companies } = service.store.read.tables
    const setPlan = (plan: 'free' | 'enterprise') =>
      service.store.tx(async (db) => void (await db.update(companies).set({ plan })))
    await setPlan('free')
    await call(`PUT ${path()}/versions/${service.first}`, { pinned: true })
    await save(emailOf(section('top', text('hello', 'Named'))))
    await call(`POST ${path()}/versions`, { label: 'Named' })
    for (let n = 0; n < limits.versions.free + 5; n++) await save(emailOf(section('top', text('hello', `Number ${n}`))))
    const numbers = (await versions('?limit=100')).map(({ number }) => number)
    expect(numbers.length).toBe(limits.versions.free + 2)
    expect(numbers.slice(-2)).toEqual([3, 1])
    expect((await call(`GET ${path()}/versions/${service.first}`)).status).toBe(200)
    await setPlan('enterprise')
  })

  test('belongs to the copy from its first version on', async () => {
    const { body } = await call(`POST ${path()}/duplicate`, {})
    const copy = (await call(`GET /v1/templates/${(body as { id: string }).id}/versions`)).body as { data: Version[] }
    expect(copy.data).toMatchObject([{ number: 1, current: true }])
  })

  test('goes with its template', async () => {
    await call(`DELETE ${path()}?permanent=true`)
    expect(await parts()).toEqual([])
  })

  const at = (rest: string) => () => `${rest.replace('/…', path()).replace(':first', service.first)}`
  scenarios(given, [
    {
      name: 'is not for another project',
      call: at('GET /…/versions'),
      key: 'b',
      status: 404,
      body: { code: 'TEMPLATE_NOT_FOUND' },
    },
    {
      name: 'is not named by who only reads',
      call: at('POST /…/versions'),
      key: 'readOnly',
      send: { label: 'X' },
      status: 403,
    },
    {
      name: 'is not named without a name',
      call: at('POST /…/versions'),
      send: {},
      status: 422,
      body: { issues: [{ path: '/label' }] },
    },
    {
      name: 'is read by who only reads',
      call: at('GET /…/versions/:first'),
      key: 'readOnly',
      status: 200,
      body: { number: 1 },
    },
    { name: 'shows no version of another project', call: at('GET /…/versions/:first'), key: 'b', status: 404 },
    {
      name: 'restores nothing for another project',
      call: at('POST /…/versions/:first/restore'),
      key: 'b',
      send: {},
      status: 404,
    },
    {
      name: 'restores nothing for who only reads',
      call: at('POST /…/versions/:first/restore'),
      key: 'readOnly',
      send: {},
      status: 403,
    },
    {
      name: 'knows no version of another template',
      call: at(`GET /…/versions/${unknown}`),
      status: 404,
      body: { code: 'VERSION_NOT_FOUND' },
    },
    {
      name: 'compares with nothing that is not there',
      call: at('GET /…/versions/compare?from=99'),
      status: 404,
      body: { code: 'VERSION_NOT_FOUND' },
    },
    {
      name: 'compares nothing that is no version',
      call: at('GET /…/versions/compare?from=yesterday'),
      status: 422,
      body: { issues: [{ path: '/from' }] },
    },
    {
      name: 'is not changed in members nobody knows',
      call: at('PUT /…/versions/:first'),
      send: { number: 7 },
      status: 422,
    },
    { name: 'is not changed by nothing', call: at('PUT /…/versions/:first'), send: {}, status: 422 },
    {
      name: 'does not begin at the cursor of another list',
      call: at('GET /…/versions?cursor=x'),
      status: 422,
      body: { code: 'INVALID_CURSOR' },
    },
  ])
})
