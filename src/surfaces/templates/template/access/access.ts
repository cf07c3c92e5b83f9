/** Who may do what with a template: its own grants, then those of the folders around it, then what holds for all. */
import { reportAccess } from '../../../../kernel/access/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { type Caller, hasScope } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import type { TemplateRecord } from '../store.ts'
import { type Access, type Level, covers } from './level.ts'
import {
  type FolderLink,
  type GrantRow,
  areOpenTo,
  hasGrants,
  lockPointed,
  selectFolderLinks,
  selectGrants,
  selectGuards,
  updateGuards,
} from './store.ts'

type Guarded = Pick<TemplateRecord, 'id' | 'projectId' | 'folderId' | 'guardId'>

/**
 * The access of a caller to a template of its project. A template without grants is open within the caller's scopes; the
 * scope admin always manages. A grant to the caller decides, the nearest first; without one the nearest default does.
 */
export async function accessTo(db: Db, caller: Caller, row: Guarded): Promise<Access> {
  if (hasScope(caller, 'admin')) return 'manage'
  if (row.guardId === null) return 'publish'
  const [grants, folders] = [await selectGrants(db, row.projectId), await selectFolderLinks(db, row.projectId)]
  return decide(grants, [row.id, ...lineFrom(row.folderId, folders)], caller)
}

/** Fails with TEMPLATE_NOT_FOUND for who may not even see the template, PERMISSION_DENIED for who may do less. */
export async function requireAccess(db: Db, caller: Caller, row: Guarded, level: Level): Promise<Access> {
  const access = await accessTo(db, caller, row)
  checkAccess(access, level)
  return access
}

/** The same for an access that is known. */
export function checkAccess(access: Access, level: Level): void {
  reportAccess(level)
  if (covers(access, level)) return
  if (access === 'none') fail('TEMPLATE_NOT_FOUND')
  fail('PERMISSION_DENIED', `This needs the level ${level}; you have ${access}.`)
}

/** What the caller may do in a folder: the level that a template there has which holds no grants itself. */
export async function accessIn(db: Db, caller: Caller, folderId: string | null): Promise<Access> {
  if (hasScope(caller, 'admin')) return 'manage'
  if (folderId === null || !(await hasGrants(db, caller.projectId))) return 'publish'
  const [grants, folders] = [await selectGrants(db, caller.projectId), await selectFolderLinks(db, caller.projectId)]
  return decide(grants, lineFrom(folderId, folders), caller)
}

/** Fails with PERMISSION_DENIED for who may not change the folder, or put something into it. */
export async function requireAccessIn(db: Db, caller: Caller, folderId: string | null): Promise<void> {
  reportAccess('edit')
  const access = await accessIn(db, caller, folderId)
  if (!covers(access, 'edit')) fail('PERMISSION_DENIED', `This needs the level edit in the folder; you have ${access}.`)
}

/**
 * Fails with PERMISSION_DENIED for who would take a template or folder from under grants of the folders around it without
 * managing it: it would be open to those whom they keep out.
 */
export async function requireRelease(
  db: Db,
  caller: Caller,
  { access, from, to }: { access: Access; from: string | null; to: string | null },
): Promise<void> {
  if (covers(access, 'manage') || from === null || !(await hasGrants(db, caller.projectId))) return
  const folders = await selectFolderLinks(db, caller.projectId)
  const kept = new Set(lineFrom(to, folders))
  const guarded = await guardedFolders(db, caller.projectId)
  if (lineFrom(from, folders).some((id) => guarded.has(id) && !kept.has(id))) failToRelease()
}

/** Fails with PERMISSION_DENIED unless the caller manages each of these folders that holds grants, which go with it. */
export async function requireRemoval(db: Db, caller: Caller, folderIds: readonly string[]): Promise<void> {
  if (hasScope(caller, 'admin') || !(await hasGrants(db, caller.projectId))) return
  const guarded = await guardedFolders(db, caller.projectId)
  for (const id of folderIds) {
    if (guarded.has(id) && !covers(await accessIn(db, caller, id), 'manage')) failToRelease()
  }
}

function failToRelease(): never {
  fail('PERMISSION_DENIED', 'The grants of a folder would no longer hold; that needs the level manage.')
}

/** The guards behind which the caller may see templates; undefined when nothing is kept from it. */
export async function visibleGuards(db: Db, caller: Caller): Promise<string[] | undefined> {
  reportAccess('visible')
  return guardsCovering(db, caller, 'view')
}

/** The guards behind which the caller may edit templates; undefined when it may edit all of the project. */
export async function editableGuards(db: Db, caller: Caller): Promise<string[] | undefined> {
  reportAccess('edit')
  return guardsCovering(db, caller, 'edit')
}

