/** Random histories: whatever is done, every version that is still there is what it was when it was saved, to the byte. */
import { beforeAll, expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { limits } from '../../../src/kernel/limits.ts'
import type { Db, Dialect } from '../../../src/platform/storage/index.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

interface Version {
  id: string
  number: number
  label?: string
  pinned: boolean
  current: boolean
}
interface Node {
  id: string
  words: string
}
type Step =
  | { do: 'put'; sections: Node[][] }
  | { do: 'operate'; node: string; what: 'say' | 'remove' | 'raise' | 'add'; words: string; behind: number }
  | { do: 'restore'; pick: number; nodes: string[] | undefined }
  | { do: 'name'; pinned: boolean }
  | { do: 'pin' | 'release' | 'delete'; pick: number }
  | { do: 'wait' }
  | { do: 'save many'; count: number }

// Few names and few words, so that the same parts come back and versions share them.
const names = ['a', 'b', 'c', 'd', 'e', 'f']
const words = fc.constantFrom('Hello', 'Goodbye', 'Later', 'Never')
const pick = fc.nat(1000)
const sections = fc
  .tuple(fc.shuffledSubarray(names), fc.array(words, { minLength: 6, maxLength: 6 }), fc.integer({ min: 1, max: 3 }))
  .map(([ids, texts, size]) => {
    const nodes = ids.map((id, index) => ({ id, words: texts[index] as string }))
    return Array.from({ length: Math.ceil(nodes.length / size) }, (_, at) => nodes.slice(at * size, at * size + size))
  })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('put' as const), sections }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('operate' as const),
      node: fc.constantFrom(...names),
      what: fc.constantFrom('say', 'remove', 'raise', 'add'),
      words,
      behind: fc.constantFrom(0, 0, 0, 1, 3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('restore' as const),
      pick,
      nodes: fc.option(fc.subarray(names, { minLength: 1 }), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('name' as const), pinned: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pin', 'release', 'delete', 'delete'), pick }) },
  { weight: 3, arbitrary: fc.constant({ do: 'wait' as const }) },
  // Enough for the oldest to be forgotten.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('save many' as const), count: fc.integer({ min: 4, max: 12 }) }),
  },
)

const textOf = ({ id, words: said }: Node) => ({ id, type: 'text', text: `<p>${said}</p>` })
const emailOf = (rows: Node[][]) => ({
  schema: 'svc.email/1',
  meta: { title: 'T', lang: 'en' },
  rows: rows.map((nodes) => ({
    id: `section-${nodes[0]?.id}`,
    type: 'section',
    columns: [{ id: `column-${nodes[0]?.id}`, type: 'column', blocks: nodes.map(textOf) }],
  })),
})
const start = emailOf([[{ id: 'a', words: 'Hello' }], [{ id: 'b', words: 'Goodbye' }]])

async function startOn(dialect: Dialect): Promise<TestService> {
  const service = await startService({ dialect })
  // The plan that keeps the fewest versions.
  await service.store.tx(async (db) => void (await db.update(db.tables.companies).set({ plan: 'free' })))
  return service
}

