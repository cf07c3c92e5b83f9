import type { Kit } from '../kit.ts'
import type { templates } from './templates.ts'
import type { projects } from './identity.ts'

/**
 * The words of a template, folded by `foldForSearch`, in pieces: the first has name and subject, the others only text. Write
 * with `saveSearchText`, query with `searchHits`. On SQLite triggers maintain an FTS5 trigram index, which needs the stable
 * number `entry`; on Postgres a trigram index covers the project and all folded columns.
 */
export const templateSearch = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_search',
    {
      entry: k.serial('entry'),
      /** The template's project, so that an index finds only the rows of one project. */
      projectId: k.text('project_id').notNull(),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      subject: k.text('subject').notNull(),
      body: k.text('body').notNull(),
    },
    (t) => [k.index('template_search_template').on(t.templateId)],
  )

/** Every word that a template of the project ever contained, folded; the candidates for typo suggestions. */
export const searchWords = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'search_words',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      word: k.text('word').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.projectId, t.word] })],
  )
