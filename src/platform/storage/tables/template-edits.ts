import type { Kit } from '../kit.ts'
import type { templates } from './templates.ts'

/** How the document came from each revision to the next, both ways, for the latest of them. */
export const templateEdits = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_edits',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      /** The revision that it made. */
      revision: k.int('revision').notNull(),
      /** Null when the way could not be told in operations. */
      operations: k.jsonAsWritten<unknown[]>('operations'),
      inverse: k.jsonAsWritten<unknown[]>('inverse'),
      /** Ids that the client gave its requests, so that a repeated request is recognized; null when it gave none. */
      editIds: k.jsonAsWritten<string[]>('edit_ids'),
      /** Of each of them: how many operations it had, and the `contentKey` of what it sent; null in rows of earlier versions. */
      editRequests: k.jsonAsWritten<{ operations: number; hash?: string }[]>('edit_requests'),
      /** Unix time in ms; null in rows of earlier versions. */
      savedAt: k.big('saved_at'),
    },
    (t) => [k.primaryKey({ columns: [t.templateId, t.revision] })],
  )
