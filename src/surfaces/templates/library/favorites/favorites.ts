/** Favorite marks of the caller, on any template that it may read. */
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type UnsignedTemplate, loadTemplate, presentTemplate, viewerOf } from '../../template/index.ts'
import { deleteFavorite, insertFavorite } from './store.ts'

/** Returns the template with its mark. */
export async function addFavorite(db: Db, caller: Caller, id: string): Promise<UnsignedTemplate> {
  const row = await loadTemplate(db, caller, id)
  await insertFavorite(db, viewerOf(caller), id)
  return presentTemplate({ ...row, favorite: true }, db.nowMs())
}

/** Idempotent. */
export async function removeFavorite(db: Db, caller: Caller, id: string): Promise<void> {
  await loadTemplate(db, caller, id)
  await deleteFavorite(db, viewerOf(caller), id)
}
