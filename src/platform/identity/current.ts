import { fail } from '../../kernel/errors/index.ts'
import type { Db } from '../storage/index.ts'
import { rolePermissions } from './role-permissions.ts'
import { type CallActor, type Caller, type Scope, hasScope, isScope } from './scopes.ts'
import { findKeyById, findUserRole } from './store.ts'

/**
 * A stored caller with its current permissions: those of its key, or of the role of its account. Undefined if the key was
 * revoked or has expired, the account was deleted or disabled, or the project was deleted. A user of the plugin has no stored permissions besides
 * grants, so it is returned unchanged.
 */
export async function currentCaller(db: Db, caller: Caller, nowMs = db.nowMs()): Promise<Caller | undefined> {
  const { id, kind } = caller.actor
  // Holders of links have no rights of their own.
  if (kind === 'reviewer') return undefined
  if (kind === 'plugin_user') return caller
  if (kind === 'user') {
    const role = await findUserRole(db, caller.companyId, id)
    return role === undefined ? undefined : { ...caller, role, scopes: rolePermissions[role].scopes }
  }
  const key = await findKeyById(db, caller.projectId, id)
  if (key === undefined || key.revokedAt !== null || (key.expiresAt ?? Infinity) <= nowMs) return undefined
  return { ...caller, scopes: key.scopes.filter(isScope) }
}

/**
 * The same for work that continues after its request: fails with UNAUTHORIZED if the caller has lost its access since, with
 * FORBIDDEN if it has lost the scope.
 */
export async function requireCurrentCaller(db: Db, caller: Caller, scope: Scope): Promise<Caller> {
  const current = await currentCaller(db, caller)
  if (current === undefined) {
    fail('UNAUTHORIZED', 'The API key or account that started this job was revoked, has expired or was deleted.')
  }
  if (!hasScope(current, scope))
    fail('FORBIDDEN', `The API key that started this job no longer has the scope ${scope}.`)
  return current
}

/** The owner of a stored resource, such as a webhook: with its current permissions, or without any. */
export async function currentOwner(
  db: Db,
  { projectId, kind, id }: { projectId: string; kind: CallActor['kind'] | null; id: string | null },
): Promise<Caller> {
  const noCaller: Caller = { projectId, companyId: '', actor: { kind: 'api_key', id: '', name: '' }, scopes: [] }
  if (kind === null || id === null) return noCaller
  return (await currentCaller(db, { ...noCaller, actor: { kind, id, name: '' } })) ?? noCaller
}
