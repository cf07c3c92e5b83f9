/** Typo suggestions for words of a search. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Shorter words have too many neighbors. */
const shortest = 5
const maxLength = 40
const maxGuesses = 8

/** The words of folded texts that are candidates for typo suggestions. */
export function wordsIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  return [...new Set(words)].filter((word) => word.length >= shortest - 1 && word.length <= maxLength)
}

/** Adds words to the vocabulary of a project. */
export async function saveVocabulary(db: Db, projectId: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  const list = JSON.stringify(words)
  const given =
    db.dialect === 'sqlite'
      ? sql`json_each(${list})`
      : sql`jsonb_array_elements_text(${list}::text::jsonb) as given(value)`
  // Inserted in one order: two concurrent inserts of the same words would otherwise deadlock.
  await db.rows(sql`
    insert into search_words (project_id, word)
    select cast(${projectId} as text), value from ${given} where true order by 2
    on conflict do nothing returning word`)
}

/**
 * For every word of five letters or more that is in no template of the projects: the words one edit away that are. An edit
 * is a wrong, missing or extra letter, or two neighbors swapped. Words are folded.
 */
export async function findSpellings(
  db: Db,
  projectIds: readonly string[],
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const spellings = new Map<string, string[]>()
  const projects = sql.join(
    projectIds.map((id) => sql`${id}`),
    sql`, `,
  )
  for (const word of words.filter(mayBeMistyped)) {
    if (await stands(db, projects, word)) continue
    const near = await db.rows<{ word: string }>(sql`
      select distinct word from search_words
      where project_id in (${projects}) and length(word) between ${word.length - 1} and ${word.length + 1}
        and ${sharesAnEnd(word)}
      order by word`)
    const guesses = near.map((row) => row.word).filter((other) => isOneEditAway(word, other))
    if (guesses.length > 0) spellings.set(word, guesses.slice(0, maxGuesses))
  }
  return spellings
}

function mayBeMistyped(word: string): boolean {
  return word.length >= shortest && word.length <= maxLength && /^[\p{L}\p{M}\p{N}]+$/u.test(word)
}

/**
 * One edit leaves the first or the last half unchanged; comparing every word letter by letter would take ten times as long.
 */
function sharesAnEnd(word: string): SQL {
  const letters = [...word]
  const length = Math.floor((letters.length - 1) / 2)
  const [head, tail] = [letters.slice(0, length).join(''), letters.slice(-length).join('')]
  return sql`(word like ${`${head}%`} or word like ${`%${tail}`})`
}

async function stands(db: Db, projects: ReturnType<typeof sql>, word: string): Promise<boolean> {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db.rows(sql`
    select 1 as found from search_words where project_id in (${projects}) and word like ${pattern} escape '\\' limit 1`)
  return rows.length > 0
}

/** True if one edit turns one word into the other; false for equal words. */
export function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const room = Math.min(one.length, other.length) - start
  while (end < room && one.at(-1 - end) === other.at(-1 - end)) end++
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (a.length <= 1 && b.length <= 1) return true
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]
}
