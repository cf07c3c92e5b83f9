import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'
import type { templates } from './templates.ts'

/**
 * The words of a template, folded by `foldForSearch`; write with `saveSearchText`, ask with `matchesSearch`.
 * On SQLite triggers keep an FTS5 trigram index beside it, which needs the stable number `entry`.
 */
export const templateSearch = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_search',
    {
      entry: k.serial('entry'),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      subject: k.text('subject').notNull(),
      body: k.text('body').notNull(),
    },
    (t) => [k.uniqueIndex('template_search_template').on(t.templateId)],
  )

/**
 * What the Postgres trigram index covers; a query must repeat it word for word to be served by the index. The columns are
 * folded already: `lower()` took fifteen times as long as the search, for every hit is looked at again.
 */
export const searchedText = ({ name, subject, body }: ReturnType<typeof templateSearch>) =>
  sql`(${name} || ' ' || ${subject} || ' ' || ${body})`
