import { type SQL, eq, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { foldForSearch } from './folding.ts'
import { prepared } from './prepared.ts'
import { type Folded, cutIntoPieces, replacePieces } from './search-pieces.ts'
import { saveVocabulary, wordsIn } from './spelling.ts'
import { together } from './together.ts'

/** Replaces the search text of a template. Runs inside the transaction that saves the template. */
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

/** The words of a query, folded and distinct. A query that folds to nothing is kept as it is, and has no hits. */
export function searchedWords(query: string): string[] {
  const words = [...new Set(foldForSearch(query).split(/\s+/).filter(Boolean))]
  return words.length > 0 || query.trim() === '' ? words : [query.trim()]
}

/** A word with its accepted spellings. */
interface Meant {
  spellings: readonly string[]
  isRanked: boolean
}

export interface Search {
  /** Projects whose templates are searched. */
  projectIds: readonly string[]
  /** Folded words, at least one. A template must contain all of them: in name, subject or body, also inside longer words. */
  words: readonly string[]
  /** Alternatives of a word; any of them matches, but not the word itself. */
  spellings?: ReadonlyMap<string, readonly string[]>
  /** True to compute ranks, which costs time; otherwise all are 2. */
  isRanked?: boolean
}

/**
 * The templates that a search finds, as a select of their `id` and `rank`: 0 if the name has every word, 1 if the subject
 * has, 2 otherwise. A template may occur several times, and its lowest rank counts: joining the pieces of a word that all
 * templates have took as long as finding them. The same on both dialects. Words of three or more characters are looked up in
 * an index; shorter ones are searched in the hits of the others, or in every text of the projects. No plan depends on
 * statistics: every set is read through its index, and sets are combined by counting.
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

/** The same search among some templates: every piece of theirs is read, for any words. `ids` is a select of their `id`. */
export function searchHitsAmong(db: Db, { words, spellings }: Omit<Search, 'projectIds'>, ids: SQL): SQL {
  const checked = words.map((word) => inFound(db, { spellings: spellings?.get(word) ?? [word], isRanked: true }))
  return sql`with sure as materialized (${ids}) ${ranked(allOf(db, checked, words.length), words.length)}`
}

/**
 * The same search for every word in the name or every word in the subject: ranks 0 and 1. Undefined if a word is too short
 * for an index.
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
    // Must match the expression of the index of names and subjects, or the index is not used.
    const ofProject = sql`(${table.projectId} || '') = ${projectId}`
    return sql`select ${table.templateId} as id, ${rank} as rank from ${table} where ${ofProject} and ${all}`
  }
  const match = meant.map(({ spellings }) => `${part} : (${phrasesOf(spellings)})`).join(' AND ')
  return sql`select ${table.templateId} as id, ${rank} as rank
    from (select rowid as hit from template_search_index where template_search_index match ${match}) as hits
    cross join ${table} indexed by template_search_entry on ${table.entry} = hit and ${table.projectId} = ${projectId}`
}

/** Trigram indexes cannot look up one or two characters. */
function isLong({ spellings }: Pick<Meant, 'spellings'>): boolean {
  return spellings.every((word) => [...word].length >= 3)
}

/**
 * The templates for which the parts together contain this many words. `named` and `titled` count those in name and subject.
 */
function allOf(db: Db, parts: readonly SQL[], words: number): SQL {
  const [only] = parts
  if (only !== undefined && parts.length === 1 && words === 1) return only
  const each = parts.map((part) => eachOnce(db, part))
  return sql`select min(id) as id, sum(named) as named, sum(titled) as titled, sum(words) as words
    from (${sql.join(each, sql` union all `)}) as part group by id ${bytewise(db)} having sum(words) = ${numeral(words)}`
}

/** The templates of a part, each once, even if several of its pieces have the word. */
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

/** Sorting by a locale takes many times as long, and ids do not need it. */
function bytewise({ dialect }: Db): SQL {
  return dialect === 'postgres' ? sql`collate "C"` : sql``
}

/** The templates with a word: those of the pieces that match a condition. */
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
  // The index contains all columns that the query reads, and rows are long. The plus makes SQLite test each row against the
  // set instead of iterating over the set for each row.
  return pieces(db, {
    named: isRanked ? sql`+hit in (${rows(`name : (${phrases})`)})` : numeral(0),
    titled: isRanked ? sql`+hit in (${rows(`subject : (${phrases})`)})` : numeral(0),
    from: sql`(${rows(phrases)}) as hits
      cross join ${table} indexed by template_search_entry on ${table.entry} = hit and ${project} = ${projectId}`,
  })
}

/** An FTS5 query that matches any of these spellings. */
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
  // The lateral subquery forces a lookup per template, whatever row count the planner estimates.
  const each =
    db.dialect === 'postgres'
      ? sql`lateral (select * from ${table} where template_id = sure.id offset 0) as ${table}`
      : sql`${table} on ${table.templateId} = sure.id`
  return having(db, meant, sql`sure cross join ${each} where ${isMatch}`)
}

type Table = Db['tables']['templateSearch']

/**
 * The expression that the trigram index of Postgres covers, besides the project; a query must repeat it exactly to use the
 * index. The columns are folded already: lower() took fifteen times as long as the search, because every hit is rechecked.
 */
function searchedText({ name, subject, body }: Table): SQL {
  return sql`(${name} || ' ' || ${subject} || ' ' || ${body})`
}

function containsAny(text: SQL | Table['name'], spellings: readonly string[]): SQL {
  const each = spellings.map((word) => sql`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
  return sql`(${sql.join(each, sql` or `)})`
}
