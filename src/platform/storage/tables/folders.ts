import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

/** The tree of folders of a project; a name is used once among siblings, whatever its case. */
export const folders = (k: Kit, project: ReturnType<typeof projects>) => {
  const table = k.table(
    'folders',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      parentId: k.text('parent_id').references((): AnyPgColumn => table.id),
      name: k.text('name').notNull(),
      /** The name folded by `foldCase`: SQLite's lower() knows ASCII letters only. */
      nameKey: k.text('name_key').notNull(),
      color: k.text('color'),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [
      // NULL is distinct from NULL in a unique index, so the top level needs a value of its own.
      k.uniqueIndex('folders_sibling_name').on(t.projectId, sql`coalesce(parent_id, '')`, t.nameKey),
      k.index('folders_parent').on(t.parentId),
    ],
  )
  return table
}
