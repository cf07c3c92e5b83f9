/** Splits a document into parts that versions share: the document without its rows, and each row. */
import type { EmailDocument } from '../../../../email/document/index.ts'
import { contentKey } from '../../../../platform/storage/index.ts'

export interface HistoryParts {
  /** In order: the head, then the rows. */
  keys: string[]
  /** JSON by key. */
  json: Map<string, string>
}

/** Every object keeps the order of its members, so that `joinDocument` reproduces the same bytes. */
export function splitDocument(document: EmailDocument): HistoryParts {
  const parts: HistoryParts = { keys: [], json: new Map() }
  const add = (value: unknown) => {
    const json = JSON.stringify(value)
    const key = contentKey(json)
    parts.keys.push(key)
    parts.json.set(key, json)
  }
  add({ ...document, rows: [] })
  for (const row of document.rows) add(row)
  return parts
}

/** Every key must be among the parts. */
export function joinDocument(keys: readonly string[], json: ReadonlyMap<string, string>): EmailDocument {
  const read = (key: string | undefined): unknown => {
    const text = key === undefined ? undefined : json.get(key)
    if (text === undefined) throw new Error(`A version lacks its part ${key}`)
    return JSON.parse(text)
  }
  const [head, ...rows] = keys
  const document = read(head) as EmailDocument
  document.rows = rows.map((key) => read(key)) as EmailDocument['rows']
  return document
}
