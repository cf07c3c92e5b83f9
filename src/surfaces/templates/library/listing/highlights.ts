import { documentText } from '../../../../engines/document/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type TemplateRow, findDocument } from '../../template/index.ts'
import type { SearchResult } from './contract.ts'
import { excerpt, highlight } from './highlight.ts'

type Highlights = SearchResult['highlights']

// Reading the text of the largest documents for every page would cost more than the search.
const largestExcerpted = 256 * 1024

/** The hits of each row, marked; a part without a hit is left out. */
export function highlightsOf(
  db: Db,
  projectId: string,
  rows: readonly TemplateRow[],
  words: readonly string[],
): Promise<Highlights[]> {
  return Promise.all(
    rows.map(async (row) => {
      const highlights: Highlights = {}
      const name = highlight(row.name.normalize('NFC'), words)
      if (name !== undefined) highlights.name = name
      const subject = highlight((row.subject ?? '').normalize('NFC'), words)
      if (subject !== undefined) highlights.subject = subject
      const text = excerpt(await textOf(db, projectId, row), words)
      if (text !== undefined) highlights.text = text
      return highlights
    }),
  )
}

async function textOf(db: Db, projectId: string, row: TemplateRow): Promise<string> {
  if (row.sizeBytes > largestExcerpted) return ''
  const document = await findDocument(db, projectId, row.id)
  return document === undefined ? '' : documentText(document).normalize('NFC').replace(/\s+/gu, ' ')
}
