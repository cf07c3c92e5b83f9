import { type Static, Type } from '@sinclair/typebox'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { closed } from '../../../kernel/schema/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import { type Caller, type Vault, signAccountClaim, signPluginToken } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { findProject } from '../../projects/index.ts'
import type { Contexts } from '../contexts.ts'

const AccountToken = closed(
  { plugin_id: Type.String(), token: Type.String({ description: 'Plugin token of the signed-in person.' }) },
  { title: 'AccountToken' },
)
type AccountToken = Static<typeof AccountToken>

export interface AccountRouteDeps {
  http: Http
  store: Store
  vault: Vault
  contexts: Contexts
}

/** Tokens with which the console opens the editor for a signed-in person. Only the console calls it. */
export function accountRoutes(deps: AccountRouteDeps) {
  return deps.http
    .surface('console', { crossOrigin: false })
    .post('/console/editor-token', ({ caller }) => createAccountToken(deps, caller), {
      id: 'console.createEditorToken',
      summary: 'Sign a token for the editor of the console',
      hidden: true,
      scope: 'templates:read',
      response: { 200: AccountToken },
      errors: ['PROJECT_NOT_FOUND'],
    })
}

async function createAccountToken(
  { store, vault, contexts }: AccountRouteDeps,
  { actor: { id, kind, name }, projectId }: Caller,
): Promise<AccountToken> {
  if (kind !== 'user') fail('FORBIDDEN', 'Only a person who is signed in to the console has such a token.')
  const { pluginId } = (await findProject(store.read, projectId)) ?? fail('PROJECT_NOT_FOUND')
  const [{ secret } = fail('PROJECT_NOT_FOUND')] = (await contexts.find(pluginId))?.secrets ?? []
  const expires = store.read.nowMs() + limits.accountTokenMinutes * 60_000
  const svcAccount = signAccountClaim(vault, { pluginId, id, until: expires })
  return { plugin_id: pluginId, token: signPluginToken({ pluginId, userId: id, name, expires, svcAccount }, secret) }
}
