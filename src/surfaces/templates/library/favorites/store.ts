import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../../platform/storage/index.ts'
import type { Viewer } from '../../template/index.ts'

/** Idempotent. */
export async function insertFavorite(db: Db, { projectId, owner }: Viewer, templateId: string): Promise<void> {
  await db.insert(db.tables.favorites).values({ projectId, owner, templateId }).onConflictDoNothing()
}

/** Idempotent. */
export async function deleteFavorite(db: Db, { projectId, owner }: Viewer, templateId: string): Promise<void> {
  const { favorites } = db.tables
  await db
    .delete(favorites)
    .where(and(eq(favorites.projectId, projectId), eq(favorites.owner, owner), eq(favorites.templateId, templateId)))
}
