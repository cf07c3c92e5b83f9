import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { BlockSchemas } from '../block-schema.ts'
import { emailDocumentSchema } from '../schema/document.ts'
import { type Extension, compile, readItems } from './compile.ts'
import { extension, nodeReaders } from './node.ts'
import { type Reader, type Reading, isRecord } from './reading.ts'
import { readPath, thenText } from './text.ts'

const extend: Extension = extension({
  path: (_, shape) => thenText(shape(), readPath),
  css: (_, shape) => thenText(shape(), (css, { options }) => options.cleanCss?.(css) ?? css),
  // Values replace properties of nodes, so they are read after the nodes.
  translations: (_, shape) => shape(),
  rows: () => (value) => value,
})

const { rows: _, ...settings } = emailDocumentSchema.properties

/** Readers of everything in a document except its rows, by property. */
export const settingReaders: ReadonlyMap<string, Reader> = new Map(
  Object.entries(settings).map(([key, schema]) => [key, compile(schema as TSchema, extend)]),
)

const shell = compile(
  Type.Object({ ...settings, rows: Type.Unknown() } as Record<string, TSchema>, { additionalProperties: false }),
  extend,
)

/** Reads a complete document in the current schema version, except ids and translations. */
export function readShell(input: Record<string, unknown>, blocks: BlockSchemas, reading: Reading): unknown {
  if (isRecord(input['assets'])) reading.assets = input['assets']
  const document = shell(input, reading)
  if (!isRecord(document)) return document
  const rows = document['rows']
  if (!Array.isArray(rows)) {
    reading.problem('expected a list of sections, groups and modules', 'rows')
    return document
  }
  reading.path.push('rows')
  const read = readItems(rows, nodeReaders(blocks).row, reading)
  reading.path.pop()
  checkFields(document['fields'], reading)
  return read === rows ? document : { ...document, rows: read }
}

/** Rejects two declarations of one path, which could contradict each other. */
export function checkFields(fields: unknown, reading: Reading): void {
  if (!Array.isArray(fields)) return
  const seen = new Set<unknown>()
  for (const [index, field] of fields.entries()) {
    const path: unknown = isRecord(field) ? field['path'] : undefined
    if (path !== undefined && seen.has(path)) problemAt(index, reading)
    seen.add(path)
  }
}

function problemAt(index: number, reading: Reading): void {
  reading.path.push('fields', index)
  reading.problem('declares the same path twice', 'path')
  reading.path.length -= 2
}
