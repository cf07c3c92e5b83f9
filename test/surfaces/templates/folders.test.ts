import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

interface Folder {
  id: string
  name: string
  parent_id: string | null
  path: string[]
  template_count: number
  children?: Folder[]
}
type Named = TestService & { ids: Record<string, string> }

const nowhere = 'fld_00000000000000000000000000'

describe.each([...dialects])('folders on %s', (dialect) => {
  let service: Named
  const given = () => service
  const id = (name: string) => service.ids[name] ?? nowhere

  async function make(name: string, parent?: string, key = 'a'): Promise<string> {
    const send = { name, ...(parent === undefined ? {} : { parent_id: id(parent) }) }
    const { status, body } = await ask(service, { call: 'POST /v1/folders', key, send })
    expect({ status, body }).toMatchObject({ status: 201 })
    service.ids[name] = (body as Folder).id
    return id(name)
  }
  const read = async (call: string, key = 'a') => (await ask(service, { call, key })).body
  const tree = async () => ((await read('GET /v1/folders')) as { data: Folder[] }).data
  const outline = (branches: Folder[]): string =>
    branches.map(({ name, children = [] }) => (children.length > 0 ? `${name}(${outline(children)})` : name)).join(' ')
  const namesIn = async (folder: string, query = '') =>
    (
      (await read(`GET /v1/folders/${id(folder)}/templates?sort=name${query}`)) as { data: { name: string }[] }
    ).data.map(({ name }) => name)

  beforeAll(async () => {
    service = { ...(await startService({ dialect })), ids: {} }
    await make('Campaigns')
    await make('Spring', 'Campaigns')
    await make('Easter', 'Spring')
    await make('Archive')
    await make('Theirs', undefined, 'b')
    await service.create({ name: 'At the top', type: 'other' })
    await service.create({ name: 'In campaigns', type: 'other', folder: id('Campaigns') })
    await service.create({ name: 'In spring', type: 'newsletter', folder: id('Spring') })
    await service.create({ name: 'In easter', type: 'other', folder: id('Easter') })
    const trashed = await service.create({ name: 'Thrown away', type: 'other', folder: id('Easter') })
    await ask(service, { call: `DELETE /v1/templates/${trashed}` })
  })

  test('names are counted in characters, not in UTF-16 units', async () => {
    const create = (length: number) =>
      ask(service, { call: 'POST /v1/folders', send: { name: '😀'.repeat(length), parent_id: id('Archive') } })
    const { nameLength } = limits
    const made = await create(nameLength)
    expect(made).toMatchObject({ status: 201, body: { name: '😀'.repeat(nameLength) } })
    expect(await create(nameLength + 1)).toMatchObject({
      status: 422,
      body: { issues: [{ path: '/name', message: `May have at most ${nameLength} characters; shorten it.` }] },
    })
    await ask(service, { call: `DELETE /v1/folders/${(made.body as Folder).id}` })
  })

  describe('are created', () => {
    scenarios(given, [
      {
        name: 'not beside one of the same name, whatever its case',
        call: 'POST /v1/folders',
        send: { name: ' campaigns ' },
        status: 409,
        body: { code: 'NAME_TAKEN' },
      },
      {
        name: 'not inside one of another project',
        call: 'POST /v1/folders',
        key: 'b',
        send: { name: 'X', parent_id: nowhere },
        status: 404,
        body: { code: 'FOLDER_NOT_FOUND' },
      },
      {
        name: 'not without a name',
        call: 'POST /v1/folders',
        send: {},
        status: 422,
        body: { issues: [{ path: '/name' }] },
      },
      {
        name: 'not with a name of spaces',
        call: 'POST /v1/folders',
        send: { name: '  ' },
        status: 422,
        body: { issues: [{ path: '/name' }] },
      },
      {
        name: 'not in a colour nobody can draw',
        call: 'POST /v1/folders',
        send: { name: 'X', color: 'red' },
        status: 422,
        body: { issues: [{ path: '/color' }] },
      },
      { name: 'not by who only reads', call: 'POST /v1/folders', key: 'readOnly', send: { name: 'X' }, status: 403 },
      { name: 'not without a key', call: 'POST /v1/folders', key: null, send: { name: 'X' }, status: 401 },
    ])
    test('with Location, path and colour, once under an Idempotency-Key', async () => {
      const call = {
        call: 'POST /v1/folders',
        headers: { 'idempotency-key': 'f1' },
        send: { name: 'Autumn', parent_id: id('Campaigns'), color: '#aa5500' },
      }
      const first = await ask(service, call)
      expect(first.body).toMatchObject({ path: ['Campaigns', 'Autumn'], color: '#aa5500', template_count: 0 })
      expect(first.headers.get('location')).toBe(`/v1/folders/${(first.body as Folder).id}`)
      expect((await ask(service, call)).body).toEqual(first.body)
    })
    test('down to the deepest level and no further', async () => {
      await make('Level 1')
      for (let depth = 2; depth <= limits.folderDepth; depth++) await make(`Level ${depth}`, `Level ${depth - 1}`)
      const deeper = { name: 'Too deep', parent_id: id(`Level ${limits.folderDepth}`) }
      expect((await ask(service, { call: 'POST /v1/folders', send: deeper })).body).toMatchObject({
        code: 'FOLDER_TOO_DEEP',
      })
    })
    test('once when twenty ask for the same name', async () => {
      const calls = Array.from({ length: 20 }, () =>
        ask(service, { call: 'POST /v1/folders', send: { name: 'Contested' } }),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([201, ...Array<number>(19).fill(409)])
    })
  })

  describe('are read', () => {
    test('as a tree with the number of templates in each', async () => {
      const [campaigns] = (await tree()).filter(({ name }) => name === 'Campaigns')
      expect(outline(campaigns === undefined ? [] : [campaigns])).toBe('Campaigns(Autumn Spring(Easter))')
      expect(campaigns).toMatchObject({
        template_count: 1,
        children: [
          {},
          { template_count: 1, children: [{ template_count: 1, path: ['Campaigns', 'Spring', 'Easter'] }] },
        ],
      })
    })
    test('flat and in pages, every folder once, each with its path', async () => {
      const seen: string[][] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = (await read(`GET /v1/folders?view=flat&limit=3${cursor && `&cursor=${cursor}`}`)) as {
          data: Folder[]
          page: { next_cursor: string | null }
        }
        seen.push(...page.data.map(({ path }) => path))
        cursor = page.page.next_cursor
      }
      const all = (branches: Folder[]): string[][] =>
        branches.flatMap(({ path, children = [] }) => [path, ...all(children)])
      expect(seen.map(String).toSorted()).toEqual(
        all(await tree())
          .map(String)
          .toSorted(),
      )
    })
    scenarios(given, [
      {
        name: 'one by one',
        call: () => `GET /v1/folders/${id('Easter')}`,
        status: 200,
        body: { name: 'Easter', path: ['Campaigns', 'Spring', 'Easter'], template_count: 1 },
      },
      {
        name: 'not from another project',
        call: () => `GET /v1/folders/${id('Easter')}`,
        key: 'b',
        status: 404,
        body: { code: 'FOLDER_NOT_FOUND' },
      },
      { name: 'not by an odd id', call: 'GET /v1/folders/..%2F..', status: 404 },
      {
        name: 'not as a tree in pages',
        call: 'GET /v1/folders?cursor=x',
        status: 422,
        body: { issues: [{ path: '/cursor' }] },
      },
      {
        name: 'not by the cursor of another list',
        call: 'GET /v1/folders?view=flat&cursor=x',
        status: 422,
        body: { code: 'INVALID_CURSOR' },
      },
      {
        name: 'with nothing of another project',
        call: 'GET /v1/folders',
        key: 'b',
        status: 200,
        body: { data: [{ name: 'Theirs' }] },
      },
    ])
  })

  describe('list their templates', () => {
    test('their own, or those of everything below', async () => {
      expect(await namesIn('Campaigns')).toEqual(['In campaigns'])
      expect(await namesIn('Campaigns', '&subtree=true')).toEqual(['In campaigns', 'In easter', 'In spring'])
      expect(await namesIn('Campaigns', '&subtree=true&type=newsletter')).toEqual(['In spring'])
      expect(await namesIn('Archive')).toEqual([])
    })
    test('in pages that go on where the last one ended', async () => {
      const first = (await read(`GET /v1/folders/${id('Campaigns')}/templates?subtree=true&sort=name&limit=2`)) as {
        page: { next_cursor: string }
      }
      expect(await namesIn('Campaigns', `&subtree=true&limit=2&cursor=${first.page.next_cursor}`)).toEqual([
        'In spring',
      ])
    })
    scenarios(given, [
      {
        name: 'not those of another project',
        call: () => `GET /v1/folders/${id('Campaigns')}/templates`,
        key: 'b',
        status: 404,
        body: { code: 'FOLDER_NOT_FOUND' },
      },
      { name: 'not of a folder that is not there', call: `GET /v1/folders/${nowhere}/templates`, status: 404 },
    ])
  })

  describe('are changed', () => {
    test('in name and colour, and left alone by what they have already', async () => {
      await make('Renamed')
      const call = `PUT /v1/folders/${id('Renamed')}`
      expect((await ask(service, { call, send: { name: 'RENAMED', color: '#102030' } })).body).toMatchObject({
        name: 'RENAMED',
        color: '#102030',
        path: ['RENAMED'],
      })
      const before = await read(`GET /v1/folders/${id('Renamed')}`)
      expect((await ask(service, { call, send: { name: 'RENAMED' } })).body).toEqual(before)
      expect((await ask(service, { call, send: { name: 'archive' } })).body).toMatchObject({ code: 'NAME_TAKEN' })
    })
    scenarios(given, [
      {
        name: 'not from another project',
        call: () => `PUT /v1/folders/${id('Spring')}`,
        key: 'b',
        send: { name: 'Ours' },
        status: 404,
      },
      {
        name: 'not by who only reads',
        call: () => `PUT /v1/folders/${id('Spring')}`,
        key: 'readOnly',
        send: { name: 'Ours' },
        status: 403,
      },
      {
        name: 'not in members nobody knows',
        call: () => `PUT /v1/folders/${id('Spring')}`,
        send: { parent: null },
        status: 422,
      },
    ])
  })

  describe('are moved', () => {
    test('with everything inside, and back to the top', async () => {
      await make('Movable')
      await make('Inside', 'Movable')
      const call = `POST /v1/folders/${id('Movable')}/move`
      expect((await ask(service, { call, send: { parent_id: id('Archive') } })).body).toMatchObject({
        path: ['Archive', 'Movable'],
      })
      expect(await read(`GET /v1/folders/${id('Inside')}`)).toMatchObject({ path: ['Archive', 'Movable', 'Inside'] })
      expect((await ask(service, { call, send: { parent_id: null } })).body).toMatchObject({
        path: ['Movable'],
        parent_id: null,
      })
    })
    test('never into themselves, also when two moves meet', async () => {
      await make('Left')
      await make('Right')
      const into = (what: string, where: string) =>
        ask(service, { call: `POST /v1/folders/${id(what)}/move`, send: { parent_id: id(where) } })
      const both = await Promise.all([into('Left', 'Right'), into('Right', 'Left')])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect((await into('Left', 'Left')).body).toMatchObject({ code: 'FOLDER_CYCLE' })
    })
    scenarios(given, [
      {
        name: 'not into one that is not there',
        call: () => `POST /v1/folders/${id('Level 2')}/move`,
        send: { parent_id: nowhere },
        status: 404,
      },
      {
        name: 'not from another project',
        call: () => `POST /v1/folders/${id('Spring')}/move`,
        key: 'b',
        send: { parent_id: null },
        status: 404,
      },
      { name: 'not without a destination', call: () => `POST /v1/folders/${id('Spring')}/move`, send: {}, status: 422 },
    ])
    test('not deeper than folders go, nor beside one of the same name', async () => {
      const move = (what: string, where: string) =>
        ask(service, { call: `POST /v1/folders/${id(what)}/move`, send: { parent_id: id(where) } })
      expect((await move('Level 1', 'Archive')).body).toMatchObject({ code: 'FOLDER_TOO_DEEP' })
      await make('Twin')
      await make('Holder')
      const top = id('Twin')
      await make('Twin', 'Holder')
      service.ids['Twin'] = top
      expect((await move('Twin', 'Holder')).body).toMatchObject({ code: 'NAME_TAKEN' })
    })
  })

  describe('are deleted', () => {
    test('with what is inside moved up, a name that is taken there numbered', async () => {
      await make('Doomed')
      await make('Archive copy', 'Doomed')
      await ask(service, { call: `PUT /v1/folders/${id('Archive copy')}`, send: { name: 'Archive' } })
      const inside = await service.create({ name: 'Survivor', type: 'other', folder: id('Doomed') })
      expect((await ask(service, { call: `DELETE /v1/folders/${id('Doomed')}` })).status).toBe(204)
      expect(await read(`GET /v1/templates/${inside}`)).toMatchObject({ folder_id: null })
      expect(await read(`GET /v1/folders/${id('Archive copy')}`)).toMatchObject({ path: ['Archive (2)'] })
      expect((await ask(service, { call: `DELETE /v1/folders/${id('Doomed')}` })).status).toBe(404)
    })
    test('with what is inside: templates into the trash, more than one transaction takes', async () => {
      await make('Full')
      await make('Deeper', 'Full')
      const ids: string[] = []
      for (let n = 0; n < 110; n++)
        ids.push(await service.create({ name: `T${n}`, type: 'other', folder: id(n % 2 ? 'Full' : 'Deeper') }))
      expect((await ask(service, { call: `DELETE /v1/folders/${id('Full')}?contents=delete` })).status).toBe(204)
      expect((await ask(service, { call: `GET /v1/folders/${id('Deeper')}` })).status).toBe(404)
      const { templates } = service.store.read.tables
      const rows = (await service.store.read.select().from(templates)).filter((row) => ids.includes(row.id))
      expect(rows.filter((row) => row.deletedAt === null || row.folderId !== null)).toEqual([])
      const restored = await ask(service, { call: `POST /v1/templates/${ids[0]}/restore` })
      expect(restored.body).toMatchObject({ folder_id: null })
    })
    scenarios(given, [
      { name: 'not from another project', call: () => `DELETE /v1/folders/${id('Spring')}`, key: 'b', status: 404 },
      { name: 'not by who only reads', call: () => `DELETE /v1/folders/${id('Spring')}`, key: 'readOnly', status: 403 },
      {
        name: 'not in a way nobody knows',
        call: () => `DELETE /v1/folders/${id('Spring')}?contents=burn`,
        status: 422,
        body: { issues: [{ path: '/contents' }] },
      },
    ])
  })

  test('leave a line in the audit log for every change', async () => {
    const { auditLog } = service.store.read.tables
    const actions = new Set((await service.store.read.select().from(auditLog)).map(({ action }) => action))
    expect([...actions]).toEqual(
      expect.arrayContaining(['folder.created', 'folder.updated', 'folder.moved', 'folder.deleted']),
    )
  })
})
