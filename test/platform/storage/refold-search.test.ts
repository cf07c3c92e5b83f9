import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Migrating,
  findSpellings,
  migrate,
  searchHits,
  searchedWords,
} from '../../../src/platform/storage/index.ts'
import { createDatabase } from '../../support/postgres.ts'
import { dialects, openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { addOldTemplates, addProject } from './rows.ts'

/** The migrations of the time before texts were folded as they are now. */
function migrationsBefore(): string {
  const folder = temporaryDirectory()
  cpSync(join(import.meta.dir, '../../../migrations'), folder, { recursive: true })
  for (const dialect of dialects) {
    for (const file of readdirSync(join(folder, dialect))) if (file >= '0028') rmSync(join(folder, dialect, file))
  }
  return folder
}

test.each([...dialects])('what an older build stored on %s is found as what is saved today', async (dialect) => {
  const store = await openEmptyStore({
    dataDir: temporaryDirectory(),
    ...(dialect === 'postgres' ? { url: await createDatabase() } : {}),
  })
  await migrate(store, migrationsBefore())
  await addProject(store)
  await addProject(store, 'prj_2')
  const ids = Array.from({ length: 450 }, (_, at) => `tpl_${String(at).padStart(3, '0')}`)
  await addOldTemplates(store, ids)
  const long = Array.from({ length: 500 }, (_, at) => `zeile${at} grüße aus łódź`).join('\n')
  await store.tx(async (db) => {
    for (const id of ids) {
      const body = id === 'tpl_007' ? long : 'don’t miss it'
      await db.rows(sql`
        insert into template_search (template_id, name, subject, body)
        values (${id}, ${`café ${id}`}, 'spring', ${body}) returning entry`)
    }
    for (const word of ['café', 'grüße', 'cafés', 'spring']) {
      await db.rows(sql`insert into search_words (project_id, word) values ('prj_1', ${word}) returning word`)
    }
    await db.rows(sql`insert into search_words (project_id, word) values ('prj_2', 'łódźki') returning word`)
  })
  const notified: Migrating[] = []
  expect((await migrate(store, undefined, (news) => notified.push(news))).applied).toContain('0028_search_pieces')
  expect(notified).toMatchObject([{ templates: ids.length }])
  expect(notified[0]?.pending[0]).toBe('0028_search_pieces')
  const found = async (query: string) => {
    const search = { projectIds: ['prj_1'], words: searchedWords(query) }
    return (await store.read.rows<{ id: string }>(searchHits(store.read, search))).map(({ id }) => id).sort()
  }
  expect(await found('cafe')).toEqual(ids)
  expect((await found("don't")).length).toBe(ids.length - 1)
  expect(await found('zeile0 zeile499 grusse lodz')).toEqual(['tpl_007'])
  expect(await found('café tpl_449')).toEqual(['tpl_449'])
  const meant = await findSpellings(store.read, ['prj_1', 'prj_2'], ['grussf', 'lodzkl', 'sprign', 'cafes'])
  expect(Object.fromEntries(meant)).toEqual({ grussf: ['grusse'], lodzkl: ['lodzki'], sprign: ['spring'] })
  const words = await store.read.rows<{ word: string }>(sql`select word from search_words order by word`)
  expect(words.map(({ word }) => word)).toEqual(['cafe', 'cafes', 'grusse', 'lodzki', 'spring'])
  expect(await migrate(store, undefined, (news) => notified.push(news))).toEqual({ applied: [] })
  expect(notified).toHaveLength(1)
})
