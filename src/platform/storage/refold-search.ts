/** The part of migration 0028 that SQL cannot do: it folds search texts again with the current `foldForSearch`. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { foldForSearch } from './folding.ts'
import { cutIntoPieces } from './search-pieces.ts'
import { saveVocabulary, wordsIn } from './spelling.ts'

const batch = 200

/** Folds the search texts of templates and assets, and the words for typo suggestions, again from the stored content. */
export async function refoldSearch(db: Db): Promise<void> {
  await copyTexts(db)
  await refoldVocabulary(db)
  await refoldAssets(db)
}

/** Number of templates that `refoldSearch` rewrites; read before it runs. */
export async function countSearchTexts(db: Db): Promise<number> {
  const [row] = await db.rows<{ count: number }>(sql`select count(*) as count from template_search`)
  return row?.count ?? 0
}

// SQLite responds synchronously: without a yield, the notice about the duration would not be shown.
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

interface TextBefore {
  entry: number
  project: string
  template: string
  name: string
  subject: string
  body: string
}

async function copyTexts(db: Db): Promise<void> {
  for (let last = -1; ;) {
    const rows = await db.rows<TextBefore>(sql`
      select b.entry, t.project_id as project, b.template_id as template, b.name, b.subject, b.body
      from template_search_before b join templates t on t.id = b.template_id
      where b.entry > ${last} order by b.entry limit ${batch}`)
    const pieces = rows.flatMap(({ project, template, name, subject, body }) =>
      cutIntoPieces({
        name: foldForSearch(name),
        subject: foldForSearch(subject),
        body: foldForSearch(body),
      }).map((piece) => sql`(${project}, ${template}, ${piece.name}, ${piece.subject}, ${piece.body})`),
    )
    for (let at = 0; at < pieces.length; at += batch) {
      // Handwritten SQL, because the table description is of a later schema.
      await db.rows(sql`
        insert into template_search (project_id, template_id, name, subject, body)
        values ${sql.join(pieces.slice(at, at + batch), sql`, `)} returning entry`)
    }
    last = rows.at(-1)?.entry ?? last
    await breathe()
    if (rows.length < batch) return
  }
}

async function refoldVocabulary(db: Db): Promise<void> {
  const { searchWords } = db.tables
  const projects = await db.selectDistinct({ id: searchWords.projectId }).from(searchWords)
  for (const { id } of projects) {
    const words = await db.select({ word: searchWords.word }).from(searchWords).where(eq(searchWords.projectId, id))
    const changed = words.map(({ word }) => word).filter((word) => foldForSearch(word) !== word)
    await db.rows(sql`
      delete from search_words where project_id = ${id} and word in (${listed(db, changed)}) returning word`)
    await saveVocabulary(db, id, wordsIn(changed.map(foldForSearch)))
  }
}

function listed(db: Db, words: readonly string[]) {
  const list = JSON.stringify(words)
  return db.dialect === 'sqlite'
    ? sql`select value from json_each(${list})`
    : sql`select jsonb_array_elements_text(${list}::text::jsonb)`
}

async function refoldAssets(db: Db): Promise<void> {
  const { assets } = db.tables
  for (let last = ''; ;) {
    const rows = await db
      .select({ id: assets.id, words: assets.words })
      .from(assets)
      .where(sql`${assets.id} > ${last}`)
      .orderBy(assets.id)
      .limit(batch)
    for (const { id, words } of rows) {
      const folded = foldForSearch(words)
      if (folded !== words) await db.update(assets).set({ words: folded }).where(eq(assets.id, id))
    }
    last = rows.at(-1)?.id ?? last
    await breathe()
    if (rows.length < batch) return
  }
}
