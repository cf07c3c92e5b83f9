import { beforeAll, expect, test } from 'bun:test'
import { eq, inArray, sql } from 'drizzle-orm'
import { type Store, matchesSearch, migrate, saveSearchText } from '../../../src/platform/storage/index.ts'
import { eachDialect, openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { addProject, addTemplates } from './rows.ts'

const texts: Record<string, [name: string, subject: string, body: string]> = {
  tpl_spring: ['Spring SALE 12', 'Hello {{ first_name }}', 'Everything must go, 50% off'],
  tpl_umlaut: ['Ünïcode Grüße', 'ÄPFEL & Birnen', 'straße'],
  tpl_quote: ['x"y and z', "it's", 'back\\slash under_score'],
  tpl_cjk: ['春のセール', '你好，世界', 'メール'],
  tpl_greek: ['ΟΔΥΣΣΕΥΣ', '', ''],
  tpl_emoji: ['Party 🎉🎉🎉 time', '', 'ﬁne ligature'],
  tpl_empty: ['', '', ''],
}

const searches: [query: string, hits: string[]][] = [
  ['sale 12', ['tpl_spring']],
  ['SALE', ['tpl_spring']],
  ['12 spring', ['tpl_spring']],
  ['spring go', ['tpl_spring']],
  ['ring', ['tpl_spring']],
  ['spring nothere', []],
  ['ünï', ['tpl_umlaut']],
  ['ÜNÏCODE', ['tpl_umlaut']],
  ['u\u0308ni\u0308', ['tpl_umlaut']],
  ['äpfel', ['tpl_umlaut']],
  ['%', ['tpl_spring']],
  ['50%', ['tpl_spring']],
  ['_', ['tpl_quote', 'tpl_spring']],
  ['r_s', ['tpl_quote']],
  ['\\', ['tpl_quote']],
  ['k\\s', ['tpl_quote']],
  ['x"y', ['tpl_quote']],
  ['"', ['tpl_quote']],
  ["it's", ['tpl_quote']],
  ['{{', ['tpl_spring']],
  ['first_name', ['tpl_spring']],
  ['AND OR NOT', []],
  ['name: spring', []],
  ['spr*', []],
  ['セール', ['tpl_cjk']],
  ['世界', ['tpl_cjk']],
  ['春', ['tpl_cjk']],
  ['οδυσσευσ', ['tpl_greek']],
  ['οδυσσευς', ['tpl_greek']],
  ['🎉', ['tpl_emoji']],
  ['🎉🎉🎉', ['tpl_emoji']],
  ['fine', ['tpl_emoji']],
  ['   ', Object.keys(texts).sort()],
  ['', Object.keys(texts).sort()],
]

test('a search starts from its hits, though the database was small when it was closed', async () => {
  const dataDir = temporaryDirectory()
  const first = await openEmptyStore({ dataDir })
  await migrate(first)
  await addProject(first)
  await addTemplates(first, Object.keys(texts))
  await first.tx((db) =>
    saveSearchText(db, { projectId: 'prj_1', templateId: 'tpl_spring', name: 'x', subject: '', body: '' }),
  )
  await first.tx((db) => db.script('ANALYZE'))
  await first.close()
  const { read } = await openEmptyStore({ dataDir })
  const plan = await read.rows<{ detail: string }>(
    sql`explain query plan select template_id from template_search where ${matchesSearch(read, 'spring')}`,
  )
  expect(plan.map(({ detail }) => detail)).toContain('SEARCH template_search USING INTEGER PRIMARY KEY (rowid=?)')
})

eachDialect((dialect, open) => {
  let store: Store
  const found = async (query: string): Promise<string[]> => {
    const { templateSearch: table } = store.read.tables
    const rows = await store.read.select({ id: table.templateId }).from(table).where(matchesSearch(store.read, query))
    return rows.map(({ id }) => id).sort()
  }
  const save = (templateId: string, [name, subject, body]: [string, string, string]) =>
    store.tx((db) => saveSearchText(db, { projectId: 'prj_1', templateId, name, subject, body }))

  beforeAll(async () => {
    store = await open()
    await addProject(store)
    await addTemplates(store, Object.keys(texts))
    for (const [id, text] of Object.entries(texts)) await save(id, text)
  })

  test('many that save the same new words at once, in whatever order, do not stand in each other’s way', async () => {
    const ids = Array.from({ length: 40 }, (_each, at) => `tpl_same_${at}`)
    await addTemplates(store, ids)
    const words = Array.from({ length: 400 }, (_each, at) => `sharedword${at}`)
    const ways = [words, words.toReversed(), words.toSorted(), [...words.slice(200), ...words.slice(0, 200)]]
    await Promise.all(ids.map((id, at) => save(id, ['', '', (ways[at % ways.length] ?? words).join(' ')])))
    expect((await found('sharedword399')).length).toBe(ids.length)
    await store.tx((db) => db.delete(db.tables.templates).where(inArray(db.tables.templates.id, ids)))
  })

  test.each(searches)('%p finds %p', async (query, hits) => {
    expect(await found(query)).toEqual(hits)
  })

  test('saving again replaces the words', async () => {
    await addTemplates(store, ['tpl_again'])
    await save('tpl_again', ['before', '', ''])
    await save('tpl_again', ['afterwards', '', ''])
    await save('tpl_again', ['afterwards', '', ''])
    expect(await found('before')).toEqual([])
    expect(await found('afterwards')).toEqual(['tpl_again'])
  })

  test('a deleted template is not found, and a rolled back save neither', async () => {
    const { templates } = store.read.tables
    await addTemplates(store, ['tpl_brief'])
    await save('tpl_brief', ['ephemeral', '', ''])
    await store.tx((db) => db.delete(templates).where(eq(templates.id, 'tpl_brief')))
    expect(await found('ephemeral')).toEqual([])
    const rolledBack = store.tx(async (db) => {
      await saveSearchText(db, { projectId: 'prj_1', templateId: 'tpl_empty', name: 'undone', subject: '', body: '' })
      throw new Error('boom')
    })
    await expect(rolledBack).rejects.toThrow('boom')
    expect(await found('undone')).toEqual([])
  })

  if (dialect === 'sqlite') {
    test('the full-text index agrees with its table', async () => {
      await store.tx((db) =>
        db.script(`INSERT INTO template_search_index (template_search_index) VALUES ('integrity-check')`),
      )
    })
  } else {
    test('words of three characters are looked up in the trigram index', async () => {
      const plan = await store.tx(async (db) => {
        await db.script('SET LOCAL enable_seqscan = off')
        const rows = await db.rows<Record<string, string>>(
          sql`explain select template_id from template_search where ${matchesSearch(db, 'spring sale')}`,
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
      expect(plan).toContain('template_search_index')
    })
  }
})
