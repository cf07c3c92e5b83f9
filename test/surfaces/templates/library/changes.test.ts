import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../../src/kernel/limits.ts'
import { ask, scenarios } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'

interface Template {
  id: string
  name: string
  folder_id: string | null
  revision: number
  updated_at: string
}

const documentContaining = (text: string) => ({
  meta: { title: 'T', subject: `About ${text}`, preheader: 'Soon' },
  rows: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: `<p>${text}</p>` }] }] }],
})
const unknownFolder = 'fld_01jd7q2v5w8x3y4z6a7b9c0d1f'

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    beforeAll(async () => {
      service = await startService({ dialect, listens: true })
    })

    const make = async (body: object = {}) =>
      (await ask(service, { call: 'POST /v1/templates', send: { name: 'One', type: 'other', ...body } }))
        .body as Template
    const read = async (id: string, key = 'a') =>
      (await ask(service, { call: `GET /v1/templates/${id}`, key })).body as Template
    const put = (id: string, send: object, headers: Record<string, string> = {}) =>
      ask(service, { call: `PUT /v1/templates/${id}`, send, headers })

    describe('creating', () => {
      const base = { name: 'Spring', type: 'promotional' }
      scenarios(
        () => service,
        [
          {
            name: 'answers the template, its address and its tag',
            call: 'POST /v1/templates',
            send: base,
            status: 201,
            fires: ['template.created'],
            body: {
              name: 'Spring',
              type: 'promotional',
              folder_id: null,
              tags: [],
              revision: 1,
              source: 'document',
              favorite: false,
              public: false,
            },
            answers: { location: /^\/v1\/templates\/tpl_[0-9a-z]{26}$/, etag: /^"1\.\d+"$/ },
          },
          {
            name: 'keeps subject and preheader of the document',
            call: 'POST /v1/templates',
            send: { ...base, tags: ['a', 'b'], document: documentContaining('ducks') },
            status: 201,
            body: { subject: 'About ducks', preheader: 'Soon', tags: ['a', 'b'] },
          },
          {
            name: 'takes HTML with CSS',
            call: 'POST /v1/templates',
            send: { ...base, html: '<p>Hi</p>', css: 'p { color: #f00 }' },
            status: 201,
            body: { source: 'html' },
            fires: ['template.created'],
          },
          ...[
            [{ type: 'other' }, '/name'],
            [{ name: '', type: 'other' }, '/name'],
            [{ name: 'a\u0007b', type: 'other' }, '/name'],
            [{ name: 'x'.repeat(100_000), type: 'other' }, '/name'],
            [{ name: 7, type: 'other' }, '/name'],
            [{ name: 'x' }, '/type'],
            [{ name: 'x', type: 'letter' }, '/type'],
            [{ ...base, tags: 'spring' }, '/tags'],
            [{ ...base, tags: ['a', 'a'] }, '/tags'],
            [{ ...base, tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, '/tags'],
            [{ ...base, tags: [''] }, '/tags/0'],
            [{ ...base, folder: '' }, '/folder'],
            [{ ...base, folder: '   ' }, '/folder'],
            [{ ...base, folder: 3 }, '/folder'],
            [{ ...base, document: [] }, '/document'],
            [{ ...base, document: 'x' }, '/document'],
            [{ ...base, document: {}, html: 'x' }, '/html'],
            [{ ...base, document: {}, css: 'x' }, '/css'],
            [{ ...base, css: 'x' }, '/css'],
            [{ ...base, html: 5 }, '/html'],
          ].map(([send, path]) => ({
            name: `names ${path} when it is wrong in ${JSON.stringify(send).slice(0, 60)}`,
            call: 'POST /v1/templates',
            send,
            status: 422,
            body: { code: 'VALIDATION_FAILED', issues: expect.arrayContaining([expect.objectContaining({ path })]) },
          })),
          {
            name: 'names the place in a document that is wrong',
            call: 'POST /v1/templates',
            send: {
              ...base,
              document: { rows: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: 5 }] }] }] },
            },
            status: 422,
            body: { code: 'DOCUMENT_INVALID', issues: [{ path: '/document/rows/0/columns/0/blocks/0/text' }] },
          },
          {
            name: 'refuses a document above the limit',
            call: 'POST /v1/templates',
            send: {
              ...base,
              document: { meta: { title: 'T' }, rows: [], head: { css: 'x'.repeat(limits.documentBytes) } },
            },
            status: 413,
            body: { code: 'DOCUMENT_TOO_LARGE' },
          },
          {
            name: 'refuses HTML and CSS of 1 MB together',
            call: 'POST /v1/templates',
            send: { ...base, html: '"'.repeat(1024 * 1024 - 100), css: 'p{}'.repeat(80_000) },
            status: 413,
            body: { code: 'DOCUMENT_TOO_LARGE', issues: [{ path: '/html' }] },
          },
          {
            name: 'refuses a document of 5,001 nodes',
            call: 'POST /v1/templates',
            send: {
              ...base,
              document: {
                rows: [
                  {
                    type: 'section',
                    columns: [{ blocks: Array.from({ length: 4999 }, () => ({ type: 'text', text: 'x' })) }],
                  },
                ],
              },
            },
            status: 413,
            body: { code: 'DOCUMENT_TOO_LARGE' },
          },
          {
            name: 'refuses a folder id that the project does not have',
            call: 'POST /v1/templates',
            send: { ...base, folder: unknownFolder },
            status: 404,
            body: { code: 'FOLDER_NOT_FOUND' },
          },
          {
            name: 'refuses a body that is not JSON',
            call: 'POST /v1/templates',
            send: '{',
            status: 400,
            body: { code: 'MALFORMED_BODY' },
          },
          { name: 'refuses a body with NUL', call: 'POST /v1/templates', send: { ...base, name: 'a\0b' }, status: 422 },
          {
            name: 'refuses half a character',
            call: 'POST /v1/templates',
            send: '{"name":"\\ud800","type":"other"}',
            status: 422,
          },
          {
            name: 'refuses a prototype',
            call: 'POST /v1/templates',
            send: '{"name":"x","type":"other","__proto__":{}}',
            status: 400,
          },
        ],
      )

      test('twenty callers who name a new folder at once make one', async () => {
        const made = await Promise.all(Array.from({ length: 20 }, () => make({ folder: 'Campaigns' })))
        expect(new Set(made.map(({ folder_id }) => folder_id)).size).toBe(1)
        expect(await make({ folder: 'campaigns' })).toMatchObject({ folder_id: made[0]?.folder_id })
        const { folder_id } = await make({ folder: 'Übersicht 概要' })
        expect(await make({ folder: ' ÜBERSICHT 概要 ' })).toMatchObject({ folder_id })
        expect(await make({ folder: made[0]?.folder_id })).toMatchObject({ folder_id: made[0]?.folder_id })
      })

      test('a folder of another project is not found', async () => {
        const { folder_id } = await make({ folder: 'Ours' })
        const send = { name: 'x', type: 'other', folder: folder_id }
        expect((await ask(service, { call: 'POST /v1/templates', key: 'b', send })).status).toBe(404)
      })

      test('a repeated call under one Idempotency-Key makes one template', async () => {
        const row = {
          call: 'POST /v1/templates',
          headers: { 'idempotency-key': 'once' },
          send: { name: 'Once', type: 'other' },
        }
        const [first, second] = [await ask(service, row), await ask(service, row)]
        expect(second).toMatchObject({ status: 201, body: first.body as object })
        expect(second.headers.get('idempotency-replayed')).toBe('true')
        expect(second.headers.get('location')).toBe(first.headers.get('location'))
        expect((await ask(service, { ...row, send: { name: 'Twice', type: 'other' } })).status).toBe(422)
      })
    })

    describe('updating', () => {
      test('each change is one revision, and none when nothing differs', async () => {
        const { id } = await make({ document: documentContaining('ducks') })
        expect((await put(id, { name: 'Two', type: 'newsletter', tags: ['x'] })).body).toMatchObject({
          name: 'Two',
          type: 'newsletter',
          tags: ['x'],
          revision: 2,
        })
        expect((await put(id, { name: 'Two', tags: ['x'] })).body).toMatchObject({ revision: 2 })
        const stored = (await ask(service, { call: `GET /v1/templates/${id}/structured` })).body as { document: object }
        expect((await put(id, { document: stored.document })).body).toMatchObject({ revision: 2 })
        expect((await put(id, { document: documentContaining('geese') })).body).toMatchObject({
          revision: 3,
          subject: 'About geese',
        })
        expect((await put(id, { html: '<p>geese</p>' })).body).toMatchObject({ revision: 4, source: 'html' })
        expect(await read(id)).toMatchObject({ revision: 4, name: 'Two' })
      })

      test('a folder is named, kept, and left', async () => {
        const { id } = await make()
        const { folder_id } = (await put(id, { folder: 'Later' })).body as Template
        expect(folder_id).toMatch(/^fld_/)
        expect((await put(id, { name: 'Renamed' })).body).toMatchObject({ folder_id })
        expect((await put(id, { folder: null })).body).toMatchObject({ folder_id: null, revision: 4 })
      })

      test('a stale tag is refused and told the revision', async () => {
        const { id } = await make()
        expect((await put(id, { name: 'b' }, { 'if-match': '"1"' })).status).toBe(200)
        const stale = await put(id, { name: 'c' }, { 'if-match': '"1"' })
        expect(stale).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED', revision: 2 } })
        expect((await put(id, { name: 'c' }, { 'if-match': '*' })).headers.get('etag')).toMatch(/^"3\./)
      })

      test('of ten writers with the same tag one wins', async () => {
        const { id } = await make()
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, i) => put(id, { name: `n${i}` }, { 'if-match': '"1"' })),
        )
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
        expect(await read(id)).toMatchObject({ revision: 2 })
      })

      test('ten writers without a tag make ten revisions', async () => {
        const { id } = await make()
        await Promise.all(Array.from({ length: 10 }, (_, i) => put(id, { name: `n${i}` })))
        expect(await read(id)).toMatchObject({ revision: 11 })
      })

      test('what is wrong changes nothing', async () => {
        const { id } = await make()
        for (const send of [{}, { name: '' }, { document: { rows: 5 } }, { folder: unknownFolder }, { css: 'x' }]) {
          expect([404, 422]).toContain((await put(id, send)).status)
        }
        expect(await read(id)).toMatchObject({ revision: 1 })
      })
    })

    describe('deleting', () => {
      test('a deleted template is in the trash only, and comes back as it was', async () => {
        const made = await make({ folder: 'Bin', document: documentContaining('phoenix') })
        const call = (line: string) => ask(service, { call: line.replace(':id', made.id) })
        expect(await call('DELETE /v1/templates/:id')).toMatchObject({ status: 204, text: '' })
        for (const line of ['GET /v1/templates/:id', 'DELETE /v1/templates/:id', 'GET /v1/templates/:id/html']) {
          expect((await call(line)).status).toBe(404)
        }
        expect((await put(made.id, { name: 'x' })).status).toBe(404)
        expect((await call('GET /v1/templates/my?limit=100')).text).not.toContain(made.id)
        expect((await call('GET /v1/templates/search?q=phoenix')).text).not.toContain(made.id)
        const trash = (await call('GET /v1/templates/my?status=trash&limit=100')).body as { data: object[] }
        expect(trash.data).toContainEqual(expect.objectContaining({ id: made.id, deleted_at: expect.any(String) }))
        const restored = await call('POST /v1/templates/:id/restore')
        expect(restored).toMatchObject({ status: 200, body: made })
        expect(restored.body).not.toHaveProperty('deleted_at')
        expect(await call('POST /v1/templates/:id/restore')).toMatchObject({
          status: 409,
          body: { code: 'TEMPLATE_NOT_IN_TRASH' },
        })
      })

      test('a permanent deletion takes it out of the trash too', async () => {
        const [active, trashed] = [await make(), await make({ document: documentContaining('vanishing') })]
        const erase = (id: string) => ask(service, { call: `DELETE /v1/templates/${id}?permanent=true` })
        expect((await erase(active.id)).status).toBe(204)
        await ask(service, { call: `DELETE /v1/templates/${trashed.id}` })
        expect((await erase(trashed.id)).status).toBe(204)
        expect((await erase(trashed.id)).status).toBe(404)
        expect((await ask(service, { call: `POST /v1/templates/${trashed.id}/restore` })).status).toBe(404)
        expect((await ask(service, { call: 'GET /v1/templates/search?q=vanishing&status=trash' })).body).toMatchObject({
          data: [],
        })
      })
    })

    describe('duplicating', () => {
      test('a copy has its own name and revision and the content of the original', async () => {
        const made = await make({ folder: 'Originals', tags: ['a'], document: documentContaining('twins') })
        // Nothing in the body is required, so none is needed.
        const copy = await ask(service, { call: `POST /v1/templates/${made.id}/duplicate` })
        expect(copy).toMatchObject({
          status: 201,
          body: { name: 'One (copy)', folder_id: made.folder_id, tags: ['a'], revision: 1, subject: 'About twins' },
        })
        const { id } = copy.body as Template
        const of = async (one: string) =>
          ((await ask(service, { call: `GET /v1/templates/${one}/structured` })).body as { document: object }).document
        expect(await of(id)).toEqual(await of(made.id))
        const send = { name: 'Elsewhere', folder: 'Copies' }
        const other = await ask(service, { call: `POST /v1/templates/${made.id}/duplicate`, send })
        expect(other.body).toMatchObject({ name: 'Elsewhere' })
        expect((other.body as Template).folder_id).not.toBe(made.folder_id)
      })
    })

    describe('a public template', () => {
      const publicId = async () => {
        const page = (await ask(service, { call: 'GET /v1/templates/public?limit=1' })).body as { data: Template[] }
        return page.data[0]?.id ?? ''
      }

      test('is read, marked and duplicated by every project', async () => {
        const id = await publicId()
        for (const key of ['a', 'b']) {
          expect(await read(id, key)).toMatchObject({ public: true })
          const copy = await ask(service, { call: `POST /v1/templates/${id}/duplicate`, key, send: { name: 'Ours' } })
          expect(copy).toMatchObject({ status: 201, body: { name: 'Ours', public: false, folder_id: null } })
        }
        expect((await ask(service, { call: `POST /v1/templates/${id}/favorite` })).body).toMatchObject({
          favorite: true,
        })
        expect(await read(id, 'b')).toMatchObject({ favorite: false })
      })

      test('is never written', async () => {
        const id = await publicId()
        const readOnly = { status: 403, body: { code: 'TEMPLATE_READ_ONLY' } }
        expect(await put(id, { name: 'x' })).toMatchObject(readOnly)
        expect(await put(id, { document: documentContaining('x') })).toMatchObject(readOnly)
        for (const call of [
          `DELETE /v1/templates/${id}`,
          `DELETE /v1/templates/${id}?permanent=true`,
          `POST /v1/templates/${id}/restore`,
        ]) {
          expect(await ask(service, { call })).toMatchObject(readOnly)
        }
        for (const [path, more] of [
          ['move', { folder_id: null }],
          ['delete', {}],
          ['delete', { permanent: true }],
        ] as const) {
          const bulk = await ask(service, { call: `POST /v1/templates/bulk/${path}`, send: { ids: [id], ...more } })
          expect(bulk.body).toMatchObject({ results: [{ id, ok: false, error: { code: 'TEMPLATE_READ_ONLY' } }] })
        }
      })
    })
  })
}
