/** The same change to many templates: each succeeds or fails by itself, all in one transaction. */
import { type ErrorCode, catalogue } from '../../../../kernel/errors/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type TemplateRecord,
  authorizeMany,
  eraseTemplate,
  moveTemplate,
  requireFolder,
  trashTemplate,
} from '../../template/index.ts'
import type { BulkDelete, BulkMove, BulkResults } from './contract.ts'

/** Puts templates into the trash, or erases them; in the trash already counts as not found unless they are erased. */
export function deleteMany(db: Db, caller: Caller, { ids, permanent = false }: BulkDelete): Promise<BulkResults> {
  return each(db, caller, { ids, inTrash: permanent }, (row) =>
    permanent ? eraseTemplate(db, caller, row) : trashTemplate(db, caller, row),
  )
}

/** Moves templates to a folder of the project, or out of any. FOLDER_NOT_FOUND fails the whole call. */
export async function moveMany(db: Db, caller: Caller, { ids, folder_id }: BulkMove): Promise<BulkResults> {
  const folderId = folder_id === null ? null : await requireFolder(db, caller.projectId, folder_id)
  return each(db, caller, { ids, inTrash: false }, (row) => moveTemplate(db, caller, row, folderId))
}

async function each(
  db: Db,
  caller: Caller,
  { ids, inTrash }: { ids: readonly string[]; inTrash: boolean },
  change: (row: TemplateRecord) => Promise<unknown>,
): Promise<BulkResults> {
  const found = await authorizeMany(db, caller, [...new Set(ids)], { inTrash })
  for (const row of found.values()) if (typeof row !== 'string') await change(row)
  return { results: ids.map((id) => resultOf(id, found.get(id))) }
}

function resultOf(id: string, row: TemplateRecord | ErrorCode | undefined): BulkResults['results'][number] {
  if (typeof row === 'object') return { id, ok: true }
  const code = row ?? 'TEMPLATE_NOT_FOUND'
  return { id, ok: false, error: { code, message: catalogue[code].message } }
}
