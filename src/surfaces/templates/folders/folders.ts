/** The folder tree: nesting rules and the effects on content. Changes require a transaction. */
import { isEqual } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, digestOf, takeWritable } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, foldCase } from '../../../platform/storage/index.ts'
import {
  accessIn,
  holdExternalId,
  lockGuards,
  refreshGuards,
  requireAccessIn,
  requireFreeExternalId,
  requireRelease,
  selectBranch,
  visibleGuards,
} from '../template/index.ts'
import { type CreateFolder, type Folder, UpdateFolder } from './contract.ts'
import * as rows from './store.ts'

/** With its path and template count. FOLDER_NOT_FOUND for a folder of another project. */
export async function getFolder(db: Db, caller: Caller, id: string): Promise<Folder> {
  const line = await lineOf(db, caller, id)
  const folder = line.at(-1) ?? fail('FOLDER_NOT_FOUND')
  const path = line.map(({ name }) => name)
  return present(
    folder,
    path,
    await rows.countTemplates(db, caller.projectId, { folderId: folder.id, guards: await visibleGuards(db, caller) }),
  )
}

/**
 * Creates a folder at the top level or inside another. NAME_TAKEN for a sibling with the same name (case-insensitive),
 * EXTERNAL_ID_TAKEN, PERMISSION_DENIED if the caller may not edit in the parent.
 */
export async function createFolder(db: Db, caller: Caller, input: CreateFolder): Promise<Folder> {
  const { projectId } = caller
  const { external_id: externalId = null, metadata = {} } = input
  await holdExternalId(db, caller, 'folder', externalId)
  await rows.lockTree(db, projectId)
  const above = input.parent_id == null ? [] : await lineOf(db, caller, input.parent_id, 'parent_id')
  await requireAccessIn(db, caller, input.parent_id ?? null)
  checkDepth(above.length + 1)
  if ((await rows.countFolders(db, projectId)) >= limits.folders) {
    fail('LIMIT_REACHED', `A project is limited to ${limits.folders} folders.`)
  }
  const now = db.nowMs()
  const parentId = input.parent_id ?? null
  const name = await freeName(db, projectId, { name: input.name, parentId })
  await requireFreeExternalId(db, caller, 'folder', { externalId })
  const folder = {
    id: createId('folder', now),
    projectId,
    parentId,
    name,
    color: input.color ?? null,
    externalId,
    metadata,
    createdAt: now,
    updatedAt: now,
  }
  await rows.insertFolder(db, folder)
  await recordAct(db, caller, ['folder.created', folder.id], { name, parent_id: parentId })
  return present(folder, [...above.map((each) => each.name), name], 0)
}

/** The ETag of a folder. The number of templates changes without the folder. */
export function tagOf({ template_count: _, ...folder }: Folder): string {
  return digestOf(folder)
}

export interface FolderChange {
  id: string
  body: UpdateFolder
  /** The raw header. */
  ifMatch: string | undefined
}

/**
 * PERMISSION_DENIED if the caller may not edit in the folder, NAME_TAKEN, EXTERNAL_ID_TAKEN, PRECONDITION_FAILED, and the
 * failures of `moveFolder` if the parent changes.
 */
export async function updateFolder(db: Db, caller: Caller, { id, body, ifMatch }: FolderChange): Promise<Folder> {
  const { projectId } = caller
  const { external_id: externalId, metadata } = body
  await holdExternalId(db, caller, 'folder', externalId)
  await rows.lockTree(db, projectId)
  if (body.parent_id !== undefined) await lockGuards(db, projectId, 'exclusive')
  const shown = await getFolder(db, caller, id)
  checkIfMatch(ifMatch, tagOf(shown))
  const change = await takeWritable(UpdateFolder, body, () => shown)
  await requireAccessIn(db, caller, id)
  if (change.parent_id !== undefined && change.parent_id !== shown.parent_id)
    await moveFolder(db, caller, id, change.parent_id)
  const folder = (await lineOf(db, caller, id)).at(-1) ?? fail('FOLDER_NOT_FOUND')
  const wanted: Parameters<typeof rows.updateFolder>[3] = {}
  if (change.color !== undefined && change.color !== folder.color) wanted.color = change.color
  if (change.name !== undefined && change.name.trim() !== folder.name) {
    wanted.name = await freeName(db, projectId, { name: change.name, parentId: folder.parentId, self: id })
  }
  if (externalId !== undefined && externalId !== folder.externalId) {
    await requireFreeExternalId(db, caller, 'folder', { externalId, self: id })
    wanted.externalId = externalId
  }
  if (metadata !== undefined && !isEqual(metadata, folder.metadata)) wanted.metadata = metadata
  if (Object.keys(wanted).length > 0) {
    await rows.updateFolder(db, projectId, id, { ...wanted, updatedAt: db.nowMs() })
    await recordAct(db, caller, ['folder.updated', id], { changed: Object.keys(wanted) })
  }
  return getFolder(db, caller, id)
}

