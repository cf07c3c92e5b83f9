import { beforeAll, expect, test } from 'bun:test'
import { eq, inArray, sql } from 'drizzle-orm'
import { type Store, migrate, saveSearchText, searchHits, searchedWords } from '../../../src/platform/storage/index.ts'
import { eachDialect, openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { addProject, addTemplates } from './rows.ts'

const texts: Record<string, [name: string, subject: string, body: string]> = {
  tpl_spring: ['Spring SALE 12', 'Hello {{ first_name }}', 'Everything must go, 50% off'],
  tpl_umlaut: ['Ünïcode Grüße', 'ÄPFEL & Birnen', 'straße'],
  tpl_quote: ['x"y and z', "it's", 'back\\slash under_score'],
  tpl_cjk: ['春のセール', '你好，世界', 'メール'],
  tpl_greek: ['ΟΔΥΣΣΕΥΣ', '', ''],
  tpl_emoji: ['Party 🎉🎉🎉 time', '', 'ﬁne ligature'],
  tpl_accents: [
    'Café don’t',
    'Łódź, smørrebrød, l’Œuvre; İstanbul x‑ray',
    'news\u00adletter Ёлка שָׁלוֹם كِتَابٌ が 한국 हिन्दी',
  ],
  tpl_long: [
    'Long',
    'A subject',
    ['beginning', ...Array.from({ length: 1000 }, (_each, at) => `line${at} of many e2`), 'end'].join('\n'),
  ],
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
  ['go 12 %', ['tpl_spring']],
  ['go 12 %x', []],
  ['unicode grusse', ['tpl_umlaut']],
  ['GRÜSSE', ['tpl_umlaut']],
  ['strasse apfel', ['tpl_umlaut']],
  ['it’s', ['tpl_quote']],
  ['“y', ['tpl_quote']],
  ["cafe don't", ['tpl_accents']],
  ['café don’t', ['tpl_accents']],
  ['cafe\u0301', ['tpl_accents']],
  ['lodz smorrebrod', ['tpl_accents']],
  ['Łódź SMØRREBRØD', ['tpl_accents']],
  ['œuvre', ['tpl_accents']],
  ['oeuvre', ['tpl_accents']],
  ['istanbul', ['tpl_accents']],
  ['x-ray', ['tpl_accents']],
  ['newsletter', ['tpl_accents']],
  ['елка', ['tpl_accents']],
  ['שלום', ['tpl_accents']],
  ['كتاب', ['tpl_accents']],
  ['か', []],
  ['が', ['tpl_accents']],
  ['한국', ['tpl_accents']],
  ['हिन्दी', ['tpl_accents']],
  ['\u00ad', []],
  ['beginning end', ['tpl_long']],
  ['e2 nd', ['tpl_long']],
  ['line777 line4', ['tpl_long']],
  ['long subject line900', ['tpl_long']],
  ['long line900 nowhere', []],
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
    sql`explain query plan ${searchHits(read, { projectIds: ['prj_1'], words: ['spring'] })}`,
  )
  expect(plan.map(({ detail }) => detail)).toContain(
    'SEARCH template_search USING COVERING INDEX template_search_entry (entry=? AND project_id=?)',
  )
})

eachDialect((dialect, open) => {
  let store: Store
  const found = async (query: string): Promise<string[]> => {
    const hits = searchHits(store.read, { projectIds: ['prj_1'], words: searchedWords(query) })
    return (await store.read.rows<{ id: string }>(hits)).map(({ id }) => id).sort()
  }
  const save = (templateId: string, [name, subject, body]: [string, string, string]) =>
    store.tx((db) => saveSearchText(db, { projectId: 'prj_1', templateId, name, subject, body }))

  beforeAll(async () => {
    store = await open()
    await addProject(store)
    await addTemplates(store, Object.keys(texts))
    for (const [id, text] of Object.entries(texts)) await save(id, text)
  })

  test('concurrent saves of the same new words, in any order, do not block each other', async () => {
    const ids = Array.from({ length: 40 }, (_each, at) => `tpl_same_${at}`)
    await addTemplates(store, ids)
    const words = Array.from({ length: 400 }, (_each, at) => `sharedword${at}`)
    const modes = [words, words.toReversed(), words.toSorted(), [...words.slice(200), ...words.slice(0, 200)]]
    await Promise.all(ids.map((id, at) => save(id, ['', '', (modes[at % modes.length] ?? words).join(' ')])))
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

  test('a deleted template and a rolled back save are not found', async () => {
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
          sql`explain ${searchHits(db, { projectIds: ['prj_1'], words: ['spring', 'sale'] })}`,
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
      expect(plan).toContain('template_search_index')
    })
  }
})
