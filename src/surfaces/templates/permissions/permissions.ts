/** Grants and revokes access. Requires the level manage on the template; the scope admin always has it. */
import { type Access, type Level } from '../../../kernel/access/index.ts'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, digestOf, takeWritable } from '../../../platform/http/index.ts'
import { type Caller, findRole, roles } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type GrantRow,
  authorize,
  guardIn,
  loadTemplate,
  lockGuards,
  refreshGuards,
  requireAccess,
  selectBranch,
  selectFolderLine,
  selectGrants,
  updateGuard,
} from '../template/index.ts'
import { type GivenGrant, type Grant, type NewGrant, type Permissions, ReplacePermissions } from './contract.ts'
import { type Target, deleteGrant, deleteGrants, hasKey, hasUser, saveGrant } from './store.ts'

/** The grants on a template and on its ancestor folders, and the caller's own access. */
export async function listPermissions(db: Db, caller: Caller, id: string): Promise<Permissions> {
  const row = await loadTemplate(db, caller, id)
  if (row.isPublic) fail('TEMPLATE_READ_ONLY')
  const access = await requireAccess(db, caller, row, 'view')
  const line = row.folderId === null ? [] : await selectFolderLine(db, caller.projectId, row.folderId)
  return present(await selectGrants(db, caller.projectId), { target: id, line, access })
}

export async function listFolderPermissions(db: Db, caller: Caller, id: string): Promise<Permissions> {
  const [folder, ...line] = await folderLine(db, caller, id)
  return present(await selectGrants(db, caller.projectId), { target: folder ?? id, line, access: 'manage' })
}

export interface Replacement {
  body: ReplacePermissions
  /** The raw header. */
  ifMatch: string | undefined
}

/** The ETag of permissions. The level of the caller is that of the caller. */
export function tagOf({ your_level: _, ...permissions }: Permissions): string {
  return digestOf(permissions)
}

/** Replaces all grants of a template. PRECONDITION_FAILED. */
export async function replacePermissions(
  db: Db,
  caller: Caller,
  id: string,
  { body, ifMatch }: Replacement,
): Promise<Permissions> {
  await authorize(db, caller, id, { editorOf: true, changesGuard: true, needs: 'manage' })
  const stored = await listPermissions(db, caller, id)
  checkIfMatch(ifMatch, tagOf(stored))
  const input = await takeWritable(ReplacePermissions, body, () => stored)
  if (!(await replaceOn(db, caller, { target: { templateId: id }, stored, input }))) return stored
  await pointTemplate(db, caller, id)
  await recordAct(db, caller, ['permission.replaced', id], { ...input })
  return listPermissions(db, caller, id)
}

/** Replaces all grants of a folder; they apply to every template in it and below. */
export async function replaceFolderPermissions(
  db: Db,
  caller: Caller,
  id: string,
  { body, ifMatch }: Replacement,
): Promise<Permissions> {
  await lockGuards(db, caller.projectId, 'exclusive')
  const stored = await listFolderPermissions(db, caller, id)
  checkIfMatch(ifMatch, tagOf(stored))
  const input = await takeWritable(ReplacePermissions, body, () => stored)
  if (!(await replaceOn(db, caller, { target: { folderId: id }, stored, input }))) return stored
  const branch = await selectBranch(db, caller.projectId, id)
  await refreshGuards(
    db,
    caller.projectId,
    branch.map((each) => each.id),
  )
  // After the templates, to keep the lock order of saves: the template first, the audit chain last.
  await recordAct(db, caller, ['permission.replaced', id], { ...input })
  return listFolderPermissions(db, caller, id)
}

/** Grants one level on a template, in place of the principal's existing grant there. */
export async function grant(db: Db, caller: Caller, id: string, input: NewGrant): Promise<Grant> {
  await authorize(db, caller, id, { editorOf: true, changesGuard: true, needs: 'manage' })
  await checkPrincipals(db, caller, [input], () => '/principal/id')
  const own = (await selectGrants(db, caller.projectId)).filter((each) => each.templateId === id)
  if (own.length >= limits.grants) fail('LIMIT_REACHED', `A template is limited to ${limits.grants} grants.`)
  const row = await save(db, caller, { templateId: id }, input)
  await pointTemplate(db, caller, id)
  await recordAct(db, caller, ['permission.granted', id], { ...input })
  return presentGrant(row)
}

/** PERMISSION_NOT_FOUND if the template has no grant with this id. */
export async function revoke(
  db: Db,
  caller: Caller,
  { id, permissionId, ifMatch }: { id: string; permissionId: string; ifMatch?: string | undefined },
): Promise<void> {
  await authorize(db, caller, id, { editorOf: true, changesGuard: true, needs: 'manage' })
  if (ifMatch !== undefined) checkIfMatch(ifMatch, tagOf(await listPermissions(db, caller, id)))
  const isGone =
    isId('permission', permissionId) && (await deleteGrant(db, caller.projectId, { templateId: id }, permissionId))
  if (!isGone) fail('PERMISSION_NOT_FOUND')
  await pointTemplate(db, caller, id)
  await recordAct(db, caller, ['permission.revoked', id], { permission_id: permissionId })
}

