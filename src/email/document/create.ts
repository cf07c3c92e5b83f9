import { type EmailDocument, type Meta, documentSchema } from './model.ts'
import { assumed } from './schema/assumed.ts'

/** A valid document without rows. */
export function createDocument(meta: Partial<Meta> = {}): EmailDocument {
  return {
    schema: documentSchema,
    meta: { ...assumed.DocumentMeta, ...meta },
    theme: { colors: {}, fonts: {} },
    body: { ...assumed.DocumentBody },
    fields: [],
    rows: [],
  }
}
