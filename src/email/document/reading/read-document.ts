import { limits } from '../../../kernel/limits.ts'
import type { BlockSchemas } from '../block-schema.ts'
import { type EmailDocument, documentSchema } from '../model.ts'
import { withDefaults } from './defaults.ts'
import { readShell } from './document.ts'
import { withIds } from './ids.ts'
import { inspect } from './inspect.ts'
import { migrateDocument } from './migrations.ts'
import { type ReadOptions, Reading, type Refused, isRecord, quoted } from './reading.ts'
import { readTranslations } from './translations.ts'

// The canonical form of a short input is longer: one character of HTML can become a paragraph.
const maxGrowth = 16

/**
 * Reads a document from untrusted input: checks limits and every value, brings older versions and loose forms into the
 * canonical form, and names what is wrong by JSON Pointer, at most 50 places. Never throws. Reading its own result gives
 * an equal document. Parts that are canonical already are shared with the input, which is never changed.
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
