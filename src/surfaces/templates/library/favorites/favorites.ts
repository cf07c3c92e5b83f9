/** Favorite marks: the caller's own, on any template the caller may read. */
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type Template, loadTemplate, presentTemplate, viewerOf } from '../../template/index.ts'
import { deleteFavorite, insertFavorite } from './store.ts'

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
