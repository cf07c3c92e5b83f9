/** The same change to many templates: each succeeds or fails independently, all in one transaction. */
import { ServiceError, fail, refusalOf } from '../../../../kernel/errors/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type AuthorizedTemplate,
  authorizeMany,
  eraseTemplate,
  lockGuards,
  moveTemplate,
  positionIn,
  requireAccessIn,
  requireFolder,
  requireRelease,
  trashTemplate,
} from '../../template/index.ts'
import type { BulkDelete, BulkMove, BulkResults } from './contract.ts'

/**
 * Moves templates to the trash, or erases them. A template already in the trash is reported as not found unless `permanent`
 * is set.
 */
export async function deleteMany(db: Db, caller: Caller, { ids, permanent = false }: BulkDelete): Promise<BulkResults> {
  // No guard changes here, but a change of a folder locks many rows too, in another order.
  await lockGuards(db, caller.projectId, 'shared')
  const change = (row: AuthorizedTemplate) =>
    permanent ? eraseTemplate(db, caller, row) : trashTemplate(db, caller, row)
  return changeEach(db, caller, { ids, inTrash: permanent, change })
}

/**
 * Moves templates to a folder of the project, which is created if `folder` names none, or out of any folder. FOLDER_NOT_FOUND, or PERMISSION_DENIED if the caller may
 * not edit in the folder, fails the whole request.
 */
export async function moveMany(db: Db, caller: Caller, { ids, folder_id: id, folder }: BulkMove): Promise<BulkResults> {
  if ((id === undefined) === (folder === undefined)) {
    const message = 'Send `folder_id`, or `folder` in place of it.'
    fail('VALIDATION_FAILED', { issues: [{ path: '/folder_id', message }] })
  }
  await lockGuards(db, caller.projectId, 'shared')
  const to =
    id == null
      ? folder == null
        ? null
        : await positionIn(db, caller.projectId, folder)
      : await requireFolder(db, caller.projectId, id)
  await requireAccessIn(db, caller, to)
  // Saves queries: only templates under grants are checked.
  const check = (row: AuthorizedTemplate) =>
    row.guardId !== null && requireRelease(db, caller, { access: row.access, from: row.folderId, to })
  return changeEach(db, caller, { ids, inTrash: false, check, change: (row) => moveTemplate(db, caller, row, to) })
}

interface ManyChanges {
  ids: readonly string[]
  inTrash: boolean
  check?: (row: AuthorizedTemplate) => unknown
  change: (row: AuthorizedTemplate) => Promise<unknown>
}

async function changeEach(db: Db, caller: Caller, { ids, inTrash, check, change }: ManyChanges): Promise<BulkResults> {
  const refusals = new Map<string, ServiceError>()
  for (const [id, row] of await authorizeMany(db, caller, [...new Set(ids)], { inTrash })) {
    const refusal = row instanceof ServiceError ? row : await refusalOf(() => check?.(row))
    if (refusal !== undefined) refusals.set(id, refusal)
    else if (!(row instanceof ServiceError)) await change(row)
  }
  return { results: ids.map((id) => resultOf(id, refusals.get(id))) }
}

function resultOf(id: string, refusal: ServiceError | undefined): BulkResults['results'][number] {
  if (refusal === undefined) return { id, ok: true }
  return { id, ok: false, error: { code: refusal.apiCode, message: refusal.message } }
}
