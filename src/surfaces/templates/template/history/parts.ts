/** A document in parts that versions share: the document without its rows, and every row by itself. */
import type { EmailDocument } from '../../../../email/document/index.ts'
import { contentKey } from '../../../../platform/storage/index.ts'

export interface HistoryParts {
  /** Keys in their order: the head, then the rows. */
  keys: string[]
  /** JSON by key. */
  json: Map<string, string>
}

/** Takes a document apart. The members of every object keep their order, so that putting it together gives the same bytes. */
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

/** Puts a document together again. Every key has to be among the parts. */
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
