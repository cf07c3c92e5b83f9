/** Pages of lists. The queries of the counts are in counts/store.ts. */
import { inArray, sql } from 'drizzle-orm'
import type { EmailDocument } from '../../../../email/document/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type TemplateRow, rowColumns } from '../../template/index.ts'
import { selectEarly } from './early-hits-store.ts'
import { ofHits } from './hits-store.ts'
import { type PageRequest, type SearchMatch, type Position, readPlaces } from './matches-store.ts'
import type { Selection } from './selection.ts'

export type Listed = TemplateRow & { position: Position }

/** At most `limit` rows after a position. Concurrent inserts and deletes do not shift other rows across pages. */
export async function selectPage(db: Db, selection: Selection, request: PageRequest): Promise<Listed[]> {
  const places = await selectPlaces(db, selection, request)
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  const found = await db
    .select(rowColumns(db, selection.viewer))
    .from(db.tables.templates)
    .where(inArray(db.tables.templates.id, ids))
  const rows = new Map(found.map((row) => [row.id, row]))
  return places.flatMap(({ id, position }) => {
    const row = rows.get(id)
    return row === undefined ? [] : [{ ...row, position }]
  })
}

/** Selects the ids of the page first: sorting whole rows would take three times as long. */
async function selectPlaces(db: Db, selection: Selection, request: PageRequest): Promise<SearchMatch[]> {
  const { templates } = db.tables
  if (selection.words.length === 0) {
    return readPlaces(db, selection, request, (asked) => {
      const { columns, where } = asked(sql`null`)
      return sql`select ${columns} from ${templates} where ${where ?? sql`true`}`
    })
  }
  const early = await selectEarly(db, selection, request)
  return early ?? readPlaces(db, selection, request, (asked) => ofHits(db, selection, asked))
}

/** Keyed by template id. */
export async function selectDocuments(db: Db, ids: readonly string[]): Promise<Map<string, EmailDocument>> {
  if (ids.length === 0) return new Map()
  const { templateDocuments: documents } = db.tables
  const rows = await db
    .select()
    .from(documents)
    .where(inArray(documents.templateId, [...ids]))
  return new Map(rows.map(({ templateId, document }) => [templateId, document as EmailDocument]))
}
