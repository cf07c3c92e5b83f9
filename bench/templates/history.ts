/**
 * What a history weighs: the eight starters and an email of 200 blocks, each edited for some days: 300 autosaves, 40 saves.
 * Texts are retyped, blocks restyled, added, moved and removed. Run as `bun bench/templates/history.ts`, prints JSON.
 */
import { sql } from 'drizzle-orm'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { type EmailDocument, type Operation, applyOperations, walkNodes } from '../../src/email/document/index.ts'
import { createAuditKeys, useAuditKeys } from '../../src/platform/audit/index.ts'
import type { Caller } from '../../src/platform/identity/index.ts'
import { type Db, type Store, migrate, openStore } from '../../src/platform/storage/index.ts'
import { authorize, changeTemplate, createTemplate, readContent, starters } from '../../src/surfaces/templates/index.ts'
import { type Random, createRandom } from '../../test/support/random.ts'
import { removeDirectory } from '../server.ts'
import { emailOf, sentence } from './content.ts'

export interface Weight {
  name: string
  documentBytes: number
  versions: number
  /** Bytes of all its versions: their rows and the parts that they share. */
  bytes: number
  /** The same versions as whole documents. */
  wholeBytes: number
}

const edits = 340
/** Every ninth edit is a save, the others are autosaves; one in twelve comes after a pause. */
const saveEvery = 9
const pauseEvery = 12

const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
const store = await openStore({ dataDir })
await migrate(store)
useAuditKeys(store.read, createAuditKeys([crypto.randomUUID()]))
const caller: Caller = {
  projectId: 'prj_1',
  companyId: 'com_1',
  actor: { kind: 'api_key', id: 'key_1', name: 'Bench' },
  scopes: ['admin'],
}
await store.tx(async (db) => {
  const at = 1
  await db.insert(db.tables.companies).values({ id: 'com_1', name: 'Bench', plan: 'enterprise', createdAt: at })
  const project = { id: 'prj_1', companyId: 'com_1', name: 'Bench', pluginId: 'p', pluginSecret: '' }
  await db
    .insert(db.tables.projects)
    .values({ ...project, allowedOrigins: [], settings: {}, createdAt: at, updatedAt: at })
})
const random = createRandom(5)
const emails: [string, unknown][] = starters.map(({ name, document }) => [name, document])
const weights: Weight[] = []
for (const [name, email] of [...emails, ['200 blocks', emailOf(random, 200)] as const]) {
  weights.push(await weigh(name, email as Record<string, unknown>))
}
await store.close()
removeDirectory(dataDir)
console.log(JSON.stringify(weights))

async function weigh(name: string, email: Record<string, unknown>): Promise<Weight> {
  const content = contentOf(email)
  const { id } = await store.tx((db) => createTemplate(db, caller, { name, type: 'other', content }))
  let { document } = content
  for (let n = 1; n <= edits; n++) {
    document = edited(random, document)
    const note = n % saveEvery === 0 ? ({ kind: 'manual' } as const) : { folds: true }
    const input = { content: { document, source: 'document' as const }, note }
    await store.tx(async (db) => {
      await changeTemplate(db, caller, await authorize(db, caller, id), input)
      await letPass(db, id, n % pauseEvery === 0 ? 3600 : 20)
    })
  }
  return { name, documentBytes: JSON.stringify(document).length, ...(await weightOf(store, id)) }
}

function contentOf(document: Record<string, unknown>) {
  const content = readContent({ document }, 'Measured')
  if (content === undefined) throw new Error('There is no content')
  return content
}

/** The document after one edit that fits it. */
function edited(source: Random, document: EmailDocument): EmailDocument {
  for (;;) {
    const applied = applyOperations(document, [operationOn(source, document)], blockTypes)
    if ('document' in applied && JSON.stringify(applied.document) !== JSON.stringify(document)) {
      return contentOf({ ...applied.document }).document
    }
  }
}

function operationOn(source: Random, document: EmailDocument): Operation {
  const nodes = [...walkNodes(document)].map(({ node }) => node)
  const columns = nodes.filter(({ type }) => type === 'column')
  const node = source.pick(nodes.filter(({ type }) => !['group', 'section', 'column', 'columns'].includes(type)))
  const parent = source.pick(columns).id
  const chance = source.next()
  const typed = [{ type: 'paragraph', runs: [{ text: sentence(source, 14) }] }]
  if (chance < 0.6)
    return { op: 'set', id: node.id, props: 'label' in node ? { label: sentence(source, 2) } : { text: typed } }
  if (chance < 0.75)
    return {
      op: 'set',
      id: node.id,
      props: { style: { padding: { top: source.integer(40), right: 8, bottom: 8, left: 8 } } },
    }
  if (chance < 0.85) {
    const added = { id: `n${source.integer(1_000_000)}`, type: 'text', text: typed }
    return { op: 'insert', parent, index: 0, nodes: [added] }
  }
  if (chance < 0.95) return { op: 'move', id: node.id, parent, index: 0 }
  return { op: 'remove', id: node.id }
}

/** Makes the history older by so many seconds, as if they had passed. */
async function letPass(db: Db, id: string, seconds: number): Promise<void> {
  await db.rows(sql`
    update template_versions set saved_at = saved_at - ${seconds * 1000}, created_at = created_at - ${seconds * 1000}
    where template_id = ${id} returning id`)
}

async function weightOf({ read }: Store, id: string) {
  const [versions] = await read.rows<{ count: number; bytes: number; whole: number }>(sql`
    select count(*) as count, sum(size_bytes) as whole,
      sum(length(id) + length(template_id) + length(kind) + coalesce(length(message), 0) + length(author_kind)
        + length(author_id) + length(author_name) + length(parts) + length(changes) + 40) as bytes
    from template_versions where template_id = ${id}`)
  const [parts] = await read.rows<{ bytes: number }>(sql`
    select sum(length(template_id) + length(key) + length(cast(json as blob))) as bytes
    from template_parts where template_id = ${id}`)
  const { count = 0, bytes = 0, whole = 0 } = versions ?? {}
  return { versions: count, bytes: bytes + (parts?.bytes ?? 0), wholeBytes: whole + bytes }
}
