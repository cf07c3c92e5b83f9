import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

/** Every word that ever stood in a template of the project, folded; what a mistyped word may have meant. */
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
