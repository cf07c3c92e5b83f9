import { limits } from '../../../kernel/limits.ts'
import type { BlockSchemas } from '../block-schema.ts'
import { type EmailDocument, documentSchema } from '../model.ts'
import { assumed } from '../schema/assumed.ts'
import { readShell } from './document.ts'
import { withIds } from './ids.ts'
import { inspect } from './inspect.ts'
import { type ReadOptions, Reading, type Refused, isRecord, quoted } from './reading.ts'
import { readTranslations } from './translations.ts'

// The canonical form of a short input is longer: one character of HTML can become a paragraph.
const maxGrowth = 16

/**
 * Reads a document from untrusted input: validates limits and values, converts older versions and loose forms to the
 * canonical form, and reports at most 50 issues by JSON Pointer. Never throws. Idempotent. Canonical parts are shared with
 * the input, which is never changed.
 */
export function readDocument(
  input: unknown,
  blocks: BlockSchemas,
  options: ReadOptions = {},
): { document: EmailDocument } | Refused {
  const reading = new Reading(blocks, options)
  const bytes = inspect(input, reading)
  if (reading.issues.length > 0) return reading.refused()
  if (!isRecord(input)) return { issues: [{ path: '', message: `expected an email document, not ${quoted(input)}` }] }
  if (bytes > limits.documentBytes) checkSize(input, reading)
  const current = migrateDocument(input)
  if (current === undefined) {
    reading.problem(
      `is ${quoted(input['schema'])}; this service supports document schemas up to ${documentSchema}`,
      'schema',
    )
    return { issues: reading.issues }
  }
  const read = reading.issues.length > 0 ? undefined : readShell(withDefaults(current), blocks, reading)
  if (reading.issues.length > 0) return reading.refused()
  const document = finish(read as EmailDocument, reading)
  if (bytes * maxGrowth > limits.documentBytes) checkSize(document, reading)
  return reading.issues.length > 0 ? reading.refused() : { document }
}

function finish(read: EmailDocument, reading: Reading): EmailDocument {
  const named =
    reading.unnamed === 0 ? read : { ...read, rows: withIds(read.rows, reading.ids) as EmailDocument['rows'] }
  return named.translations === undefined ? named : readTranslations(named, reading)
}

function checkSize(value: unknown, reading: Reading): void {
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  if (bytes > limits.documentBytes) {
    reading.tooLarge(`The document has ${bytes} bytes of JSON; the limit is ${limits.documentBytes}`)
  }
}

const defaults = { meta: assumed.DocumentMeta, theme: assumed.Theme, body: assumed.DocumentBody }

/** Adds default values of missing members. Existing ones stay, valid or not. */
function withDefaults(input: Record<string, unknown>): Record<string, unknown> {
  let document = input
  for (const [key, values] of Object.entries(defaults)) {
    const given = document[key] ?? {}
    const completed = isRecord(given) ? completeWith(given, values) : given
    if (completed !== document[key]) document = { ...document, [key]: completed }
  }
  if (document['fields'] === undefined) document = { ...document, fields: [] }
  if (document['rows'] === undefined) document = { ...document, rows: [] }
  return withPlainColors(document)
}

function completeWith(given: Record<string, unknown>, values: object): Record<string, unknown> {
  const missing = Object.entries(values).filter(([key]) => given[key] === undefined)
  return missing.length === 0 ? given : { ...Object.fromEntries(missing), ...omitUndefined(given) }
}

function omitUndefined(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

// A theme color may be written as one color for both schemes.
function withPlainColors(document: Record<string, unknown>): Record<string, unknown> {
  const theme = document['theme']
  const colors = isRecord(theme) ? theme['colors'] : undefined
  if (!isRecord(theme) || !isRecord(colors) || !Object.values(colors).some((one) => typeof one === 'string'))
    return document
  const entries = Object.entries(colors).map(([name, one]) => [name, typeof one === 'string' ? { light: one } : one])
  return { ...document, theme: { ...theme, colors: Object.fromEntries(entries) as Record<string, unknown> } }
}

/** One step from an older version of the document to the next. */
export interface Migration {
  from: string
  to: string
  migrate(document: Record<string, unknown>): Record<string, unknown>
}

/** All migrations, oldest first. A new schema version adds one line here and leaves the others unchanged. */
const migrations: readonly Migration[] = []

/**
 * Converts the document to the current version; undefined if its version is unknown. A document without a version is treated
 * as current.
 */
export function migrateDocument(
  input: Record<string, unknown>,
  steps: readonly Migration[] = migrations,
  current: string = documentSchema,
): Record<string, unknown> | undefined {
  let document = input
  for (let taken = 0; taken <= steps.length; taken++) {
    const version = document['schema']
    if (version === undefined) return { ...document, schema: current }
    if (version === current) return document
    const step = steps.find((one) => one.from === version)
    if (step === undefined) return undefined
    document = { ...step.migrate(document), schema: step.to }
  }
  return undefined
}
