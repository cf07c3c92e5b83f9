/**
 * What the operations on templates ask of storage is answered by an index: no table that grows with use is read whole. On
 * SQLite the plan of every statement that ran is requested; on Postgres the server counts, and reads a table whole only
 * where it has no other way.
 */
import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { createMigratedDatabase, openEmptyStore, temporaryDirectory } from '../../support/store.ts'

/** Tables with a row, or many, for each template. */
const growing = [
  'templates',
  'template_documents',
  'template_versions',
  'template_parts',
  'template_edits',
  'template_search',
  'search_words',
  'grants',
  'favorites',
]

/** The names that the growing tables have in a statement. */
function namesOf(text: string): string[] {
  const named = new RegExp(`\\b(?:${growing.join('|')})"?\\s+(?:as\\s+)?"?(\\w+)`, 'gi')
  return [...growing, ...Array.from(text.matchAll(named), ([, alias = '']) => alias)]
}

const textOf = (id: string, words: string) => ({ id, type: 'text', text: `<p>${words}</p>` })
const emailOf = (words: string) => ({
  schema: 'svc.email/1',
  meta: { title: 'T', subject: 'A subject', lang: 'en' },
  rows: [{ id: 's', type: 'section', columns: [{ id: 'c', type: 'column', blocks: [textOf('hello', words)] }] }],
})

/** Calls what people and editors call all day, with a key that grants hold for; each has to succeed. */
async function useTemplates(service: TestService): Promise<void> {
  const scopes = ['templates:read' as const, 'templates:write' as const]
  const wanted = { projectId: service.projects.a, name: 'Writer', scopes }
  const { id: keyId, key } = await service.store.tx((db) => createApiKey(db, wanted))
  const call = async (what: string, send?: unknown, as = key): Promise<Answer> => {
    const answer = await ask(service, { call: what, key: as, ...(send === undefined ? {} : { send }) })
    expect({ what, status: Math.floor(answer.status / 100), body: answer.status < 300 ? 0 : answer.body }).toEqual({
      what,
      status: 2,
      body: 0,
    })
    return answer
  }
  const idOf = ({ body }: Answer) => (body as { id: string }).id
  const folder = idOf(await call('POST /v1/folders', { name: 'Season' }))
  const inner = idOf(await call('POST /v1/folders', { name: 'Inner', parent_id: folder }))
  const id = idOf(
    await call('POST /v1/templates', { name: 'One', type: 'other', folder: inner, document: emailOf('Hi') }),
  )
  const path = `/v1/templates/${id}`
  const grants = [{ principal: { kind: 'api_key', id: keyId }, level: 'manage' }]
  await call(`PUT /v1/folders/${folder}/permissions`, { grants: [], default: 'view' }, 'a')
  await call(`PUT ${path}/permissions`, { grants, default: 'view' }, 'a')
  await call(`POST ${path}/lock`, {})
  for (const list of ['my', 'my?sort=name', 'my?sort=created_at', 'my?type=other&tag=x', 'my?status=trash', 'public']) {
    await call(`GET /v1/templates/${list}`)
  }
  for (const query of ['spring', 'subject one', 'subjetc', 'ab']) await call(`GET /v1/templates/search?q=${query}`)
  for (const query of ['', 'q=subject', 'type=other&owner=x']) await call(`GET /v1/templates/filter-counts?${query}`)
  await call('GET /v1/folders')
  await call(`GET /v1/folders/${folder}/templates?subtree=true`)
  for (const view of ['', '/structured', '/html', '/lock', '/permissions']) await call(`GET ${path}${view}`)
  await call(`PUT ${path}`, { document: emailOf('Good morning') })
  const operations = [{ op: 'set', id: 'hello', props: { text: '<p>Good evening</p>' } }]
  await call(`POST ${path}/operations`, { base_revision: 2, operations })
  await call(`POST ${path}/versions`, { label: 'Named' })
  const versions = (await call(`GET ${path}/versions`)).body as { data: { id: string; number: number }[] }
  const [first, second] = versions.data.toReversed()
  await call(`GET ${path}/versions/${first?.id}`)
  await call(`GET ${path}/versions/compare?from=1`)
  await call(`POST ${path}/versions/${first?.id}/restore`, {})
  await call(`DELETE ${path}/versions/${second?.id}`)
  await call(`DELETE ${path}`)
}

describe('no operation on templates reads a growing table whole', () => {
  test('on sqlite', async () => {
    const statements = new Set<string>()
    const { prepare } = Database.prototype
    Database.prototype.prepare = function (this: Database, text: string) {
      statements.add(text)
      return prepare.call(this, text)
    } as typeof prepare
    let service: TestService
    try {
      service = await startService({ dialect: 'sqlite' })
      statements.clear()
      await useTemplates(service)
    } finally {
      Database.prototype.prepare = prepare
    }
    const found: string[] = []
    const asked = [...statements].filter((text) => /^\s*(select|insert|update|delete|with)/i.test(text))
    const connection = new Database(`${service.store.dataDir}/svc.db`, { readonly: true })
    for (const text of asked) {
      const plan = connection.prepare(`explain query plan ${text}`).all() as { detail: string }[]
      const scans = new RegExp(`^SCAN (${namesOf(text).join('|')})\\b`)
      for (const { detail } of plan) if (scans.test(detail)) found.push(`${detail}: ${text}`)
    }
    connection.close()
    expect(asked.length).toBeGreaterThan(60)
    expect(found).toEqual([])
  })

  test('on postgres', async () => {
    const url = await createMigratedDatabase()
    const client = new SQL({ url, max: 1 })
    // Every session reads tables whole only where there is no other way.
    await client.unsafe(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET enable_seqscan = off`)
    const store = await openEmptyStore({ url, dataDir: temporaryDirectory() })
    const service = await startService({ dialect: 'postgres', store })
    const wholeReadings = async () => {
      const rows = (await client`select relname as name, seq_scan::int as count from pg_stat_user_tables`) as {
        name: string
        count: number
      }[]
      return rows.filter(({ name, count }) => growing.includes(name) && count > 0)
    }
    await client`select pg_stat_reset()`
    await useTemplates(service)
    // What a session has counted is added up when it ends.
    await service.store.close()
    expect(await wholeReadings()).toEqual([])
    await client.close()
  })
})
