import { createHash } from 'node:crypto'
import { limits } from '../../kernel/limits.ts'
import type { AuditActor } from '../../platform/audit/index.ts'
import { findRole, sameHash } from '../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import { createAppToken, hashAppToken, isAppToken } from './app-token.ts'
import { disconnectApp } from './connections.ts'
import { OAuthError } from './oauth-error.ts'
import { grantableScopes } from './scopes.ts'
import { insertTokens, selectToken, useUpToken } from './store.ts'

/** The response to a request for tokens (RFC 6749 5.1). */
export interface TokenResponse {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

type Origin = Pick<AuditActor, 'ip' | 'requestId'>
type TokenRecord = NonNullable<Awaited<ReturnType<typeof selectToken>>>

const secondMs = 1000
const dayMs = 86_400_000

/** Exchanges codes and refresh tokens for access tokens of one resource. */
export function createTokens({ store, resource }: { store: Store; resource: string }) {
  /** Throws after the transaction, because a reuse has to be committed. */
  async function exchange(given: URLSearchParams, from: Origin): Promise<TokenResponse> {
    if ((given.get('resource') ?? resource) !== resource)
      throw new OAuthError('invalid_target', `resource must be ${resource}.`)
    const read = readers[given.get('grant_type') ?? '']
    if (read === undefined)
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
    const outcome = await store.tx((db) => read(db, given, from), underLocks)
    if (outcome instanceof OAuthError) throw outcome
    return outcome
  }

  return {
    exchange,
    /** Ends the access of the application that a token belongs to (RFC 7009); unknown tokens are ignored. */
    async revoke(given: URLSearchParams, from: Origin): Promise<void> {
      const token = given.get('token') ?? ''
      if (!isAppToken(token, 'access') && !isAppToken(token, 'refresh')) return
      await store.tx(async (db) => {
        const found = await selectToken(db, hashAppToken(token))
        if (found === undefined || found.app.clientId !== (given.get('client_id') ?? found.app.clientId)) return
        await disconnectApp(db, { ...ownerOf(found, from), id: found.app.id })
      }, underLocks)
    },
  }
}

type Read = (db: Db, given: URLSearchParams, from: Origin) => Promise<TokenResponse | OAuthError>

const readers: Readonly<Record<string, Read>> = Object.assign(Object.create(null), {
  async authorization_code(db, given, from) {
    const found = await findToken(db, given, 'code')
    if (found === undefined) return unknownGrant('code')
    const { app, token } = found
    if (token.usedAt !== null) return reused(db, found, from)
    const isRight =
      token.expiresAt > db.nowMs() &&
      given.get('redirect_uri') === app.redirectUri &&
      sameHash(challengeOf(given.get('code_verifier') ?? ''), token.challenge ?? '')
    if (!isRight) return unknownGrant('code')
    // Of two requests at once, the second one is a reuse.
    if (!(await useUpToken(db, token.hash, db.nowMs()))) return reused(db, found, from)
    return issue(db, found)
  },
  async refresh_token(db, given, from) {
    const found = await findToken(db, given, 'refresh')
    if (found === undefined || found.token.expiresAt <= db.nowMs()) return unknownGrant('refresh_token')
    const { token } = found
    const now = db.nowMs()
    const graceEndsAt = (token.usedAt ?? now) + limits.appRefreshGraceSeconds * secondMs
    if (now > graceEndsAt) return reused(db, found, from)
    await useUpToken(db, token.hash, now)
    return issue(db, found)
  },
} satisfies Record<string, Read>)

/** The token of the request if it belongs to the client of the request. */
async function findToken(db: Db, given: URLSearchParams, kind: 'code' | 'refresh'): Promise<TokenRecord | undefined> {
  const text = given.get(kind === 'code' ? 'code' : 'refresh_token') ?? ''
  if (!isAppToken(text, kind)) return undefined
  const found = await selectToken(db, hashAppToken(text))
  return found?.token.kind === kind && found.app.clientId === given.get('client_id') ? found : undefined
}

function unknownGrant(parameter: string): OAuthError {
  return new OAuthError(
    'invalid_grant',
    `The ${parameter} is wrong, has expired, was revoked or belongs to another request. Sign in again.`,
  )
}

/** A code or refresh token in two hands: nobody may keep access (RFC 6749 4.1.2, RFC 9700 4.14.2). */
async function reused(db: Db, found: TokenRecord, from: Origin): Promise<OAuthError> {
  await disconnectApp(db, { ...ownerOf(found, from), id: found.app.id, action: 'app.token_reused' })
  return new OAuthError('invalid_grant', 'This was used before, so all access of the app has ended. Sign in again.')
}

async function issue(db: Db, { app, user }: TokenRecord): Promise<TokenResponse> {
  const now = db.nowMs()
  const [access, refresh] = [createAppToken('access'), createAppToken('refresh')]
  const row = { appId: app.id, challenge: null, createdAt: now, usedAt: null }
  await insertTokens(db, [
    { ...row, hash: hashAppToken(access), kind: 'access', expiresAt: now + limits.appAccessSeconds * secondMs },
    { ...row, hash: hashAppToken(refresh), kind: 'refresh', expiresAt: now + limits.appRefreshDays * dayMs },
  ])
  const role = findRole(user.role)
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: limits.appAccessSeconds,
    refresh_token: refresh,
    scope: role === undefined ? '' : grantableScopes(role, app.scopes).join(' '),
  }
}

function ownerOf({ user }: TokenRecord, from: Origin): { companyId: string; actor: AuditActor } {
  return { companyId: user.companyId, actor: { kind: 'user', id: user.id, ...from } }
}

/** RFC 7636 4.2, S256. */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
