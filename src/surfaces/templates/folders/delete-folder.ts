import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, type Store, foldCase, underLocks } from '../../../platform/storage/index.ts'
import {
  checkLock,
  guardIn,
  lockGuards,
  moveTemplate,
  refreshGuards,
  requireAccess,
  requireAccessIn,
  requireRemoval,
  selectBranch,
  trashTemplate,
} from '../template/index.ts'
import { getFolder, lineOf, tagOf } from './folders.ts'
import * as rows from './store.ts'

/** Templates changed per transaction, so that other writers do not wait long. */
const batch = 100

/**
 * Deletes a folder. Its templates in the trash then belong to the parent folder. `move_up` moves its templates and folders
 * to the parent and numbers folder names that are taken there; `delete` moves every template below to the trash and deletes
 * the folders. A folder with very many templates takes several transactions: an interruption loses no data, and the request
 * can be repeated. Before any change it fails with LOCKED if another caller edits one of the templates, and with
 * PERMISSION_DENIED if the caller may not edit in the folder or does not manage a deleted folder that has grants.
 */
export async function deleteFolder(
  store: Store,
  caller: Caller,
  { ifMatch, ...deletion }: Deletion & { ifMatch?: string | undefined },
): Promise<void> {
  const first = { ...deletion, ifMatch }
  // Later steps delete what the first one changed.
  if (await store.tx((db) => deleteStep(db, caller, first), underLocks)) return
  while (!(await store.tx((db) => deleteStep(db, caller, deletion), underLocks)));
}

interface Deletion {
  id: string
  contents: 'move_up' | 'delete'
}

/** Processes the next batch of templates; without any left, deletes the folder and returns true. */
async function deleteStep(
  db: Db,
  caller: Caller,
  { id, contents, ifMatch }: Deletion & { ifMatch?: string | undefined },
): Promise<boolean> {
  const { projectId } = caller
  await rows.lockTree(db, projectId)
  await lockGuards(db, projectId, 'exclusive')
  if (ifMatch !== undefined) checkIfMatch(ifMatch, tagOf(await getFolder(db, caller, id)))
  const parentId = (await lineOf(db, caller, id)).at(-1)?.parentId ?? null
  const branch = contents === 'delete' ? await selectBranch(db, projectId, id) : [{ id }]
  const folderIds = branch.map((each) => each.id)
  await requireAccessIn(db, caller, id)
  if (contents === 'move_up') await requireAccessIn(db, caller, parentId)
  await requireRemoval(db, caller, folderIds)
  const locked = await rows.selectLocked(db, projectId, { folderIds, nowMs: db.nowMs() })
  for (const template of locked) {
    // Access first: callers that may not see the template must not learn the holder of its lock.
    await requireAccess(db, caller, template, 'edit')
    checkLock(template, caller, db.nowMs())
  }
  const templates = await rows.lockTemplatesIn(db, projectId, { folderIds, limit: batch })
  const isLast = templates.length < batch
  // All rows are changed before the first act is recorded, to keep the lock order of saves: the template first, the audit
  // chain last.
  if (isLast) {
    await moveTrash(db, projectId, { folderIds, parentId })
    if (contents === 'move_up')
      await refreshGuards(db, projectId, await raiseFolders(db, projectId, { from: id, to: parentId }))
  }
  for (const template of templates) {
    await requireAccess(db, caller, template, 'edit')
    if (contents === 'delete') await trashTemplate(db, caller, template)
    else await moveTemplate(db, caller, template, parentId)
  }
  if (!isLast) return false
  if (contents === 'delete') await moveTrash(db, projectId, { folderIds, parentId })
  await rows.deleteFolders(db, projectId, folderIds.toReversed())
  await recordAct(db, caller, ['folder.deleted', id], { contents })
  return true
}

/** Moves trashed templates of these folders to the parent folder, under its grants. */
async function moveTrash(
  db: Db,
  projectId: string,
  { folderIds, parentId }: { folderIds: readonly string[]; parentId: string | null },
): Promise<void> {
  await rows.moveTrash(db, projectId, { folderIds, to: parentId, guardId: await guardIn(db, projectId, parentId) })
}

/** Moves the child folders up; returns the ids of all moved folders, nested ones included. */
async function raiseFolders(
  db: Db,
  projectId: string,
  { from, to }: { from: string; to: string | null },
): Promise<string[]> {
  const extracted: string[] = []
  const beside = await rows.selectSiblings(db, projectId, to)
  const authorized = new Set(beside.filter((each) => each.id !== from).map(({ nameKey }) => nameKey))
  for (const child of await rows.selectSiblings(db, projectId, from)) {
    const name = freeName(child.name, authorized)
    authorized.add(foldCase(name))
    await rows.updateFolder(db, projectId, child.id, { parentId: to, name, updatedAt: db.nowMs() })
    extracted.push(...(await selectBranch(db, projectId, child.id)).map((each) => each.id))
  }
  return extracted
}

/** Appends the first free number if the name is taken. */
function freeName(name: string, authorized: ReadonlySet<string>): string {
  for (let number = 1, candidate = name; ; candidate = `${cut(name)} (${number})`) {
    if (!authorized.has(foldCase(candidate))) return candidate
    number += 1
  }
}

// Leaves 8 characters for the number, within the maximum name length.
function cut(name: string): string {
  return name.slice(0, limits.nameLength - 8).trimEnd()
}
