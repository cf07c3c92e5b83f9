import { type SQL, eq, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { prepared, preparedUpdate } from './prepared.ts'
import { saveVocabulary, wordsIn } from './spelling.ts'
import { searchedText } from './tables/template-search.ts'

/** The form in which texts are searched: case, composition of accents and the Greek final sigma do not matter. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')
}

/** Writes what a template is found by, in place of what was there. Runs inside the transaction that saves the template. */
export async function saveSearchText(
  db: Db,
  text: { projectId: string; templateId: string; name: string; subject: string; body: string },
): Promise<void> {
  const words = {
    name: foldForSearch(text.name),
    subject: foldForSearch(text.subject),
    body: foldForSearch(text.body),
  }
  const [before] = await selectWords(db, { template: text.templateId })
  // Most saves change no word, and indexing costs about a millisecond for every 2 KB.
  if (before !== undefined && isSameText(before, words)) return
  if (before === undefined) await db.insert(db.tables.templateSearch).values({ templateId: text.templateId, ...words })
  else await updateWords(db, words, { template: text.templateId })
  const known = new Set(before && linesOf(before))
  const isNew = (line: string) => !known.has(line)
  await saveVocabulary(db, text.projectId, wordsIn(linesOf(words).filter(isNew)))
}

const updateWords = preparedUpdate(
  ({ templateSearch }) => templateSearch,
  ({ templateSearch }) => eq(templateSearch.templateId, sql.placeholder('template')),
)

const selectWords = prepared((db) => {
  const { body, name, subject, templateId } = db.tables.templateSearch
  return db
    .select({ name, subject, body })
    .from(db.tables.templateSearch)
    .where(eq(templateId, sql.placeholder('template')))
})

function linesOf({ name, subject, body }: Folded): string[] {
  return [name, subject, ...body.split('\n')]
}

type Folded = { name: string; subject: string; body: string }

function isSameText(a: Folded, b: Folded): boolean {
  return a.name === b.name && a.subject === b.subject && a.body === b.body
}

/** The words of a query, folded, each once. */
export function searchedWords(query: string): string[] {
  return [...new Set(foldForSearch(query).split(/\s+/).filter(Boolean))]
}

/**
 * The condition on a row of `template_search` that its template holds every word of the query, anywhere in its name,
 * subject or body, also inside longer words; of a word with other spellings, any of those. The same templates on both
 * dialects; words of three characters and more are served by an index.
 */
export function matchesSearch(db: Db, query: string, spellings: ReadonlyMap<string, string[]> = new Map()): SQL {
  const words = searchedWords(query).map((word) => spellings.get(word) ?? [word])
  if (words.length === 0) return sql`true`
  const conditions = db.dialect === 'sqlite' ? sqliteConditions(db, words) : words.map((each) => containsAny(db, each))
  return sql.join(conditions, sql` and `)
}

/** Whether an index knows where any word of a folded query stands; without, every text in question has to be read. */
export function isIndexed(words: readonly string[], spellings: ReadonlyMap<string, string[]> = new Map()): boolean {
  return words.some((word) => isLong(spellings.get(word) ?? [word]))
}

/** The trigram tokenizer has nothing to look up for one or two characters. */
function isLong(spellings: readonly string[]): boolean {
  return spellings.every((word) => [...word].length >= 3)
}

function sqliteConditions(db: Db, words: readonly string[][]): SQL[] {
  const long = words.filter(isLong)
  const short = words.filter((spellings) => !long.includes(spellings))
  const phrases = long.map((spellings) => `(${spellings.map(phraseOf).join(' OR ')})`).join(' AND ')
  const indexed = sql`${db.tables.templateSearch.entry} in (select rowid from template_search_index where template_search_index match ${phrases})`
  return [...(long.length > 0 ? [indexed] : []), ...short.map((each) => containsAny(db, each))]
}

function phraseOf(word: string): string {
  return `"${word.replaceAll('"', '""')}"`
}

function containsAny(db: Db, spellings: readonly string[]): SQL {
  const each = spellings.map((word) => contains(db, word))
  return sql`(${sql.join(each, sql` or `)})`
}

function contains({ tables }: Db, word: string): SQL {
  return sql`${searchedText(tables.templateSearch)} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}