/**
 * Moves a folder with its content into another, or to the top level. FOLDER_CYCLE into itself or its own content,
 * FOLDER_TOO_DEEP beyond the maximum depth, NAME_TAKEN for a sibling with the same name. PERMISSION_DENIED if the caller may
 * not edit in both folders, or would move it out from under grants without managing it.
 */
export async function moveFolder(db: Db, caller: Caller, id: string, parentId: string | null): Promise<Folder> {
  const { projectId } = caller
  await rows.lockTree(db, projectId)
  await lockGuards(db, projectId, 'exclusive')
  const folder = (await lineOf(db, caller, id)).at(-1) ?? fail('FOLDER_NOT_FOUND')
  await requireAccessIn(db, caller, id)
  if (folder.parentId === parentId) return getFolder(db, caller, id)
  const above = parentId === null ? [] : await lineOf(db, caller, parentId, 'parent_id')
  await requireAccessIn(db, caller, parentId)
  if (above.some((each) => each.id === id)) fail('FOLDER_CYCLE')
  const access = await accessIn(db, caller, id)
  await requireRelease(db, caller, { access, from: folder.parentId, to: parentId })
  const branch = await selectBranch(db, projectId, id)
  checkDepth(above.length + 1 + (branch.at(-1)?.depth ?? 0))
  await freeName(db, projectId, { name: folder.name, parentId, self: id })
  await rows.updateFolder(db, projectId, id, { parentId, updatedAt: db.nowMs() })
  await refreshGuards(
    db,
    projectId,
    branch.map((each) => each.id),
  )
  await recordAct(db, caller, ['folder.moved', id], { from: folder.parentId, to: parentId })
  return getFolder(db, caller, id)
}

/**
 * The folder and its ancestors, outermost first. Fails with FOLDER_NOT_FOUND, as an issue at `member` of the body if given.
 */
export async function lineOf(db: Db, caller: Caller, id: string, member?: string): Promise<rows.FolderRecord[]> {
  const line = isId('folder', id) ? await rows.selectLine(db, caller.projectId, id) : []
  if (line.length > 0) return line
  fail('FOLDER_NOT_FOUND', member === undefined ? undefined : `Folder ${id} not found; see ${member}.`)
}

export function present(folder: rows.FolderRecord, path: string[], templateCount: number): Folder {
  return {
    id: folder.id,
    name: folder.name,
    external_id: folder.externalId,
    metadata: folder.metadata,
    parent_id: folder.parentId,
    color: folder.color,
    path,
    template_count: templateCount,
    created_at: new Date(folder.createdAt).toISOString(),
    updated_at: new Date(folder.updatedAt).toISOString(),
  }
}

function checkDepth(depth: number): void {
  if (depth > limits.folderDepth)
    fail('FOLDER_TOO_DEEP', `Folders can be nested ${limits.folderDepth} levels deep; this would be level ${depth}.`)
}

async function freeName(
  db: Db,
  projectId: string,
  { name, parentId, self }: { name: string; parentId: string | null; self?: string },
): Promise<string> {
  const trimmed = name.trim()
  if (trimmed === '') fail('VALIDATION_FAILED', { issues: [{ path: '/name', message: 'The name must not be blank.' }] })
  const key = foldCase(trimmed)
  const authorized = (await rows.selectSiblings(db, projectId, parentId)).find((each) => each.nameKey === key)
  if (authorized !== undefined && authorized.id !== self)
    fail('NAME_TAKEN', `The parent folder already contains a folder "${authorized.name}".`)
  return trimmed
}
