/** The SQL of favorite marks. */
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../../platform/storage/index.ts'
import type { Viewer } from '../../template/index.ts'

/** Sets the mark; setting it twice is setting it once. */
export async function insertFavorite(db: Db, { projectId, owner }: Viewer, templateId: string): Promise<void> {
  await db.insert(db.tables.favorites).values({ projectId, owner, templateId }).onConflictDoNothing()
}

/** Takes the mark away; without one nothing changes. */
export async function deleteFavorite(db: Db, { projectId, owner }: Viewer, templateId: string): Promise<void> {
  const { favorites } = db.tables
  await db
    .delete(favorites)
    .where(and(eq(favorites.projectId, projectId), eq(favorites.owner, owner), eq(favorites.templateId, templateId)))
}
