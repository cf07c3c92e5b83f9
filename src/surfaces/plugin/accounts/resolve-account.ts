import { covers } from '../../../kernel/access/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import {
  type AccountClaim,
  type Caller,
  type Right,
  type Vault,
  currentCaller,
  hasScope,
  isProvenAccount,
  rights,
  rolePermissions,
} from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'

/** The caller of a token: an end user of the host, or the account that the console signed it for. */
export type ResolveAccount = (
  caller: Caller,
  token: { pluginId: string; svcAccount?: AccountClaim },
) => Caller | Promise<Caller>

/** Reads the role at each call, so that a change of role, or a removal, applies to open editors too. */
export function createAccountResolver({ store, vault }: { store: Store; vault: Vault }): ResolveAccount {
  return (caller, { pluginId, svcAccount }) => {
    if (svcAccount === undefined) return caller
    if (!isProvenAccount(vault, svcAccount, { pluginId, nowMs: store.read.nowMs() })) fail('PLUGIN_AUTH_INVALID')
    return accountCaller(store, caller, svcAccount.id)
  }
}

async function accountCaller(store: Store, caller: Caller, id: string): Promise<Caller> {
  const account = await currentCaller(store.read, { ...caller, actor: { ...caller.actor, kind: 'user', id } })
  if (account?.role === undefined || account.endUser === undefined)
    fail('PLUGIN_AUTH_INVALID', 'The account was removed.')
  const can = rights.filter((right) => mayDo(account, right))
  return { ...account, endUser: { ...account.endUser, library: { kind: 'project' }, can } }
}

function mayDo(account: Caller, right: Right): boolean {
  if (right === 'upload') return hasScope(account, 'assets:write')
  if (right === 'export') return hasScope(account, 'exports')
  return right === 'preview' || (account.role !== undefined && covers(rolePermissions[account.role].level, 'edit'))
}
