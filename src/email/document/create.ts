import { type EmailDocument, type Meta, documentSchema } from './model.ts'

/** A valid document without rows. */
export function createDocument(meta: Partial<Meta> = {}): EmailDocument {
  return {
    schema: documentSchema,
    meta: { title: 'Untitled', lang: 'en', ...meta },
    theme: { colors: {}, fonts: {} },
    body: { width: 600, breakpoint: 480 },
    fields: [],
    rows: [],
  }
}
