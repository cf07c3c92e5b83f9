import type { Column, EmailDocument, Row } from '../../document/index.ts'

interface Marked {
  id: string
}

/** The document with its nodes in the order of the editor's marks, and without those whose mark is gone. */
export function arrange(document: EmailDocument, html: string): EmailDocument {
  const places = new Map<string, number>()
  for (const match of html.matchAll(/ data-n="([A-Za-z0-9_-]{1,64})"/g)) {
    const id = match[1] ?? ''
    if (!places.has(id)) places.set(id, places.size)
  }
  const inOrder = <Kind extends Marked>(nodes: readonly Kind[]): Kind[] => {
    const kept = nodes.filter(({ id }) => places.has(id))
    const sorted = kept.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
    return sorted.length === nodes.length && sorted.every((node, index) => node === nodes[index])
      ? (nodes as Kind[])
      : sorted
  }
  const columnsIn = (columns: readonly Column[]): Column[] =>
    columns.map((column) => ({ ...column, blocks: inOrder(column.blocks) }))
  const rowsIn = <Kind extends Row>(rows: readonly Kind[]): Kind[] =>
    inOrder(rows).map((row) => {
      if (row.type === 'group') return { ...row, rows: rowsIn(row.rows) }
      return row.type === 'section' ? { ...row, columns: columnsIn(row.columns) } : row
    })
  return { ...document, rows: rowsIn(document.rows) }
}
