import { type EmailDocument, documentText } from '../../../../email/document/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import type { TemplateRow } from '../../template/index.ts'
import type { SearchResult } from './contract.ts'
import { excerpt, highlight } from './highlight.ts'
import { selectDocuments } from './store.ts'

type Highlights = SearchResult['highlights']

// Extracting the text of the largest documents for every page would cost more than the search.
const largestExcerpted = 256 * 1024

/** Highlights of each row in its own words; members without a hit are omitted. Words are folded for search. */
export async function highlightsOf(
  db: Db,
  rows: readonly TemplateRow[],
  words: readonly string[],
): Promise<Highlights[]> {
  const excerpted = rows.filter(({ sizeBytes }) => sizeBytes <= largestExcerpted)
  const documents = await selectDocuments(
    db,
    excerpted.map(({ id }) => id),
  )
  return rows.map((row) => {
    const highlights: Highlights = {}
    const name = highlight(row.name, words)
    if (name !== undefined) highlights.name = name
    const subject = highlight(row.subject ?? '', words)
    if (subject !== undefined) highlights.subject = subject
    const text = excerpt(textOf(documents.get(row.id)), words)
    if (text !== undefined) highlights.text = text
    return highlights
  })
}

function textOf(document: EmailDocument | undefined): string {
  return document === undefined ? '' : documentText(document)
}
