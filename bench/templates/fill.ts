/**
 * Fills a store that the service has made, through the service's own way of creating: folders, templates of
 * 30 blocks, one of 200. Run in a process of its own: `bun bench/templates/fill.ts STORE`, the JSON of a `Target`; prints the
 * large one's id.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SQL } from 'bun'
import { sql } from 'drizzle-orm'
import { createId } from '../../src/kernel/ids/index.ts'
import { createAuditKeys, useAuditKeys } from '../../src/platform/audit/index.ts'
import type { Caller } from '../../src/platform/identity/index.ts'
import { type Db, openStore } from '../../src/platform/storage/index.ts'
import { createTemplate, readContent } from '../../src/surfaces/templates/index.ts'
import { type Random, createRandom } from '../../test/support/random.ts'
import { emailOf, sentence } from './content.ts'

const types = ['promotional', 'newsletter', 'transactional', 'other'] as const
const tags = ['spring', 'summer', 'autumn', 'winter', 'vip', 'new', 'draft', 'final']

export interface Target {
  dataDir: string
  /** Of Postgres; SQLite in the data directory unless given. */
  url?: string | undefined
  templates: number
  folders: number
}

/** Templates that are made in one transaction. */
const batch = 200

const { dataDir, url, ...counts } = JSON.parse(process.argv[2] ?? '{}') as Target
const store = await openStore({ dataDir, url })
useAuditKeys(store.read, createAuditKeys([readFileSync(path.join(dataDir, 'secret'), 'utf8').trim()]))
const random = createRandom(20_261_121)

const [caller] = await store.read.rows<Caller>(sql`
  select p.id as "projectId", p.company_id as "companyId" from projects p join api_keys k on k.project_id = p.id limit 1`)
if (caller === undefined) throw new Error('The service has made no project')
const actor = { kind: 'api_key', id: 'key_00000000000000000000000000', name: 'Bench' } as const
const author: Caller = { ...caller, actor, scopes: ['admin'] }

const folders = await store.tx((db) => addFolders(db, author.projectId))
for (let made = 0; made < counts.templates; made += batch) {
  await store.tx(async (db) => {
    for (let n = made; n < Math.min(made + batch, counts.templates); n++)
      await createTemplate(db, author, newTemplate(random, n))
  })
}
const large = await store.tx((db) =>
  createTemplate(db, author, { name: 'Large', type: 'other', content: contentOf(emailOf(random, 200)) }),
)
await store.close()
if (url !== undefined) {
  const client = new SQL({ url, max: 1 })
  await client.unsafe('VACUUM ANALYZE')
  // What filling left to be written would be written beside the first saves.
  await client.unsafe('CHECKPOINT')
  await client.close()
}
console.log(large.id)

/** A tree in which most folders have a few inside, four deep. */
async function addFolders(db: Db, projectId: string): Promise<string[]> {
  const rows = Array.from({ length: counts.folders }, (_, index) => ({
    id: createId('folder', 1 + index),
    projectId,
    name: `Folder ${index}`,
    nameKey: `folder ${index}`,
    createdAt: 1 + index,
    updatedAt: 1 + index,
  }))
  const placed = rows.map((row, index) => ({ ...row, parentId: rows[Math.floor(index / 8) - 1]?.id ?? null }))
  for (let at = 0; at < placed.length; at += 500) await db.insert(db.tables.folders).values(placed.slice(at, at + 500))
  return rows.map(({ id }) => id)
}

function newTemplate(source: Random, index: number) {
  const email = emailOf(source, 30)
  // Words that are in one template of two thousand, of ten, and in the text of each.
  if (index % 2000 === 7) email.meta.subject += ' lighthouse'
  if (index % 10 === 3) email.meta.subject += ' parasol and umbrella'
  const [row] = email.rows
  Object.assign(row?.columns[0]?.blocks[0] ?? {}, { text: `${sentence(source, 3)} reprise` })
  return {
    name: `${sentence(source, 3)} ${index}`,
    type: source.pick(types),
    ...(index % 10 === 0 ? {} : { folder: source.pick(folders) }),
    tags: [...new Set([source.pick(tags), source.pick(tags)])],
    content: contentOf(email),
  }
}

function contentOf(document: Record<string, unknown>) {
  const content = readContent({ document }, 'Measured')
  if (content === undefined) throw new Error('There is no content')
  return content
}
