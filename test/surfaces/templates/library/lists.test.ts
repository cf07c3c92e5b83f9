import { expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { countFilters } from '../../../../src/surfaces/templates/library/listing/counts.ts'
import type { ListQuery } from '../../../../src/surfaces/templates/library/listing/contract.ts'
import type { Order, Selection } from '../../../../src/surfaces/templates/library/listing/selection.ts'
import type { Position } from '../../../../src/surfaces/templates/library/listing/matches-store.ts'
import { selectPage } from '../../../../src/surfaces/templates/library/listing/store.ts'
import { type Db, foldForSearch } from '../../../../src/platform/storage/index.ts'
import { createRandom } from '../../../support/random.ts'
import { eachDialect } from '../../../support/store.ts'
import { addProject, addTemplate, callerOf, selecting } from './rows.ts'

const newest: Order = { by: 'updated_at', descending: true }

const steps = ['the newest', 'names and subjects', 'everything'] as const

/** How Postgres would answer the first page of a search: by each of the statements that it may come to. */
async function planOf(db: Db, selection: Selection, step: (typeof steps)[number], mode: string): Promise<string> {
  const statements: SQL[] = []
  const limit = 26
  const rows = async <T>(query: SQL): Promise<T[]> => {
    statements.push(query)
    // As many hits in texts among the newest as a page has lead on to names and subjects, fewer to everything.
    const isEnough = statements.length === 1 && step !== 'everything'
    return isEnough ? Array.from({ length: limit }, () => ({ id: '', first: 2, second: 1 }) as T) : []
  }
  const order = { by: 'relevance', descending: false } as const
  await selectPage({ ...db, rows }, selection, { order, after: undefined, limit })
  const { sql: text, params } = new PgDialect().sqlToQuery(statements[step === 'the newest' ? 0 : 1] ?? sql``)
  const given = params.map((param) => (typeof param === 'number' ? param : `'${param}'`)).join()
  await db.script(`SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = ${mode}`)
  await db.script(`PREPARE searched AS ${text}`)
  const plan = await db.rows<Record<string, string>>(sql.raw(`EXPLAIN EXECUTE searched (${given})`))
  await db.script('DEALLOCATE searched')
  return plan.map((row) => row['QUERY PLAN']).join('\n')
}

async function walk(db: Db, selection: Selection, order: Order, limit: number): Promise<string[]> {
  const names: string[] = []
  let after: Position | undefined
  for (;;) {
    const rows = await selectPage(db, selection, { order, after, limit })
    names.push(...rows.map((row) => row.name))
    after = rows.at(-1)?.position
    if (rows.length < limit) return names
  }
}

eachDialect((dialect, open) => {
  test('every order visits each row once, in its order, whatever the size of the page', async () => {
    const store = await open()
    const project = await addProject(store)
    const rows = [
      { name: 'b', createdAt: 5, updatedAt: 20 },
      { name: 'A', createdAt: 5, updatedAt: 10 },
      { name: 'a', createdAt: 4, updatedAt: 10 },
      { name: 'C', createdAt: 9, updatedAt: 30 },
    ]
    await store.tx(async (db) => {
      for (const row of rows) await addTemplate(db, project, row)
    })
    const expected: [Order, string[]][] = [
      [{ by: 'updated_at', descending: true }, ['C', 'b', 'a', 'A']],
      [{ by: 'updated_at', descending: false }, ['A', 'a', 'b', 'C']],
      [{ by: 'created_at', descending: true }, ['C', 'A', 'b', 'a']],
      [{ by: 'created_at', descending: false }, ['a', 'b', 'A', 'C']],
      [{ by: 'name', descending: false }, ['A', 'a', 'b', 'C']],
      [{ by: 'name', descending: true }, ['C', 'b', 'a', 'A']],
    ]
    for (const [order, names] of expected) {
      for (const limit of [1, 2, 3, 10]) expect(await walk(store.read, selecting(project), order, limit)).toEqual(names)
    }
  })

  test('rows that come in between pages neither repeat a row nor hide one', async () => {
    const store = await open()
    const project = await addProject(store)
    await store.tx(async (db) => {
      for (let at = 1; at <= 6; at++) await addTemplate(db, project, { name: `t${at}`, updatedAt: at })
    })
    const first = await selectPage(store.read, selecting(project), { order: newest, after: undefined, limit: 3 })
    await store.tx((db) => addTemplate(db, project, { name: 'late', updatedAt: 100 }))
    const second = await selectPage(store.read, selecting(project), {
      order: newest,
      after: first.at(-1)?.position,
      limit: 10,
    })
    expect([...first, ...second].map((row) => row.name)).toEqual(['t6', 't5', 't4', 't3', 't2', 't1'])
  })

  test('search wants every word, finds hits in the name first, and takes no character for a wildcard', async () => {
    const store = await open()
    const project = await addProject(store)
    await store.tx(async (db) => {
      await addTemplate(db, project, { name: 'Other', body: 'the spring sale of the year', updatedAt: 9 })
      await addTemplate(db, project, { name: 'Newsletter', subject: 'Sale in spring', updatedAt: 8 })
      await addTemplate(db, project, { name: 'Spring SALE', updatedAt: 1 })
      await addTemplate(db, project, {
        name: 'Ünïcode ÄÖ',
        body: 'مرحبا بالعالم 日本語のメール 100% a_b "quoted" x\\y',
      })
    })
    const found = (...words: string[]) =>
      walk(
        store.read,
        selecting(project, { words: words.map(foldForSearch) }),
        { by: 'relevance', descending: false },
        2,
      )
    expect(await found('sale', 'spring')).toEqual(['Spring SALE', 'Newsletter', 'Other'])
    expect(await found('sale', 'winter')).toEqual([])
    expect(await found('prin')).toEqual(['Spring SALE', 'Newsletter', 'Other'])
    for (const word of [
      'ünï',
      'ÜNÏ',
      'äö',
      'Äo',
      'العالم',
      '日本語',
      '日本',
      '語',
      '100%',
      '%',
      'a_b',
      '_',
      '"quoted"',
      '"',
      'x\\y',
      '\\',
    ]) {
      expect([word, await found(word)]).toEqual([word, ['Ünïcode ÄÖ']])
    }
    for (const word of ['s_le', '%sale', 'NEAR', 'AND', "'", '*', '(']) expect(await found(word)).toEqual([])
  })

  test('a word that stands in more than a thousand templates finds them all, in the order of any other', async () => {
    const store = await open()
    const project = await addProject(store)
    await store.tx(async (db) => {
      for (let at = 1; at <= 1100; at++)
        await addTemplate(db, project, { name: `t${at}`, body: 'spring', updatedAt: at })
      await addTemplate(db, project, { name: 'Spring', updatedAt: 0 })
      await addTemplate(db, project, { name: 'Other', body: 'autumn', updatedAt: 2000 })
    })
    const found = await walk(
      store.read,
      selecting(project, { words: ['spring'] }),
      { by: 'relevance', descending: false },
      300,
    )
    expect(found).toEqual(['Spring', ...Array.from({ length: 1100 }, (_each, at) => `t${1100 - at}`)])
  })

  test('a search that ends early finds what one over everything does, page by page', async () => {
    const store = await open()
    const project = await addProject(store)
    const random = createRandom(27)
    const has = (oneIn: number) => random.integer(oneIn) === 0
    const rows = Array.from({ length: 260 }, (_each, at) => {
      // Frequent in names, in subjects, in texts only, among the oldest only, and rare.
      const body = ['summer', ...(has(2) ? ['autumn'] : []), ...(at < 90 ? ['winter'] : [])].join(' ')
      return {
        name: `t${at}${has(4) ? ' spring' : ''}${has(100) ? ' autumn' : ''}`,
        subject: `${has(2) ? 'spring' : ''} ${has(5) ? 'autumn' : ''} ${has(90) ? 'summer' : ''}`,
        body: `${body}${has(3) ? ' spring' : ''}${has(120) ? ' lighthouse' : ''}`,
        updatedAt: Math.floor(at / 2),
        ...(has(30) ? { type: 'newsletter' } : {}),
        ...(has(50) ? { deletedAt: 1 } : {}),
      }
    })
    const ids = new Map<string, string>()
    await store.tx(async (db) => {
      for (const row of rows) ids.set(row.name, await addTemplate(db, project, row))
    })
    const rankOf = (row: (typeof rows)[number], words: readonly string[]) => {
      const all = `${row.name} ${row.subject} ${row.body}`
      if (!words.every((word) => all.includes(word))) return 3
      if (words.every((word) => row.name.includes(word))) return 0
      return words.every((word) => row.subject.includes(word)) ? 1 : 2
    }
    const order = { by: 'relevance', descending: false } as const
    for (const words of [
      ['spring'],
      ['autumn'],
      ['summer'],
      ['winter'],
      ['lighthouse'],
      ['t4'],
      ['spring', 'autumn'],
      ['er', 'spring'],
    ]) {
      for (const type of words.length > 1 ? [undefined, 'newsletter'] : [undefined]) {
        const expected = rows
          .filter((row) => row.deletedAt === undefined && (type === undefined || row.type === type))
          .filter((row) => rankOf(row, words) < 3)
          .sort(
            (a, b) =>
              rankOf(a, words) - rankOf(b, words) ||
              b.updatedAt - a.updatedAt ||
              ((ids.get(a.name) ?? '') < (ids.get(b.name) ?? '') ? 1 : -1),
          )
          .map(({ name }) => name)
        const selection = selecting(project, { words, ...(type === undefined ? {} : { types: [type] }) })
        expect([words, await walk(store.read, selection, order, 9)]).toEqual([words, expected])
      }
    }
  })

  if (dialect === 'postgres') {
    test('a search leaves the planner no order of joins to choose, whatever it knows of the tables', async () => {
      const store = await open()
      const project = await addProject(store)
      await store.tx(async (db) => {
        for (let at = 0; at < 200; at++) await addTemplate(db, project, { name: `t${at}`, body: `spring ${at}` })
      })
      for (const isAnalysed of [false, true]) {
        if (isAnalysed) await store.tx((db) => db.script('ANALYZE'))
        for (const words of [['spring'], ['spring', 'summer'], ['spring', 'ab']]) {
          for (const mode of ['force_custom_plan', 'force_generic_plan']) {
            const planned = (step: (typeof steps)[number]) =>
              store.tx((db) => planOf(db, selecting(project, { words }), step, mode))
            const plan = await planned('everything')
            expect(plan).toContain('template_search_index')
            expect(plan).toContain('Index Scan using templates_pkey')
            expect(plan).toContain('hashed SubPlan')
            const newest = await planned('the newest')
            expect(newest).toContain('template_search_template')
            expect(newest).toContain('Index Scan using templates_pkey')
            const heads = words.includes('ab') ? undefined : await planned('names and subjects')
            if (heads !== undefined) expect(heads).toContain('template_search_heads')
            for (const each of [plan, newest, heads]) expect(each ?? '').not.toMatch(/Join Filter|Hash Join|Merge Join/)
          }
        }
      }
    })

    test('what is saved waits for the index of search in a list that is short', async () => {
      const { read } = await open()
      const [index] = await read.rows<{ options: string[]; columns: number }>(
        sql`select reloptions as options, relnatts as columns from pg_class where relname = 'template_search_index'`,
      )
      expect(index).toEqual({ options: ['gin_pending_list_limit=512'], columns: 2 })
    })
  }

  test('each facet is counted without its own filter', async () => {
    const store = await open()
    const project = await addProject(store)
    await addProject(store)
    await store.tx(async (db) => {
      await addTemplate(db, project, { type: 'promotional', tags: ['a', 'b'] })
      await addTemplate(db, project, { type: 'promotional', tags: ['b'], source: 'html', createdById: 'key_2' })
      const starred = await addTemplate(db, project, { type: 'newsletter', tags: ['a'] })
      await addTemplate(db, project, { type: 'newsletter', deletedAt: 5 })
      await db.insert(db.tables.favorites).values({ projectId: project, owner: 'project', templateId: starred })
    })
    const caller = callerOf(project)
    // A search counts in another way, and every one of them is called Template.
    const count = async (query: ListQuery) => {
      const counts = await countFilters(store.read, caller, query)
      expect(await countFilters(store.read, caller, { ...query, q: 'template' })).toEqual(counts)
      return counts
    }
    expect(await count({ type: ['promotional'] })).toEqual({
      total: 2,
      types: [
        { value: 'promotional', count: 2 },
        { value: 'newsletter', count: 1 },
      ],
      folders: [{ id: null, name: null, count: 2 }],
      owners: [
        { kind: 'api_key', id: 'key_1', name: 'Key', count: 1 },
        { kind: 'api_key', id: 'key_2', name: 'Key', count: 1 },
      ],
      favorite: { true: 0, false: 2 },
      tags: [
        { value: 'b', count: 2 },
        { value: 'a', count: 1 },
      ],
      sources: [
        { value: 'document', count: 1 },
        { value: 'html', count: 1 },
      ],
      status: { active: 2, trash: 0, draft: 0, published: 2, scheduled: 0, changed: 0, in_review: 0 },
    })
    const all = { favorite: { true: 1, false: 2 }, status: { active: 3, trash: 1 } }
    expect(await count({})).toMatchObject({ total: 3, ...all })
    expect(await count({ favorite: true })).toMatchObject({ total: 1, favorite: all.favorite, status: { active: 1 } })
    expect(await count({ status: 'trash' })).toMatchObject({ total: 1, status: all.status })
    expect(await count({ owner: ['key_2'], type: ['newsletter'] })).toMatchObject({
      total: 0,
      types: [{ value: 'promotional', count: 1 }],
      owners: [{ id: 'key_1', count: 1 }],
    })
    expect(await count({ tag: ['b'], owner: ['key_2'], source: ['html'] })).toMatchObject({ total: 1 })
    expect(await count({ folder_id: ['none'], favorite: false, tag: ['a'] })).toMatchObject({
      total: 1,
      status: { active: 1 },
    })
    expect(await count({ folder_id: ['fld_01jd7q2v5w8x3y4z6a7b9c0d1f'] })).toMatchObject({
      total: 0,
      folders: [{ count: 3 }],
    })
    const both = { owner: ['key_1', 'key_2'], type: ['promotional' as const, 'newsletter' as const] }
    expect(await count({ ...both, source: ['html', 'document'] })).toMatchObject({ total: 3 })
    expect(await count({ tag: ['a', 'b'] })).toMatchObject({ total: 1, status: { active: 1 } })
    expect(await count({ tag: ['a', 'b'], tag_match: 'any' })).toMatchObject({ total: 3, status: { active: 3 } })
    expect(await count({ folder_id: ['none', 'fld_01jd7q2v5w8x3y4z6a7b9c0d1f'] })).toMatchObject({ total: 3 })
    expect(await count({ updated_until: '1970-01-01T00:00:00.001Z' })).toMatchObject({
      total: 0,
      types: [],
      owners: [],
    })
  })
})
