/** Access to templates. A template's own grants take precedence over those of its ancestor folders, nearest first. */
import { reportAccess, type Access, type Level, covers } from '../../../../kernel/access/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { type Caller, hasScope, rolePermissions } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import type { TemplateRecord } from '../store.ts'
import {
  type FolderLink,
  type GrantRow,
  areOpenTo,
  hasGrants,
  lockPointed,
  selectOpenIds,
  selectFolderLinks,
  selectGrants,
  selectGuards,
  updateGuards,
} from './store.ts'

type Guarded = Pick<TemplateRecord, 'id' | 'projectId' | 'folderId' | 'guardId'>

/**
 * Access of a caller to a template of its project. A template without grants is open within the caller's scopes; the scope
 * admin always has manage. The nearest grant to the caller decides, then the nearest grant to its role, then the nearest
 * default. Nobody has more than the level of its role.
 */
export async function accessTo(db: Db, caller: Caller, row: Guarded): Promise<Access> {
  if (hasScope(caller, 'admin')) return 'manage'
  if (row.guardId === null) return withinRole(caller, 'publish')
  const [grants, folders] = [await selectGrants(db, row.projectId), await selectFolderLinks(db, row.projectId)]
  return withinRole(caller, decide(grants, [row.id, ...lineFrom(row.folderId, folders)], caller))
}

/** Fails with TEMPLATE_NOT_FOUND if the caller may not see the template, PERMISSION_DENIED if its level is too low. */
export async function requireAccess(db: Db, caller: Caller, row: Guarded, level: Level): Promise<Access> {
  const access = await accessTo(db, caller, row)
  checkAccess(access, level)
  return access
}

/** Like `requireAccess`, for an access that is already resolved. */
export function checkAccess(access: Access, level: Level): void {
  reportAccess(level)
  if (covers(access, level)) return
  if (access === 'none') fail('TEMPLATE_NOT_FOUND')
  fail('PERMISSION_DENIED', `This requires the level ${level}; you have ${access}.`)
}

/** The level that the caller has on templates in the folder without grants of their own. */
export async function accessIn(db: Db, caller: Caller, folderId: string | null): Promise<Access> {
  if (hasScope(caller, 'admin')) return 'manage'
  if (folderId === null || !(await hasGrants(db, caller.projectId))) return withinRole(caller, 'publish')
  const [grants, folders] = [await selectGrants(db, caller.projectId), await selectFolderLinks(db, caller.projectId)]
  return withinRole(caller, decide(grants, lineFrom(folderId, folders), caller))
}

/** The access, reduced to the highest level of the caller's role. */
function withinRole({ role }: Caller, access: Access): Access {
  const highest = role === undefined ? 'manage' : rolePermissions[role].level
  return covers(access, highest) ? highest : access
}

/** Fails with PERMISSION_DENIED if the caller may not change the folder or add to it. */
export async function requireAccessIn(db: Db, caller: Caller, folderId: string | null): Promise<void> {
  reportAccess('edit')
  const access = await accessIn(db, caller, folderId)
  if (!covers(access, 'edit'))
    fail('PERMISSION_DENIED', `This requires the level edit in the folder; you have ${access}.`)
}

/**
 * Fails with PERMISSION_DENIED if the caller would move a template or folder out from under grants of its ancestor folders
 * without managing it: callers excluded by these grants would gain access.
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

/**
 * Fails with PERMISSION_DENIED unless the caller manages each of these folders that has grants, because the grants are
 * deleted with the folder.
 */
export async function requireRemoval(db: Db, caller: Caller, folderIds: readonly string[]): Promise<void> {
  if (hasScope(caller, 'admin') || !(await hasGrants(db, caller.projectId))) return
  const guarded = await guardedFolders(db, caller.projectId)
  for (const id of folderIds) {
    if (guarded.has(id) && !covers(await accessIn(db, caller, id), 'manage')) failToRelease()
  }
}

function failToRelease(): never {
  fail('PERMISSION_DENIED', 'The grants of a folder would no longer apply; this requires the level manage.')
}

/** Guards whose templates the caller may see; undefined if it may see all templates of the project. */
export async function visibleGuards(db: Db, caller: Caller): Promise<string[] | undefined> {
  reportAccess('visible')
  return guardsCovering(db, caller, 'view')
}

/**
 * Guards whose templates the caller may edit; undefined if it may edit all templates of the project. PERMISSION_DENIED for a
 * role that may edit none.
 */
export async function editableGuards(db: Db, caller: Caller): Promise<string[] | undefined> {
  reportAccess('edit')
  const access = withinRole(caller, 'edit')
  if (access !== 'edit') fail('PERMISSION_DENIED', `This requires the level edit; your role has at most ${access}.`)
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

/** The templates that a caller may see, to filter rows of other surfaces that refer to them. */
export interface TemplateVisibility {
  /** True for the scope admin, which also sees rows that refer to an erased restricted template. */
  isUnlimited: boolean
  /** As returned by `visibleGuards`. */
  guards: string[] | undefined
}

export async function templateVisibility(db: Db, caller: Caller): Promise<TemplateVisibility> {
  return { isUnlimited: hasScope(caller, 'admin'), guards: await visibleGuards(db, caller) }
}

/** Includes templates in the trash. False if one is erased, unless the caller may see all templates of the project. */
export async function maySeeTemplates(db: Db, caller: Caller, ids: readonly string[]): Promise<boolean> {
  const guards = await visibleGuards(db, caller)
  return guards === undefined || ids.length === 0 || areOpenTo(db, ids, guards)
}

/** Those of the ids that are templates of the caller's project, trash included, which the caller may view. */
export async function visibleTemplateIds(db: Db, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set(await selectOpenIds(db, caller.projectId, { ids, guards: await visibleGuards(db, caller) }))
}

/**
 * True if grants hide the template from any caller of the project. Stored with its last event: once the template is erased,
 * its grants can no longer be read.
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

/** Guard of a template in the folder without grants of its own: the nearest folder with grants. */
export async function guardIn(db: Db, projectId: string, folderId: string | null): Promise<string | null> {
  if (folderId === null || !(await hasGrants(db, projectId))) return null
  const guarded = await guardedFolders(db, projectId)
  return lineFrom(folderId, await selectFolderLinks(db, projectId)).find((id) => guarded.has(id)) ?? null
}

/** Sets the guard of all templates in these folders to the nearest grants, after folders or their grants changed. */
export async function refreshGuards(db: Db, projectId: string, folderIds: readonly string[]): Promise<void> {
  const guarded = await guardedFolders(db, projectId)
  const links = await selectFolderLinks(db, projectId)
  const guardOf = (folderId: string) => lineFrom(folderId, links).find((id) => guarded.has(id)) ?? null
  await lockPointed(db, projectId, folderIds)
  for (const [guardId, ids] of Map.groupBy(folderIds, guardOf)) {
    await updateGuards(db, projectId, { folderIds: ids, guardId })
  }
}

/** Ids of the project's folders that have grants. */
async function guardedFolders(db: Db, projectId: string): Promise<ReadonlySet<string | null>> {
  return new Set((await selectGrants(db, projectId)).map((grant) => grant.folderId))
}

/** The folder and its ancestors, innermost first. */
function lineFrom(folderId: string | null, folders: readonly FolderLink[]): string[] {
  const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  const line: string[] = []
  for (let at: string | null | undefined = folderId; at != null && !line.includes(at); at = parents.get(at))
    line.push(at)
  return line
}

/**
 * Access granted along `line`, a list of targets, nearest first. A grant to the caller takes precedence over its role, and
 * the role over the default.
 */
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
