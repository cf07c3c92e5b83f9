/** Templates that are put into a folder while somebody closes it: whoever is first, the folder's grants hold for them. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Store } from '../../../src/platform/storage/index.ts'
import { repairGuards } from '../../../src/surfaces/templates/index.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { blockedOrSettled, closeGate } from '../../support/postgres-proxy.ts'

const closed = { default: 'none' }

interface Scene {
  /** Where the template ends up. */
  folder: string
  /** The folder around it. */
  parent: string
  /** A template elsewhere, with one version. */
  elsewhere: string
}

const modes: Record<string, (call: Call, scene: Scene) => Promise<() => Promise<Answer>>> = {
  'a template is created':
    async (call, { folder }) =>
    () =>
      call('POST /v1/templates', newTemplate(folder)),
  'a template is imported':
    async (call, { folder }) =>
    () =>
      call('POST /v1/templates/import', { name: 'Imported', html: '<p>Hello</p>', folder }),
  'a template is moved':
    async (call, { folder, elsewhere }) =>
    () =>
      call(`PUT /v1/templates/${elsewhere}`, { folder }),
  'templates are moved together':
    async (call, { folder, elsewhere }) =>
    () =>
      call('POST /v1/templates/bulk/move', { ids: [elsewhere], folder_id: folder }),
  'a template is copied':
    async (call, { folder, elsewhere }) =>
    () =>
      call(`POST /v1/templates/${elsewhere}/duplicate`, { folder }),
  'a version is copied': async (call, { folder, elsewhere }) => {
    const { body } = await call(`GET /v1/templates/${elsewhere}/versions`)
    const [version] = (body as { data: { id: string }[] }).data
    return () => call(`POST /v1/templates/${elsewhere}/versions/${version?.id}/duplicate`, { folder })
  },
  'a template comes back from the trash': async (call, { folder }) => {
    const id = idOf(await call('POST /v1/templates', newTemplate(folder)))
    await call(`DELETE /v1/templates/${id}`)
    return () => call(`POST /v1/templates/${id}/restore`)
  },
  'a template loses its own grants': async (call, { folder }) => {
    const id = idOf(await call('POST /v1/templates', newTemplate(folder)))
    await call(`PUT /v1/templates/${id}/permissions`, { default: 'view', grants: [] })
    return () => call(`PUT /v1/templates/${id}/permissions`, { grants: [] })
  },
}

const closings: Record<string, (call: Call, scene: Scene) => Promise<() => Promise<Answer>>> = {
  'the folder is closed':
    async (call, { folder }) =>
    () =>
      call(`PUT /v1/folders/${folder}/permissions`, body(closed)),
  'the folder around it is closed':
    async (call, { parent }) =>
    () =>
      call(`PUT /v1/folders/${parent}/permissions`, body(closed)),
  'the folder is moved into a closed one': async (call, { folder }) => {
    const to = idOf(await call('POST /v1/folders', { name: `Closed ${crypto.randomUUID()}` }))
    await call(`PUT /v1/folders/${to}/permissions`, body(closed))
    return () => call(`POST /v1/folders/${folder}/move`, { parent_id: to })
  },
}

type Call = (what: string, send?: unknown, key?: string) => Promise<Answer>

const newTemplate = (folder: string) => ({ name: 'Secret', type: 'other', folder, html: '<p>Hello</p>' })
const body = (permissions: object) => ({ grants: [], ...permissions })
const idOf = (answer: Answer): string => (answer.body as { id: string }).id

