/** What calls of two replicas on one Postgres database leave behind when they meet: nothing that could not come one after the other. */
import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { createMigratedDatabase, openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { blockedOrSettled, closeGate } from '../../support/postgres-proxy.ts'
import { sendAsset } from '../assets/send-file.ts'
import { instance, section, text } from './modules/pieces.ts'

const gate = 73
const environment = { SVC_RUN_JOBS: 'false' }
let replicas: TestService[]

beforeAll(async () => {
  const url = await createMigratedDatabase()
  const open = async () => {
    const store = await openEmptyStore({ url, dataDir: temporaryDirectory() })
    return startService({ dialect: 'postgres', store, environment })
  }
  replicas = [await open(), await open()]
  // A write of a template waits at the gate while a test has closed it.
  await replicaOf(0).store.tx(async (db) => {
    await db.rows(
      sql.raw(`create function wait_at_gate() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(${gate}); return new; end $$`),
    )
    await db.rows(sql`create trigger gate before insert or update on templates
      for each row execute function wait_at_gate()`)
  })
})

function replicaOf(number: number): TestService {
  const replica = replicas[number % replicas.length]
  if (replica === undefined) throw new Error('The replicas have not started')
  return replica
}

/** Calls one of the replicas with the first one's key. */
function call(number: number, line: string, send?: unknown): Promise<Answer> {
  const key = replicaOf(0).keys.a
  return ask(replicaOf(number), { call: line, key, ...(send === undefined ? {} : { send }) })
}

async function made(line: string, send: unknown): Promise<string> {
  const answer = await call(0, line, send)
  if (answer.status !== 201) throw new Error(`${line}: ${answer.status} ${answer.text}`)
  return (answer.body as { id: string }).id
}

const documentOf = (...rows: object[]) => ({ meta: { title: 'Race' }, rows })
const newTemplate = (...rows: object[]) => ({ name: 'Race', type: 'other', document: documentOf(...rows) })

/** Both answers of two calls, the first of which is at the gate until the second has ended or waits too. */
async function whileHeld(held: () => Promise<Answer>, other: () => Promise<Answer>): Promise<[Answer, Answer]> {
  const { store } = replicaOf(0)
  const open = await closeGate(store, gate)
  const first = held()
  await blockedOrSettled(store, first, 1)
  const second = other()
  await blockedOrSettled(store, second, 2)
  await open()
  return Promise.all([first, second])
}

async function newAsset(): Promise<{ id: string; shown: object }> {
  const { id } = await sendAsset(replicaOf(0), { bytes: `a,b\n${crypto.randomUUID()},1\n`, fileName: 'numbers.csv' })
  return { id, shown: section('s', text('t', `<a href="https://cdn.example.com/cdn/${id}/numbers.csv">Numbers</a>`)) }
}

async function newModule(): Promise<string> {
  return made('POST /v1/modules', { name: crypto.randomUUID(), nodes: [section('s', text('t', 'Words'))] })
}

test('an asset that a new template shows is not deleted while the template is saved', async () => {
  const { id, shown } = await newAsset()
  const [saved, deleted] = await whileHeld(
    () => call(0, 'POST /v1/templates', newTemplate(shown)),
    () => call(1, `DELETE /v1/assets/${id}`),
  )
  expect(saved.status).toBe(201)
  expect(deleted).toMatchObject({ status: 409, body: { code: 'ASSET_IN_USE', templates: 1 } })
})

test('an asset that a template shows from a save on is not deleted while it is saved', async () => {
  const { id, shown } = await newAsset()
  const template = await made('POST /v1/templates', newTemplate())
  const [saved, deleted] = await whileHeld(
    () => call(0, `PUT /v1/templates/${template}`, { document: documentOf(shown) }),
    () => call(1, 'POST /v1/assets/bulk/delete', { ids: [id] }),
  )
  expect(saved.status).toBe(200)
  expect(deleted.body).toMatchObject({ results: [{ ok: false, error: { code: 'ASSET_IN_USE' } }] })
})

test('a module is not deleted while a template with it is saved', async () => {
  const module = await newModule()
  const [saved, deleted] = await whileHeld(
    () => call(0, 'POST /v1/templates', newTemplate(instance('m', module))),
    () => call(1, `DELETE /v1/modules/${module}`),
  )
  expect(saved.status).toBe(201)
  expect(deleted).toMatchObject({ status: 409, body: { code: 'MODULE_IN_USE', usage_count: 1 } })
})

test('a folder of a name is made once, and calls that name it at once are never told of a fault', async () => {
  const names = Array.from({ length: 15 }, () => `Folder ${crypto.randomUUID()}`)
  const answers = await Promise.all(
    names.map((name) =>
      Promise.all([
        call(0, 'POST /v1/folders', { name }),
        call(1, 'POST /v1/templates', { ...newTemplate(), folder: name }),
        call(1, 'POST /v1/folders', { name }),
      ]),
    ),
  )
  for (const [folder, template, other] of answers) {
    expect(template.status).toBe(201)
    expect([folder.status, other.status].filter((status) => status !== 201 && status !== 409)).toEqual([])
  }
  const { folders } = replicaOf(0).store.read.tables
  const rows = await replicaOf(0).store.read.select({ name: folders.name }).from(folders)
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => names.includes(name))
      .toSorted(),
  ).toEqual(names.toSorted())
})

test('grants of a folder that two set at once are those of one of them', async () => {
  const folder = await made('POST /v1/folders', { name: crypto.randomUUID() })
  for (let round = 0; round < 6; round++) {
    const wanted = ['view', 'none', 'edit']
    const answers = await Promise.all(
      wanted.map((level, n) => call(n, `PUT /v1/folders/${folder}/permissions`, { default: level, grants: [] })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  }
})

test('a module is synced in 45 templates while four others save them', async () => {
  const module = await newModule()
  const shown = instance('m', module, 1)
  const templates: string[] = []
  // One after the other: on a busy machine one of 45 at once waits for a connection longer than a call may.
  while (templates.length < 45) templates.push(await made('POST /v1/templates', newTemplate(shown)))
  await call(0, `PUT /v1/modules/${module}`, { nodes: [section('s', text('t', 'Other words'))] })
  let isOver = false
  let saves = 0
  const statuses = new Set<number>()
  const savers = [0, 1, 2, 3].map(async (saver) => {
    for (let n = saver; !isOver; n += 7, saves++) {
      const { status } = await call(saver, `PUT /v1/templates/${templates[n % 45]}`, { name: `Name ${n}` })
      statuses.add(status)
    }
  })
  const synced: number[] = []
  for (const version of [2, 1]) {
    const { status, body } = await call(version, `POST /v1/modules/${module}/sync`, {
      version,
      template_ids: templates,
    })
    const { results } = body as { results?: { ok: boolean; changed: boolean }[] }
    synced.push(status === 200 ? (results ?? []).filter(({ ok, changed }) => ok && changed).length : status)
  }
  isOver = true
  await Promise.all(savers)
  expect(synced).toEqual([45, 45])
  expect([...statuses]).toEqual([200])
  expect(saves).toBeGreaterThan(0)
  for (const { store } of replicas) for (const { gaveUp } of store.retries().values()) expect(gaveUp).toBe(0)
})
