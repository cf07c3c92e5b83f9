/** Resolves a folder id or name. */
import { fail } from '../../../../kernel/errors/index.ts'
import { createId, externalIdIn, isId } from '../../../../kernel/ids/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { findTopFolder, hasFolder, insertFolder } from './store.ts'

/**
 * The id of the folder for a template. An id must exist (FOLDER_NOT_FOUND); a name is a top-level folder of the project,
 * created if it does not exist. Concurrent requests create it only once.
 */
export async function positionIn(db: Db, projectId: string, folder: string): Promise<string> {
  if (isId('folder', folder) || externalIdIn(folder) !== undefined) return requireFolder(db, projectId, folder)
  const name = folder.trim()
  if (name === '')
    fail('VALIDATION_FAILED', { issues: [{ path: '/folder', message: 'The folder name must not be blank.' }] })
  const known = await findTopFolder(db, projectId, name)
  if (known !== undefined) return known
  const now = db.nowMs()
  await insertFolder(db, {
    id: createId('folder', now),
    projectId,
    parentId: null,
    name,
    color: null,
    externalId: null,
    metadata: {},
    createdAt: now,
    updatedAt: now,
  })
  return (await findTopFolder(db, projectId, name)) ?? fail('FOLDER_NOT_FOUND')
}

/** FOLDER_NOT_FOUND if the project has no such folder. */
export async function requireFolder(db: Db, projectId: string, id: string): Promise<string> {
  if (!isId('folder', id) || !(await hasFolder(db, projectId, id))) fail('FOLDER_NOT_FOUND', `Folder ${id} not found.`)
  return id
}

/** The folder of a filter; undefined if no folder has the name, so the filter matches nothing. */
export async function findFolder(db: Db, projectId: string, folder: string): Promise<string | undefined> {
  return isId('folder', folder) ? folder : findTopFolder(db, projectId, folder.trim())
}
