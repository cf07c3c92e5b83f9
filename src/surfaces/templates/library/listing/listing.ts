/** Pages of templates: public ones, the caller's own, favourites, and search results. */
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { decodeCursor, encodeCursor } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { type Db, foldForSearch } from '../../../../platform/storage/index.ts'
import { presentTemplate } from '../../template/index.ts'
import type { ListQuery, SearchPage, TemplatePage } from './contract.ts'
import { highlightsOf } from './highlights.ts'
import { type Selection, orderOf, selectionOf } from './selection.ts'
import { type Position, selectPage } from './store.ts'

/** A page of the list; `query` holds the filters of the operation and whatever it fixes, such as `visibility`. */
export async function listTemplates(db: Db, caller: Caller, query: ListQuery): Promise<TemplatePage> {
  const { rows, page } = await readPage(db, caller, query)
  return { data: rows.map(presentTemplate), page }
}

/** A page of the list with the hits marked. */
export async function searchTemplates(db: Db, caller: Caller, query: ListQuery & { q: string }): Promise<SearchPage> {
  const { rows, page, selection } = await readPage(db, caller, query)
  const words = selection.words.flatMap((word) => selection.spellings.get(foldForSearch(word)) ?? [word])
  const highlights = await highlightsOf(db, caller.projectId, rows, words)
  return { data: rows.map((row, index) => ({ ...presentTemplate(row), highlights: highlights[index] ?? {} })), page }
}

async function readPage(db: Db, caller: Caller, query: ListQuery) {
  const selection = await selectionOf(db, caller, query)
  const order = orderOf(query)
  const limit = query.limit ?? limits.pageDefault
  const listKey = listKeyOf(selection, order)
  const after = query.cursor === undefined ? undefined : positionOf(decodeCursor(query.cursor, listKey))
  const found = await selectPage(db, selection, { order, after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const more = found.length > limit && last !== undefined
  const page = { next_cursor: more ? encodeCursor(last.position, listKey) : null, has_more: more }
  return { rows, page, selection }
}

/** Everything that makes two lists different; a cursor of one is refused by the other. */
function listKeyOf(selection: Selection, order: object): string {
  return JSON.stringify(['templates', selection, order])
}

function positionOf(values: readonly unknown[]): Position {
  if (values.every((value) => typeof value === 'string' || typeof value === 'number')) return values as Position
  fail('INVALID_CURSOR')
}