describe.each([...dialects])('on %s', (dialect) => {
  let service: TestService
  const call: Call = (what, send, key = 'a') =>
    ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })
  const newFolder = async (parent_id?: string) =>
    idOf(
      await call('POST /v1/folders', { name: crypto.randomUUID(), ...(parent_id === undefined ? {} : { parent_id }) }),
    )
  const templatesIn = async (folder: string) =>
    (await service.store.read.select().from(service.store.read.tables.templates)).filter(
      (row) => row.folderId === folder,
    )

  const rowOf = async (id: string) =>
    (await service.store.read.select().from(service.store.read.tables.templates)).find((row) => row.id === id)

  beforeAll(async () => {
    service = await startService({ dialect })
    await placeGates(service.store)
  })

  async function setScene(): Promise<Scene> {
    const parent = await newFolder()
    const elsewhere = idOf(await call('POST /v1/templates', { name: 'Elsewhere', type: 'other', html: '<p>x</p>' }))
    return { parent, folder: await newFolder(parent), elsewhere }
  }

  /** The first call waits before its transaction ends, at the gate, until the second has ended or waits too. */
  async function race(gate: number, first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<void> {
    const open = await closeGate(service.store, gate)
    const held = first()
    await blockedOrSettled(service.store, held, 1)
    const other = second()
    await blockedOrSettled(service.store, other, 2)
    await open()
    for (const answer of await Promise.all([held, other])) expect(answer.status, answer.text).toBeLessThan(300)
  }

  async function expectClosed({ folder }: Scene): Promise<void> {
    const templates = await templatesIn(folder)
    expect(templates).not.toBeEmpty()
    for (const { id } of templates)
      expect((await call(`GET /v1/templates/${id}/structured`, undefined, 'readOnly')).status).toBe(404)
  }

  for (const [closing, prepareClosing] of Object.entries(closings))
    for (const [mode, prepare] of Object.entries(modes)) {
      test(`while ${mode}, ${closing}: it is closed too`, async () => {
        const scene = await setScene()
        await race(gates.template, await prepare(call, scene), await prepareClosing(call, scene))
        await expectClosed(scene)
      })

      test(`while ${closing}, ${mode}: it is closed too`, async () => {
        const scene = await setScene()
        const [enter, close] = [await prepare(call, scene), await prepareClosing(call, scene)]
        await race(gates.closing, close, enter)
        await expectClosed(scene)
      })
    }

  test('nothing that several writers save into folders, while each is closed, can be read without a grant', async () => {
    for (let round = 0; round < 12; round++) {
      const folder = await newFolder()
      let isClosed = false
      const writers = [1, 2, 3].map(async () => {
        while (!isClosed) expect((await call('POST /v1/templates', newTemplate(folder))).status).toBe(201)
      })
      expect((await call('POST /v1/templates', newTemplate(folder))).status).toBe(201)
      expect((await call(`PUT /v1/folders/${folder}/permissions`, body(closed))).status).toBe(200)
      isClosed = true
      await Promise.all(writers)
      const open = (await templatesIn(folder)).filter(({ guardId }) => guardId !== folder)
      expect(open.map(({ id }) => id)).toEqual([])
      const listed = await call(`GET /v1/templates/my?folder=${folder}`, undefined, 'readOnly')
      expect(listed.body).toMatchObject({ data: [] })
    }
  })

  test('a folder that is deleted while a template is saved into it leaves the template, in the folder above', async () => {
    const scene = await setScene()
    const create = () => call('POST /v1/templates', newTemplate(scene.folder))
    await race(gates.template, create, () => call(`DELETE /v1/folders/${scene.folder}`))
    expect(await templatesIn(scene.folder)).toEqual([])
    expect(await templatesIn(scene.parent)).toHaveLength(1)
  })

  test('no template has a guard that is not its nearest grants, and one that was made wrong is found and repaired', async () => {
    const { store } = service
    const repair = () => repairGuards(store, new AbortController().signal)
    expect(await repair()).toEqual([])
    const { parent, folder } = await setScene()
    const [inFolder, own, open] = [
      idOf(await call('POST /v1/templates', newTemplate(folder))),
      idOf(await call('POST /v1/templates', newTemplate(folder))),
      idOf(await call('POST /v1/templates', { name: 'Open', type: 'other', html: '<p>x</p>' })),
    ]
    await call(`PUT /v1/templates/${own}/permissions`, body({ default: 'view' }))
    await call(`PUT /v1/folders/${parent}/permissions`, body(closed))
    expect(await repair()).toEqual([])
    const point = (id: string, guard: string | null) =>
      store.statement(sql`update templates set guard_id = ${guard} where id = ${id} returning id`)
    await point(inFolder, null)
    await point(own, parent)
    await point(open, parent)
    expect(await repair()).toEqual([{ projectId: service.projects.a, templateIds: [inFolder, own, open].toSorted() }])
    const guards = await Promise.all([inFolder, own, open].map(async (id) => (await rowOf(id))?.guardId))
    expect(guards).toEqual([parent, own, null])
    expect(await repair()).toEqual([])
  })
})

const gates = { template: 71, closing: 72 }

/**
 * On Postgres a write of a template that changes its folder, its own grants or the trash waits at one gate, and the end of a
 * transaction that changes grants or the tree at another.
 */
async function placeGates({ dialect, tx }: Store): Promise<void> {
  if (dialect !== 'postgres') return
  await tx(async (db) => {
    await db.rows(
      sql.raw(`create function wait_with_template() returns trigger language plpgsql as $$ begin
        if tg_op = 'UPDATE' and new.folder_id is not distinct from old.folder_id
          and new.deleted_at is not distinct from old.deleted_at and old.guard_id is distinct from old.id
        then return new; end if;
        perform pg_advisory_xact_lock_shared(${gates.template});
        return new; end $$`),
    )
    await db.rows(
      sql.raw(`create function wait_with_closing() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(${gates.closing});
        return null; end $$`),
    )
    await db.rows(sql`create trigger gate before insert or update on templates
      for each row execute function wait_with_template()`)
    for (const table of ['grants', 'folders'])
      await db.rows(
        sql.raw(`create constraint trigger gate after insert or update on ${table} deferrable initially deferred
          for each row execute function wait_with_closing()`),
      )
  })
}
