import { fail } from '../../kernel/errors/index.ts'
import type { BearerTokens } from '../../platform/http/index.ts'
import { type Caller, findRole, limitsIn } from '../../platform/identity/index.ts'
import { type Store, statementwise } from '../../platform/storage/index.ts'
import { hashAppToken, isAppToken } from './app-token.ts'
import { grantableScopes } from './scopes.ts'
import { selectToken, touchApp } from './store.ts'

const touchEveryMs = 60_000

/** Callers of `/mcp` by access token: an account, with those scopes of the application that its role has now. */
export function createTokenCallers(store: Store, { metadataUrl }: { metadataUrl: string }): BearerTokens {
  return {
    challenge: `Bearer resource_metadata="${metadataUrl}"`,
    async authenticate(token) {
      const found = isAppToken(token, 'access') ? await selectToken(store.read, hashAppToken(token)) : undefined
      const now = store.read.nowMs()
      if (found === undefined || found.token.kind !== 'access' || found.token.expiresAt <= now) return refuse()
      const { app, project, user } = found
      if ((app.lastUsedAt ?? 0) + touchEveryMs < now) touch(app.id, now)
      const role = findRole(user.role) ?? refuse()
      const own = limitsIn(project.settings)
      return {
        projectId: project.id,
        companyId: project.companyId,
        actor: { kind: 'user', id: user.id, name: `${user.name} via ${app.name}` },
        scopes: grantableScopes(role, app.scopes),
        role,
        expiresAt: found.token.expiresAt,
        ...(own === undefined ? {} : { limits: own }),
      } satisfies Caller
    },
  }

  function touch(id: string, now: number): void {
    // Losing this write loses a minute of the last use; it must never fail or delay the call.
    store.tx((db) => touchApp(db, id, now), statementwise).catch(() => undefined)
  }
}

function refuse(): never {
  fail('UNAUTHORIZED', 'The access token has expired, was revoked or is unknown.')
}