async function guardsCovering(db: Db, caller: Caller, level: Level): Promise<string[] | undefined> {
  if (hasScope(caller, 'admin') || !(await hasGrants(db, caller.projectId))) return undefined
  const grants = await selectGrants(db, caller.projectId)
  const folders = await selectFolderLinks(db, caller.projectId)
  const covered = new Set<string>()
  for (const { guardId, folderId } of await selectGuards(db, caller.projectId)) {
    const line = lineFrom(folderId, folders)
    if (guardId !== null && covers(decide(grants, [guardId, ...line], caller), level)) covered.add(guardId)
  }
  return [...covered]
}

/** Which templates a caller may see, for rows of other surfaces that name them. */
export interface TemplateVisibility {
  /** The scope admin: also what named a restricted template that is erased. */
  isUnlimited: boolean
  /** As `visibleGuards`. */
  guards: string[] | undefined
}

/** Which templates the caller may see. */
export async function templateVisibility(db: Db, caller: Caller): Promise<TemplateVisibility> {
  return { isUnlimited: hasScope(caller, 'admin'), guards: await visibleGuards(db, caller) }
}

/** True if the caller may see all of these templates, in the trash or not. Erased ones only where nothing is kept from it. */
export async function maySeeTemplates(db: Db, caller: Caller, ids: readonly string[]): Promise<boolean> {
  const guards = await visibleGuards(db, caller)
  return guards === undefined || ids.length === 0 || areOpenTo(db, ids, guards)
}

/**
 * True if grants keep the template from anybody in the project. For its last event: once it is erased, nothing else tells
 * who may read of it.
 */
export async function isHiddenFromSome(db: Db, row: Guarded): Promise<boolean> {
  if (row.guardId === null) return false
  const line = [row.id, ...lineFrom(row.folderId, await selectFolderLinks(db, row.projectId))]
  const grants = await selectGrants(db, row.projectId)
  const nearest = line
    .map((target) => grants.filter((each) => (each.templateId ?? each.folderId) === target))
    .find((own) => own.some(({ principalKind }) => principalKind === 'default'))
  const isDefault =
    nearest?.some(({ level, principalKind }) => principalKind === 'default' && level === 'none') ?? false
  return (
    isDefault || grants.some((each) => line.includes(each.templateId ?? each.folderId ?? '') && each.level === 'none')
  )
}

/** Where a template in a folder finds the nearest grants, when it has none of its own. */
export async function guardIn(db: Db, projectId: string, folderId: string | null): Promise<string | null> {
  if (folderId === null || !(await hasGrants(db, projectId))) return null
  const guarded = await guardedFolders(db, projectId)
  return lineFrom(folderId, await selectFolderLinks(db, projectId)).find((id) => guarded.has(id)) ?? null
}

/** Points all templates in these folders to the grants that are nearest now; after folders or their grants changed. */
export async function refreshGuards(db: Db, projectId: string, folderIds: readonly string[]): Promise<void> {
  const guarded = await guardedFolders(db, projectId)
  const links = await selectFolderLinks(db, projectId)
  const guardOf = (folderId: string) => lineFrom(folderId, links).find((id) => guarded.has(id)) ?? null
  await lockPointed(db, projectId, folderIds)
  for (const [guardId, ids] of Map.groupBy(folderIds, guardOf)) {
    await updateGuards(db, projectId, { folderIds: ids, guardId })
  }
}

/** The folders of a project that hold grants. */
async function guardedFolders(db: Db, projectId: string): Promise<ReadonlySet<string | null>> {
  return new Set((await selectGrants(db, projectId)).map((grant) => grant.folderId))
}

/** The folder and those around it, innermost first. */
function lineFrom(folderId: string | null, folders: readonly FolderLink[]): string[] {
  const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  const line: string[] = []
  for (let at: string | null | undefined = folderId; at != null && !line.includes(at); at = parents.get(at))
    line.push(at)
  return line
}

/** The access that grants give at a line of targets, the nearest first. */
function decide(grants: readonly GrantRow[], line: readonly string[], { actor, role }: Caller): Access {
  const held = (kind: string, id: string) => {
    for (const target of line) {
      const grant = grants.find(
        (each) =>
          (each.templateId ?? each.folderId) === target && each.principalKind === kind && each.principalId === id,
      )
      if (grant !== undefined) return grant.level as Access
    }
    return undefined
  }
  return held(actor.kind, actor.id) ?? (role && held('role', role)) ?? held('default', '') ?? 'edit'
}
