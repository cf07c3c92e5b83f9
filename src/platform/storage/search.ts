import { type SQL, eq, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { foldForSearch } from './folding.ts'
import { prepared } from './prepared.ts'
import { type Folded, cutIntoPieces, replacePieces } from './search-pieces.ts'
import { saveVocabulary, wordsIn } from './spelling.ts'
import { together } from './together.ts'

/** Writes what a template is found by, in place of what was there. Runs inside the transaction that saves the template. */
export async function saveSearchText(
  db: Db,
  text: { projectId: string; templateId: string; name: string; subject: string; body: string },
): Promise<void> {
  const wanted = cutIntoPieces({
    name: foldForSearch(text.name),
    subject: foldForSearch(text.subject),
    body: foldForSearch(text.body),
  })
  const before = await selectPieces(db, { template: text.templateId })
  const known = new Set(before.flatMap(linesOf))
  const lines = wanted.flatMap(linesOf).filter((line) => !known.has(line))
  await together(replacePieces(db, text, { before, wanted }), saveVocabulary(db, text.projectId, wordsIn(lines)))
}

const selectPieces = prepared((db) => {
  const { body, entry, name, subject, templateId } = db.tables.templateSearch
  return db
    .select({ entry, name, subject, body })
    .from(db.tables.templateSearch)
    .where(eq(templateId, sql.placeholder('template')))
})

function linesOf({ name, subject, body }: Folded): string[] {
  return [name, subject, ...body.split('\n')]
}

/** The words of a query, folded, each once. What folds to nothing stays as it is, and stands nowhere. */
export function searchedWords(query: string): string[] {
  const words = [...new Set(foldForSearch(query).split(/\s+/).filter(Boolean))]
  return words.length > 0 || query.trim() === '' ? words : [query.trim()]
}

/** A word as it is looked for. */
interface Meant {
  spellings: readonly string[]
  isRanked: boolean
}

/** What is searched for. */
export interface Search {
  /** Whose templates. */
  projectIds: readonly string[]
  /** Folded words, at least one, that a template has to hold all: in name, subject or body, also inside longer words. */
  words: readonly string[]
  /** Of a word with other spellings any of those counts, and not itself. */
  spellings?: ReadonlyMap<string, readonly string[]>
  /** Whether ranks are requested, which takes its time; otherwise all are 2. */
  isRanked?: boolean
}

/**
 * The templates that a search finds, as a select of their `id` and `rank`: 0 when the name has every word, 1 when the
 * subject has, 2 otherwise. A template may come several times, and its least rank is the one that holds: to join the pieces
 * of a word that all templates have took as long as to find them. The same on both dialects. Words of three characters and more are looked up in an index;
 * shorter ones are looked for in what the others found, or in every text of the projects. No plan hangs on statistics:
 * every set is made by its index and put together by counting.
 */
export function searchHits(db: Db, { projectIds, words, spellings, isRanked = true }: Search): SQL {
  const meant = words.map((word) => ({ spellings: spellings?.get(word) ?? [word], isRanked }))
  const long = meant.filter(isLong)
  const short = meant.filter((each) => !long.includes(each))
  const ofAll = short.map((each) => projectIds.map((id) => inEveryText(db, id, each)))
  const indexed = long.flatMap((each) => projectIds.map((id) => inIndex(db, id, each)))
  const all = words.length
  if (short.length === 0) return ranked(allOf(db, indexed, long.length), all)
  if (long.length === 0) return ranked(allOf(db, ofAll.flat(), all), all)
  const sure = allOf(db, indexed, long.length)
  const checked = short.map((each) => inFound(db, each))
  return sql`with sure as materialized (${sure}) ${ranked(
    allOf(db, [sql`select id, named, titled from sure`, ...checked], all),
    all,
  )}`
}

/** The same among some templates: every piece of theirs is read, whatever the words. `ids` is a select of their `id`. */
export function searchHitsAmong(db: Db, { words, spellings }: Omit<Search, 'projectIds'>, ids: SQL): SQL {
  const checked = words.map((word) => inFound(db, { spellings: spellings?.get(word) ?? [word], isRanked: true }))
  return sql`with sure as materialized (${ids}) ${ranked(allOf(db, checked, words.length), words.length)}`
}

/**
 * The same where every word is in the name or every word in the subject: ranks 0 and 1. Undefined when a word is too
 * short for an index.
 */
export function searchHeads(db: Db, { projectIds, words, spellings }: Search): SQL | undefined {
  const meant = words.map((word) => ({ spellings: spellings?.get(word) ?? [word] }))
  if (!meant.every(isLong)) return undefined
  const each = projectIds.flatMap((id) => [
    inHead(db, id, { part: 'name', meant }),
    inHead(db, id, { part: 'subject', meant }),
  ])
  return sql.join(each, sql` union all `)
}

function inHead(
  db: Db,
  projectId: string,
  { part, meant }: { part: 'name' | 'subject'; meant: readonly Pick<Meant, 'spellings'>[] },
): SQL {
  const { templateSearch: table } = db.tables
  const rank = numeral(part === 'name' ? 0 : 1)
  if (db.dialect === 'postgres') {
    const all = sql.join(
      meant.map(({ spellings }) => containsAny(table[part], spellings)),
      sql` and `,
    )
    // Written as the index of names and subjects has it, or the index is not used.
    const ofProject = sql`(${table.projectId} || '') = ${projectId}`
    return sql`select ${table.templateId} as id, ${rank} as rank from ${table} where ${ofProject} and ${all}`
  }
  const match = meant.map(({ spellings }) => `${part} : (${phrasesOf(spellings)})`).join(' AND ')
  return sql`select ${table.templateId} as id, ${rank} as rank
    from (select rowid as hit from template_search_index where template_search_index match ${match}) as hits
    cross join ${table} indexed by template_search_entry on ${table.entry} = hit and ${table.projectId} = ${projectId}`
}

/** The trigram indexes have nothing to look up for one or two characters. */
function isLong({ spellings }: Pick<Meant, 'spellings'>): boolean {
  return spellings.every((word) => [...word].length >= 3)
}

/** The templates of which the parts together have so many words. `named` and `titled` count those in name and subject. */
function allOf(db: Db, parts: readonly SQL[], words: number): SQL {
  const [only] = parts
  if (only !== undefined && parts.length === 1 && words === 1) return only
  const each = parts.map((part) => eachOnce(db, part))
  return sql`select min(id) as id, sum(named) as named, sum(titled) as titled, sum(words) as words
    from (${sql.join(each, sql` union all `)}) as part group by id ${bytewise(db)} having sum(words) = ${numeral(words)}`
}

/** The templates of a part, each once, whatever number of its pieces has the word. */
function eachOnce(db: Db, part: SQL): SQL {
  return sql`select min(id) as id, max(named) as named, max(titled) as titled, 1 as words
    from (${part}) as pieces group by id ${bytewise(db)}`
}

function ranked(found: SQL, words: number): SQL {
  return sql`select id, case when named = ${numeral(words)} then 0 when titled = ${numeral(words)} then 1 else 2 end as rank
    from (${found}) as found`
}

function numeral(count: number): SQL {
  return sql.raw(String(count))
}

/** Sorting by the rules of a language takes many times as long, and ids need none. */
function bytewise({ dialect }: Db): SQL {
  return dialect === 'postgres' ? sql`collate "C"` : sql``
}

/** The templates with a word: those of the pieces that a condition leaves. */
function having(db: Db, { spellings, isRanked }: Meant, from: SQL): SQL {
  const { name, subject } = db.tables.templateSearch
  const isIn = (part: Table['name']) =>
    isRanked ? sql`case when ${containsAny(part, spellings)} then 1 else 0 end` : numeral(0)
  return pieces(db, { named: isIn(name), titled: isIn(subject), from })
}

function pieces(db: Db, { named, titled, from }: { named: SQL; titled: SQL; from: SQL }): SQL {
  return sql`select ${db.tables.templateSearch.templateId} as id, ${named} as named, ${titled} as titled from ${from}`
}

function inIndex(db: Db, projectId: string, meant: Meant): SQL {
  const { spellings, isRanked } = meant
  const { templateSearch: table } = db.tables
  const { projectId: project } = table
  if (db.dialect === 'postgres') {
    const isMatch = containsAny(searchedText(table), spellings)
    return having(db, meant, sql`${table} where ${project} = ${projectId} and ${isMatch}`)
  }
  const phrases = phrasesOf(spellings)
  const rows = (where: string) =>
    sql`select rowid as hit from template_search_index where template_search_index match ${where}`
  // The index holds all that is queried of the rows, which are long. With a plus, the set is queried whether it has the row,
  // and not gone through for each.
  return pieces(db, {
    named: isRanked ? sql`+hit in (${rows(`name : (${phrases})`)})` : numeral(0),
    titled: isRanked ? sql`+hit in (${rows(`subject : (${phrases})`)})` : numeral(0),
    from: sql`(${rows(phrases)}) as hits
      cross join ${table} indexed by template_search_entry on ${table.entry} = hit and ${project} = ${projectId}`,
  })
}

/** Any of these, as the full-text index of SQLite is queried. */
function phrasesOf(spellings: readonly string[]): string {
  return spellings.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')
}

function inEveryText(db: Db, projectId: string, meant: Meant): SQL {
  const { templateSearch: table, templates } = db.tables
  const isMatch = containsAny(searchedText(table), meant.spellings)
  const ofProject =
    db.dialect === 'postgres'
      ? sql`${table} where ${table.projectId} = ${projectId}`
      : sql`${templates} cross join ${table} on ${table.templateId} = ${templates.id}
          where ${templates.projectId} = ${projectId}`
  return having(db, meant, sql`${ofProject} and ${isMatch}`)
}

function inFound(db: Db, meant: Meant): SQL {
  const { templateSearch: table } = db.tables
  const isMatch = containsAny(searchedText(table), meant.spellings)
  // Looked up one by one, whatever number of rows the planner expects there.
  const each =
    db.dialect === 'postgres'
      ? sql`lateral (select * from ${table} where template_id = sure.id offset 0) as ${table}`
      : sql`${table} on ${table.templateId} = sure.id`
  return having(db, meant, sql`sure cross join ${each} where ${isMatch}`)
}

type Table = Db['tables']['templateSearch']

/**
 * What the trigram index of Postgres covers, beside the project; a query must repeat it word for word to be served by it.
 * The columns are folded already: lower() took fifteen times as long as the search, for every hit is inspected again.
 */
function searchedText({ name, subject, body }: Table): SQL {
  return sql`(${name} || ' ' || ${subject} || ' ' || ${body})`
}

function containsAny(text: SQL | Table['name'], spellings: readonly string[]): SQL {
  const each = spellings.map((word) => sql`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
  return sql`(${sql.join(each, sql` or `)})`
}
