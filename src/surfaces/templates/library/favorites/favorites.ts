import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type Template, loadTemplate, presentTemplate, viewerOf, type Viewer } from '../../template/index.ts'
import { and, eq } from 'drizzle-orm'

/** Favorite marks: the caller's own, on any template the caller may read. */

/** Marks the template and answers it as the caller now sees it. */
export async function addFavorite(db: Db, caller: Caller, id: string): Promise<Template> {
  const row = await loadTemplate(db, caller, id)
  await insertFavorite(db, viewerOf(caller), id)
  return presentTemplate({ ...row, favorite: true }, db.nowMs())
}

/** Takes the mark away, if there is one. */
export async function removeFavorite(db: Db, caller: Caller, id: string): Promise<void> {
  await loadTemplate(db, caller, id)
  await deleteFavorite(db, viewerOf(caller), id)
}

/** The SQL of favorite marks. */

/** Sets the mark; setting it twice is setting it once. */
async function insertFavorite(db: Db, { projectId, owner }: Viewer, templateId: string): Promise<void> {
  await db.insert(db.tables.favorites).values({ projectId, owner, templateId }).onConflictDoNothing()
}

/** Takes the mark away; without one nothing changes. */
async function deleteFavorite(db: Db, { projectId, owner }: Viewer, templateId: string): Promise<void> {
  const { favorites } = db.tables
  await db
    .delete(favorites)
    .where(and(eq(favorites.projectId, projectId), eq(favorites.owner, owner), eq(favorites.templateId, templateId)))
}