/** False if the grants are as stored. Grants of the same principals keep their ids. */
async function replaceOn(
  db: Db,
  caller: Caller,
  { target, stored, input }: { target: Target; stored: Permissions; input: ReplacePermissions },
): Promise<boolean> {
  const known = new Map(stored.grants.map((grant) => [principalOf(grant), grant]))
  const isSame = (grant: GivenGrant) => known.get(principalOf(grant))?.level === grant.level
  checkIds(input.grants, known)
  const isStored = (input.default ?? null) === stored.default && input.grants.length === known.size
  if (isStored && input.grants.every(isSame)) return false
  await checkPrincipals(db, caller, input.grants, (index) => `/grants/${index}/principal/id`)
  await deleteGrants(db, caller.projectId, target)
  for (const { principal, level } of input.grants)
    await save(db, caller, target, { principal, level, id: known.get(principalOf({ principal }))?.id })
  if (input.default != null) {
    await save(db, caller, target, { principal: { kind: 'default', id: '' }, level: input.default })
  }
  return true
}

function principalOf({ principal: { kind, id } }: Pick<GivenGrant, 'principal'>): string {
  return `${kind} ${id}`
}

function checkIds(grants: readonly GivenGrant[], known: ReadonlyMap<string, Grant>): void {
  const issues = grants.flatMap((grant, index): Issue[] => {
    if (grant.id === undefined || known.get(principalOf(grant))?.id === grant.id) return []
    return [{ path: `/grants/${index}/id`, message: 'Is not the id of a grant of this principal; omit it.' }]
  })
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
}

function save(
  db: Db,
  caller: Caller,
  target: Target,
  { principal, level, id }: { principal: { kind: string; id: string }; level: Access; id?: string | undefined },
): Promise<GrantRow> {
  const row = {
    id: id ?? createId('permission'),
    principalKind: principal.kind,
    principalId: principal.id,
    level,
    createdAt: db.nowMs(),
  }
  return saveGrant(db, caller.projectId, target, row)
}

/** Sets the guard of the template to itself if it has grants, otherwise to the nearest ancestor folder with grants. */
async function pointTemplate(db: Db, caller: Caller, id: string): Promise<void> {
  const { folderId } = await loadTemplate(db, caller, id)
  const isOwn = (await selectGrants(db, caller.projectId)).some((each) => each.templateId === id)
  await updateGuard(db, caller.projectId, id, isOwn ? id : await guardIn(db, caller.projectId, folderId))
}

async function checkPrincipals(
  db: Db,
  caller: Caller,
  grants: readonly NewGrant[],
  pathOf: (index: number) => string,
): Promise<void> {
  const issues: Issue[] = []
  for (const [index, { principal }] of grants.entries()) {
    const message = await faultOf(db, caller, principal)
    if (message !== undefined) issues.push({ path: pathOf(index), message })
    const isTwice = grants.some(
      (other, at) => at < index && other.principal.kind === principal.kind && other.principal.id === principal.id,
    )
    if (isTwice)
      issues.push({ path: pathOf(index), message: 'This list already contains a grant for the same principal.' })
  }
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
}

async function faultOf(db: Db, caller: Caller, { kind, id }: NewGrant['principal']): Promise<string | undefined> {
  switch (kind) {
    case 'api_key':
      return (await hasKey(db, caller.projectId, id))
        ? undefined
        : 'The project has no API key with this id; GET /v1/api-keys lists them.'
    case 'user':
      return (await hasUser(db, caller.companyId, id)) ? undefined : 'The company has no account with this id.'
    case 'role':
      return findRole(id) !== undefined ? undefined : `Unknown role; use one of ${roles.join(', ')}.`
    case 'plugin_user':
      return undefined
  }
}

async function folderLine(db: Db, caller: Caller, id: string): Promise<string[]> {
  const line = isId('folder', id) ? await selectFolderLine(db, caller.projectId, id) : []
  return line.length > 0 ? line : fail('FOLDER_NOT_FOUND')
}

function present(
  grants: readonly GrantRow[],
  { target, line, access }: { target: string; line: readonly string[]; access: Access },
): Permissions {
  const at = (id: string) => {
    const own = grants.filter((each) => (each.templateId ?? each.folderId) === id)
    const named = own.filter((each) => each.principalKind !== 'default')
    return {
      default: (own.find((each) => each.principalKind === 'default')?.level ?? null) as Access | null,
      grants: named.map(presentGrant),
    }
  }
  const inherited = line.map((id) => ({ folder_id: id, ...at(id) }))
  return {
    ...at(target),
    inherited: inherited.filter((each) => each.default !== null || each.grants.length > 0),
    your_level: access as Level,
  }
}

function presentGrant({ id, principalKind, principalId, level }: GrantRow): Grant {
  return {
    id,
    principal: { kind: principalKind as NewGrant['principal']['kind'], id: principalId },
    level: level as Access,
  }
}
