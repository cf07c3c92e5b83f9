import type { Kit } from '../kit.ts'
import type { templates } from './templates.ts'

/** The document (or the raw HTML source) of a template, apart from its row so that lists never read it. */
export const templateDocuments = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table('template_documents', {
    templateId: k
      .text('template_id')
      .primaryKey()
      .references(() => template.id, { onDelete: 'cascade' }),
    document: k.jsonAsWritten<unknown>('document').notNull(),
  })