/** A template of its own, what each of its versions was when it was saved last, and which are never forgotten. */
async function open(service: TestService) {
  const id = await service.create({ name: 'Kept', type: 'other', document: start })
  const path = `/v1/templates/${id}`
  const known = new Map<string, { document: string; html: string }>()
  const named = new Set<string>()
  const call = (what: string, send?: unknown): Promise<Answer> =>
    ask(service, { call: what, ...(send === undefined ? {} : { send }) })
  const read = async (what: string) => {
    const { status, body } = await call(`GET ${what}`)
    expect(status).toBe(200)
    return body
  }
  const versions = async () => ((await read(`${path}/versions?limit=100`)) as { data: Version[] }).data
  const look = async (place: string, inside: string) => ({
    document: JSON.stringify(((await read(`${place}${inside}`)) as { document: object }).document),
    html: ((await read(`${place}/html?mode=editor`)) as { html: string }).html,
  })
  const note = async () => {
    const list = await versions()
    known.set(list[0]?.id ?? '', await look(path, '/structured'))
    for (const version of list) named[version.pinned || version.label !== undefined ? 'add' : 'delete'](version.id)
  }
  await note()
  return { id, path, known, named, call, read, versions, look, note }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Takes one step; the answer says whether it was done or refused, and both are right. */
async function take(service: TestService, opened: Opened, step: Step): Promise<void> {
  const { id, path, call, read, versions, known, named, note } = opened
  const list = await versions()
  const chosen = (at: number) => list[at % list.length] as Version
  switch (step.do) {
    case 'put':
      expect((await call(`PUT ${path}`, { document: emailOf(step.sections) })).status).toBe(200)
      break
    case 'operate': {
      const { revision, document } = (await read(`${path}/structured`)) as { revision: number; document: typeof start }
      const column = document.rows[0]?.columns[0]?.id ?? 'nowhere'
      const operations = {
        say: { op: 'set', id: step.node, props: { text: `<p>${step.words}</p>` } },
        remove: { op: 'remove', id: step.node },
        raise: { op: 'move', id: step.node, parent: column, index: 0 },
        add: { op: 'insert', parent: column, index: 0, nodes: [textOf({ id: step.node, words: step.words })] },
      }
      const send = { base_revision: Math.max(1, revision - step.behind), operations: [operations[step.what]] }
      expect([200, 409, 422]).toContain((await call(`POST ${path}/operations`, send)).status)
      break
    }
    case 'restore': {
      const send = step.nodes === undefined ? {} : { nodes: step.nodes }
      expect((await call(`POST ${path}/versions/${chosen(step.pick).id}/restore`, send)).status).toBe(200)
      break
    }
    case 'name':
      expect((await call(`POST ${path}/versions`, { label: 'Named', pinned: step.pinned })).status).toBe(201)
      break
    case 'pin':
    case 'release': {
      const send = step.do === 'pin' ? { pinned: true } : { pinned: false, label: null }
      expect((await call(`PUT ${path}/versions/${chosen(step.pick).id}`, send)).status).toBe(200)
      break
    }
    case 'delete': {
      const { id: versionId, current, pinned } = chosen(step.pick)
      const { status } = await call(`DELETE ${path}/versions/${versionId}`)
      expect(status).toBe(current || pinned ? 409 : 204)
      if (status === 204) {
        known.delete(versionId)
        named.delete(versionId)
      }
      break
    }
    case 'save many':
      for (let n = 0; n < step.count; n++) {
        const nodes = [{ id: 'a', words: `Number ${n}` }]
        expect((await call(`PUT ${path}`, { document: emailOf([nodes]) })).status).toBe(200)
        await note()
      }
      break
    case 'wait':
      await service.store.tx((db) => age(db, id))
  }
  await note()
}

/** Lets the newest version be older than the quiet time, so that the next save is a version of its own. */
async function age(db: Db, templateId: string): Promise<void> {
  const { templateVersions: table } = db.tables
  const [row] = await db
    .select()
    .from(table)
    .where(eq(table.templateId, templateId))
    .orderBy(desc(table.number))
    .limit(1)
  const before = (row?.savedAt ?? 0) - (limits.versionQuietSeconds + 1) * 1000
  await db
    .update(table)
    .set({ savedAt: before })
    .where(and(eq(table.templateId, templateId), eq(table.number, row?.number ?? 0)))
}

async function check(service: TestService, { id, path, known, named, versions, look }: Opened): Promise<void> {
  const list = await versions()
  for (const { id: versionId } of list) {
    expect(await look(`${path}/versions/${versionId}`, '')).toEqual(
      known.get(versionId) ?? { document: 'never seen', html: '' },
    )
  }
  for (const versionId of named) expect(list.map((version) => version.id)).toContain(versionId)
  const forgettable = list.filter(({ label, pinned, current }) => label === undefined && !pinned && !current)
  expect(forgettable.length).toBeLessThanOrEqual(limits.versions.free)
  const { templateVersions, templateParts } = service.store.read.tables
  const rows = await service.store.read.select().from(templateVersions).where(eq(templateVersions.templateId, id))
  const kept = await service.store.read.select().from(templateParts).where(eq(templateParts.templateId, id))
  expect(kept.map(({ key }) => key).sort()).toEqual([...new Set(rows.flatMap(({ parts }) => parts))].sort())
}

for (const dialect of dialects) {
  let service: TestService
  beforeAll(async () => {
    service = await startOn(dialect)
  })

  test(`every version stays what it was, and nothing is kept that no version uses, on ${dialect}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const opened = await open(service)
        for (const each of steps) await take(service, opened, each)
        await check(service, opened)
      }),
      { numRuns: 8, seed: 20_261_121 },
    )
  })
}
