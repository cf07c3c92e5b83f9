import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { applyOperations, type EmailDocument, type Operation } from '../../../src/email/document/index.ts'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

interface Applied {
  revision: number
  operations: Operation[]
  inverse: Operation[]
  operations_since: Operation[]
}
type Edited = TestService & { id: string }

const text = (id: string, words: string) => ({ id, type: 'text', text: `<p>${words}</p>` })
const document = {
  schema: 'svc.email/1',
  meta: { title: 'T', lang: 'en' },
  rows: [
    {
      id: 'top',
      type: 'section',
      columns: [{ id: 'column', type: 'column', blocks: [text('hello', 'Hello'), text('bye', 'Goodbye')] }],
    },
  ],
}
const say = (id: string, words: string) => ({ op: 'set', id, props: { text: `<p>${words}</p>` } })

describe.each([...dialects])('operations on %s', (dialect) => {
  let service: Edited
  const given = () => service
  const path = () => `/v1/templates/${service.id}`
  const edit = (base: number, operations: unknown[], more: object = {}): Promise<Answer> =>
    ask(service, { call: `POST ${path()}/operations`, send: { base_revision: base, operations, ...more } })
  const read = async () => {
    const { body } = await ask(service, { call: `GET ${path()}/structured` })
    return body as { revision: number; document: EmailDocument }
  }
  const html = async () => (await ask(service, { call: `GET ${path()}/html` })).text

  beforeAll(async () => {
    service = { ...(await startService({ dialect })), id: '' }
  })
  beforeEach(async () => {
    service.id = await service.create({ name: 'Edited', type: 'other', document })
  })

  test('change the document, and their inverse takes everything back', async () => {
    const before = await read()
    const { status, body, headers } = await edit(1, [say('hello', 'Good morning'), { op: 'remove', id: 'bye' }])
    expect({ status, body }).toMatchObject({ status: 200, body: { revision: 2, operations_since: [] } })
    expect(headers.get('etag')).toBe('"2"')
    expect(await html()).toContain('Good morning')
    expect((await edit(2, (body as Applied).inverse)).body).toMatchObject({ revision: 3 })
    expect((await read()).document).toEqual(before.document)
  })

  test('of two editors merge where they touch different things, and the later one is told of the other', async () => {
    await edit(1, [say('hello', 'From one')])
    const { status, body } = await edit(1, [say('bye', 'From the other')])
    expect(status).toBe(200)
    expect(body).toMatchObject({ revision: 3, operations_since: [{ op: 'set', id: 'hello' }] })
    for (const words of ['From one', 'From the other']) expect(await html()).toContain(words)
  })

  test('of two editors on the same property are refused with what the other did', async () => {
    await edit(1, [say('hello', 'From one')])
    const { status, body } = await edit(1, [say('bye', 'Kept out'), say('hello', 'From the other')])
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'REVISION_CONFLICT',
        revision: 2,
        operations_since: [{ op: 'set', id: 'hello' }],
        conflicts: [{ operation: 1, node_id: 'hello', property: 'text' }],
      },
    })
    expect(await html()).not.toContain('Kept out')
  })

  test('lead a client that was told from its own document to the stored one', async () => {
    const { document: base } = await read()
    await edit(1, [say('hello', 'From one')])
    const { body } = await edit(1, [{ op: 'move', id: 'bye', parent: 'column', index: 0 }])
    const { operations, operations_since: since } = body as Applied
    const local = applyOperations(base, [...since, ...operations], blockTypes)
    expect('document' in local && local.document).toEqual((await read()).document)
  })

  test('are fitted behind a whole document that somebody else saved, and behind a new name', async () => {
    const { document: whole } = await read()
    await ask(service, { call: `PUT ${path()}`, send: { name: 'Renamed' } })
    const send = { document: { ...whole, meta: { ...whole.meta, subject: 'A subject' } } }
    await ask(service, { call: `PUT ${path()}`, send })
    expect((await edit(1, [say('bye', 'Late')])).body).toMatchObject({ revision: 4 })
    expect((await read()).document.meta.subject).toBe('A subject')
  })

  test('sent twice under one Idempotency-Key are applied once', async () => {
    const call = {
      call: `POST ${path()}/operations`,
      headers: { 'idempotency-key': `once ${service.id}`.replace(' ', '-') },
      send: { base_revision: 1, operations: [say('hello', 'Once')] },
    }
    const first = await ask(service, call)
    expect((await ask(service, call)).body).toEqual(first.body)
    expect((await read()).revision).toBe(2)
  })

  test('sent twice under one edit id are applied once, however late, and never stand for others', async () => {
    const send = { base_revision: 1, operations: [say('hello', 'Once')], edit_id: 'edit-0001' }
    const call = { call: `POST ${path()}/operations`, send }
    const first = await ask(service, call)
    expect(first).toMatchObject({ status: 200, body: { revision: 2, operations_covered: 1 } })
    await edit(2, [say('hello', 'Of others')])
    expect((await ask(service, call)).body).toEqual(first.body)
    expect(await html()).toContain('Of others')
    expect(await ask(service, { ...call, send: { ...send, operations: [say('hello', 'Twice')] } })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })

  test('of one editor in quick succession fold into one version, a label begins another', async () => {
    for (let n = 1; n <= 4; n++) await edit(n, [say('hello', `Number ${n}`)])
    await edit(5, [say('bye', 'Labelled')], { label: 'Before the launch' })
    await edit(6, [say('bye', 'After')])
    const { data } = (await ask(service, { call: `GET ${path()}/versions` })).body as { data: object[] }
    expect(data).toMatchObject([
      { number: 4, revision: 7, kind: 'auto' },
      { number: 3, revision: 6, kind: 'manual', message: 'Before the launch' },
      { number: 2, revision: 5, kind: 'auto', changes: { changed: 1 } },
      { number: 1, revision: 1 },
    ])
    const { templateParts } = service.store.read.tables
    const parts = (await service.store.read.select().from(templateParts)).filter((row) => row.templateId === service.id)
    expect(parts.filter(({ json }) => json.includes('Number 1'))).toEqual([])
  })

  test('that race for one revision merge or are told, never lost', async () => {
    const calls = Array.from({ length: 10 }, (_, n) =>
      edit(1, [{ op: 'insert', parent: 'column', index: 0, nodes: [text(`n${n}`, `New ${n}`)] }]),
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
    const words = await html()
    for (let n = 0; n < 10; n++) expect(words).toContain(`New ${n}`)
    expect((await read()).revision).toBe(11)
  })

  test('clean what they bring, in storage and in what others are told', async () => {
    const bad = '<p>Hi<script>alert(1)</script></p>'
    await edit(1, [{ op: 'insert', parent: 'column', index: 0, nodes: [{ id: 'raw', type: 'html', html: bad }] }])
    const { body, text: answer } = await edit(1, [say('bye', 'Later')])
    expect((body as Applied).operations_since.length).toBe(1)
    expect(answer + JSON.stringify(await read())).not.toContain('<script')
  })

  scenarios(given, [
    {
      name: 'need a base',
      call: () => `POST ${path()}/operations`,
      send: { operations: [say('hello', 'X')] },
      status: 422,
      body: { issues: [{ path: '/base_revision' }] },
    },
    {
      name: 'are not made on the future',
      call: () => `POST ${path()}/operations`,
      send: { base_revision: 9, operations: [say('hello', 'X')] },
      status: 422,
      body: { issues: [{ path: '/base_revision' }] },
    },
    {
      name: 'may be none, and make no revision then',
      call: () => `POST ${path()}/operations`,
      send: { base_revision: 1, operations: [] },
      status: 200,
      body: { revision: 1, operations: [], inverse: [] },
    },
    {
      name: 'name the node that is not there',
      call: () => `POST ${path()}/operations`,
      send: { base_revision: 1, operations: [say('nobody', 'X')] },
      status: 422,
      body: { code: 'DOCUMENT_INVALID', issues: [{ path: '/operations/0/id' }] },
    },
    {
      name: 'name the operation nobody knows',
      call: () => `POST ${path()}/operations`,
      send: { base_revision: 1, operations: [say('hello', 'X'), { op: 'explode' }] },
      status: 422,
      body: { issues: [{ path: '/operations/1/op' }] },
    },
    {
      name: 'are not for another project',
      call: () => `POST ${path()}/operations`,
      key: 'b',
      send: { base_revision: 1, operations: [say('hello', 'X')] },
      status: 404,
    },
    {
      name: 'are not for who only reads',
      call: () => `POST ${path()}/operations`,
      key: 'readOnly',
      send: { base_revision: 1, operations: [say('hello', 'X')] },
      status: 403,
    },
    { name: 'are not for who sends no key', call: () => `POST ${path()}/operations`, key: null, send: {}, status: 401 },
  ])
})
