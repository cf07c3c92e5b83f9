import { beforeAll, describe, expect, test } from 'bun:test'
import { ask, scenarios } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'
import { addTemplate } from './rows.ts'

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    beforeAll(async () => {
      service = await startService({ dialect })
    })

    const make = () => service.create({ name: 'One', type: 'other' })
    const bulk = (path: string, send: object, key = 'a') =>
      ask(service, { call: `POST /v1/templates/bulk/${path}`, send, key })
    const read = (id: string) => ask(service, { call: `GET /v1/templates/${id}` })
    const missing = { ok: false, error: { code: 'TEMPLATE_NOT_FOUND', message: 'Template not found' } }

    test('each id is answered in its place, whatever becomes of the others', async () => {
      const [a, b] = [await make(), await make()]
      const theirs = (await ask(service, { call: 'POST /v1/templates', key: 'b', send: { name: 'x', type: 'other' } }))
        .body as { id: string }
      const ids = [a, 'nonsense', b, theirs.id, a, 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e']
      expect(await bulk('delete', { ids })).toMatchObject({
        status: 200,
        body: {
          results: [
            { id: a, ok: true },
            { id: 'nonsense', ...missing },
            { id: b, ok: true },
            { id: theirs.id, ...missing },
            { id: a, ok: true },
            { id: ids[5], ...missing },
          ],
        },
      })
      for (const id of [a, b]) expect((await read(id)).status).toBe(404)
      expect((await ask(service, { call: `GET /v1/templates/${theirs.id}`, key: 'b' })).status).toBe(200)
    })

    test('of a thousand ids the half of another project is as if it were not there', async () => {
      const [ours, theirs] = await service.store.tx(async (db) => [
        await Promise.all(Array.from({ length: 500 }, () => addTemplate(db, service.projects.a))),
        await Promise.all(Array.from({ length: 500 }, () => addTemplate(db, service.projects.b))),
      ])
      const ids = ours.flatMap((id, at) => [id, theirs[at] ?? ''])
      const { status, body } = await bulk('delete', { ids })
      const { results } = body as { results: object[] }
      expect(status).toBe(200)
      expect(results).toEqual(ids.map((id, at) => (at % 2 === 0 ? { id, ok: true } : { id, ...missing })))
      const { templates } = service.store.read.tables
      const rows = await service.store.read.select().from(templates)
      expect(rows.filter((row) => theirs.includes(row.id) && row.deletedAt !== null)).toEqual([])
      expect(rows.filter((row) => ours.includes(row.id) && row.deletedAt === null)).toEqual([])
    })

    test('what is in the trash is erased only when it is asked for', async () => {
      const id = await make()
      await bulk('delete', { ids: [id] })
      expect((await bulk('delete', { ids: [id] })).body).toEqual({ results: [{ id, ...missing }] })
      expect((await bulk('delete', { ids: [id], permanent: true })).body).toEqual({ results: [{ id, ok: true }] })
      expect((await ask(service, { call: `POST /v1/templates/${id}/restore` })).status).toBe(404)
    })

    test('moving is one revision for those that were elsewhere', async () => {
      const home = (
        await ask(service, { call: 'POST /v1/templates', send: { name: 'x', type: 'other', folder: 'Home' } })
      ).body as {
        id: string
        folder_id: string
      }
      const id = await make()
      const moved = await bulk('move', { ids: [id, home.id], folder_id: home.folder_id })
      expect(moved.body).toEqual({ results: [id, home.id].map((one) => ({ id: one, ok: true })) })
      expect((await read(id)).body).toMatchObject({ folder_id: home.folder_id, revision: 2 })
      expect((await read(home.id)).body).toMatchObject({ revision: 1 })
      await bulk('move', { ids: [id, id], folder_id: null })
      expect((await read(id)).body).toMatchObject({ folder_id: null, revision: 3 })
    })

    test('bulk calls that overlap in opposite order both end', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, make))
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          bulk(i % 2 === 0 ? 'delete' : 'move', i % 2 === 0 ? { ids } : { ids: ids.toReversed(), folder_id: null }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    })

    test('a repeated call answers what the first did', async () => {
      const id = await make()
      const row = {
        call: 'POST /v1/templates/bulk/delete',
        headers: { 'idempotency-key': 'bulk' },
        send: { ids: [id] },
      }
      const [first, second] = [await ask(service, row), await ask(service, row)]
      expect(second.body).toEqual(first.body)
      expect(second.body).toEqual({ results: [{ id, ok: true }] })
    })

    const call = 'POST /v1/templates/bulk/move'
    scenarios(
      () => service,
      [
        {
          name: 'a thousand ids are taken',
          call,
          send: { ids: Array.from({ length: 1000 }, (_, i) => `x${i}`), folder_id: null },
          status: 200,
        },
        {
          name: 'a thousand and one are not',
          call,
          send: { ids: Array.from({ length: 1001 }, (_, i) => `x${i}`), folder_id: null },
          status: 422,
        },
        { name: 'no ids are not', call, send: { ids: [], folder_id: null }, status: 422 },
        { name: 'ids are a list', call, send: { ids: 'x', folder_id: null }, status: 422 },
        {
          name: 'an id is text',
          call,
          send: { ids: [1], folder_id: null },
          status: 422,
          body: { issues: [{ path: '/ids/0' }] },
        },
        {
          name: 'the folder is said',
          call,
          send: { ids: ['x'] },
          status: 422,
          body: { issues: [{ path: '/folder_id' }] },
        },
        { name: 'the folder is named by its id', call, send: { ids: ['x'], folder_id: 'Home' }, status: 422 },
        {
          name: 'the folder exists',
          call,
          send: { ids: ['x'], folder_id: 'fld_01jd7q2v5w8x3y4z6a7b9c0d1f' },
          status: 404,
          body: { code: 'FOLDER_NOT_FOUND' },
        },
        {
          name: 'permanent is true or false',
          call: 'POST /v1/templates/bulk/delete',
          send: { ids: ['x'], permanent: 'yes' },
          status: 422,
        },
      ],
    )
  })
}
