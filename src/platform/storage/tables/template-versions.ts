import type { Kit } from '../kit.ts'
import type { templates } from './templates.ts'

/** The history of a template: what was saved, by whom, and which parts it was made of, in their order. */
export const templateVersions = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_versions',
    {
      id: k.text('id').primaryKey(),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      /** Counts the versions of one template. */
      number: k.int('number').notNull(),
      /** The revision of the template when it was last saved. */
      revision: k.int('revision').notNull(),
      kind: k.text<'auto' | 'manual'>('kind').notNull(),
      label: k.text('label'),
      message: k.text('message'),
      pinned: k.bool('pinned').notNull(),
      authorKind: k.text('author_kind').notNull(),
      authorId: k.text('author_id').notNull(),
      authorName: k.text('author_name').notNull(),
      /** Keys of template_parts: the document without its rows, then every row. */
      parts: k.json<string[]>('parts').notNull(),
      /** What changed since the version before, in words and numbers. */
      changes: k.json<unknown>('changes').notNull(),
      sizeBytes: k.int('size_bytes').notNull(),
      createdAt: k.big('created_at').notNull(),
      /** Later than created_at when further saves were folded into it. */
      savedAt: k.big('saved_at').notNull(),
    },
    (t) => [k.uniqueIndex('template_versions_number').on(t.templateId, t.number)],
  )

/** Pieces of documents under the key of their content, each kept once for all versions of its template. */
export const templateParts = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_parts',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      key: k.text('key').notNull(),
      json: k.text('json').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.templateId, t.key] })],
  )
