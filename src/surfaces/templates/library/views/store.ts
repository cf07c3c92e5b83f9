import { and, eq, sql } from 'drizzle-orm'
import { type Db, preparedAndKept } from '../../../../platform/storage/index.ts'
import { type TemplateRow, type Viewer, isFavorite, readableBy } from '../../template/index.ts'

/**
 * The columns that determine a response about a template: the revision, and what changes without one. Few columns, numeric
 * if possible: reading a whole row takes three times as long.
 */
export type TemplateState = Pick<
  TemplateRow,
  'revision' | 'updatedAt' | 'folderId' | 'deletedAt' | 'guardId' | 'lockExpiresAt' | 'favorite'
>

const anyViewer = { projectId: sql.placeholder('project'), owner: sql.placeholder('owner') }

const selectState = preparedAndKept((db) => {
  const { templates } = db.tables
  return db
    .select({
      revision: templates.revision,
      updatedAt: templates.updatedAt,
      folderId: templates.folderId,
      deletedAt: templates.deletedAt,
      guardId: templates.guardId,
      lockExpiresAt: templates.lockExpiresAt,
      favorite: isFavorite(db, anyViewer),
    })
    .from(templates)
    .where(and(eq(templates.id, sql.placeholder('id')), readableBy(db, anyViewer.projectId)))
})

/** The state of a template that the project may read, trash included; synchronous if storage is. */
export function findState(
  db: Db,
  viewer: Viewer,
  id: string,
): TemplateState | undefined | Promise<TemplateState | undefined> {
  const found = selectState(db, { project: viewer.projectId, owner: viewer.owner, id })
  return Array.isArray(found) ? found[0] : Promise.resolve(found).then(([state]) => state)
}
