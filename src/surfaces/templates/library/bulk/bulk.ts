/** The same change to many templates: each succeeds or fails by itself, all in one transaction. */
import { type ErrorCode, catalogue } from '../../../../kernel/errors/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type TemplateRecord,
  accessTo,
  authorizeMany,
  eraseTemplate,
  mayRelease,
  moveTemplate,
  requireAccessIn,
  requireFolder,
  trashTemplate,
} from '../../template/index.ts'
import type { BulkDelete, BulkMove, BulkResults } from './contract.ts'

/** Puts templates into the trash, or erases them; in the trash already counts as not found unless they are erased. */
export function deleteMany(db: Db, caller: Caller, { ids, permanent = false }: BulkDelete): Promise<BulkResults> {
  return each(db, caller, { ids, inTrash: permanent }, async (row) => {
    await (permanent ? eraseTemplate(db, caller, row) : trashTemplate(db, caller, row))
    return undefined
  })
}

/**
 * Moves templates to a folder of the project, or out of any. FOLDER_NOT_FOUND, and PERMISSION_DENIED for who may not edit in the
 * folder, fail the whole call.
 */
export async function moveMany(db: Db, caller: Caller, { ids, folder_id }: BulkMove): Promise<BulkResults> {
  const folderId = folder_id === null ? null : await requireFolder(db, caller.projectId, folder_id)
  await requireAccessIn(db, caller, folderId)
  return each(db, caller, { ids, inTrash: false }, async (row) => {
    if (!(await mayLeave(db, caller, row, folderId))) return 'PERMISSION_DENIED'
    await moveTemplate(db, caller, row, folderId)
    return undefined
  })
}

async function mayLeave(db: Db, caller: Caller, row: TemplateRecord, to: string | null): Promise<boolean> {
  if (row.guardId === null) return true
  return mayRelease(db, caller, { access: await accessTo(db, caller, row), from: row.folderId, to })
}

/** Changes what the caller may change; `change` answers why it did not, where it did not. */
async function each(
  db: Db,
  caller: Caller,
  { ids, inTrash }: { ids: readonly string[]; inTrash: boolean },
  change: (row: TemplateRecord) => Promise<ErrorCode | undefined>,
): Promise<BulkResults> {
  const found = await authorizeMany(db, caller, [...new Set(ids)], { inTrash })
  for (const [id, row] of found) {
    const refusal = typeof row === 'string' ? undefined : await change(row)
    if (refusal !== undefined) found.set(id, refusal)
  }
  return { results: ids.map((id) => resultOf(id, found.get(id))) }
}

function resultOf(id: string, row: TemplateRecord | ErrorCode | undefined): BulkResults['results'][number] {
  if (typeof row === 'object') return { id, ok: true }
  const code = row ?? 'TEMPLATE_NOT_FOUND'
  return { id, ok: false, error: { code, message: catalogue[code].message } }
}
