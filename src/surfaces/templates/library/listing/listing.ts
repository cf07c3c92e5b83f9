/** Pages of templates: public ones, the project's own, favorites and search results. */
import { fail } from '../../../../kernel/errors/index.ts'
import { readPage } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { presentTemplate } from '../../template/index.ts'
import type { ListQuery, SearchPage, TemplatePage } from './contract.ts'
import { highlightsOf } from './highlights.ts'
import { type Selection, orderOf, selectionOf } from './selection.ts'
import type { Position } from './matches-store.ts'
import { selectPage } from './store.ts'

/** A page before the links of its templates are signed. */
type Unsigned<P extends TemplatePage | SearchPage> = Omit<P, 'data'> & {
  data: Omit<P['data'][number], 'thumbnail_url'>[]
}

/** `query` contains the filters of the request and those that the operation fixes, such as `visibility`. */
export async function listTemplates(db: Db, caller: Caller, query: ListQuery): Promise<Unsigned<TemplatePage>> {
  const { items, page } = await readList(db, caller, query)
  const nowMs = db.nowMs()
  return { data: items.map((row) => presentTemplate(row, nowMs)), page }
}

/** A page with highlighted hits. */
export async function searchTemplates(
  db: Db,
  caller: Caller,
  query: ListQuery & { q: string },
): Promise<Unsigned<SearchPage>> {
  const { items, page, selection } = await readList(db, caller, query)
  const words = selection.words.flatMap((word) => selection.spellings.get(word) ?? [word])
  const highlights = await highlightsOf(db, items, words)
  const nowMs = db.nowMs()
  const present = (row: (typeof items)[number]) => presentTemplate(row, nowMs)
  return { data: items.map((row, index) => ({ ...present(row), highlights: highlights[index] ?? {} })), page }
}

async function readList(db: Db, caller: Caller, query: ListQuery) {
  const selection = await selectionOf(db, caller, query)
  const order = orderOf(query)
  const { items, page } = await readPage(query, {
    key: listKeyOf(selection, order),
    read: ({ after, limit }) => selectPage(db, selection, { order, after: after && positionOf(after), limit }),
    positionOf: ({ position }) => position,
  })
  return { items, page, selection }
}

/** Everything that distinguishes two lists; a list rejects cursors of another. */
function listKeyOf(selection: Selection, order: object): string {
  return JSON.stringify(['templates', selection, order])
}

function positionOf(values: readonly unknown[]): Position {
  if (values.every((value) => typeof value === 'string' || typeof value === 'number')) return values as Position
  fail('INVALID_CURSOR')
}
