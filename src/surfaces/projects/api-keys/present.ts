import type { Caller } from '../../../platform/identity/index.ts'
import type { ApiKey as Key, NewApiKey } from './api-keys.ts'
import type { ApiKey, ApiKeyOnce, CreateApiKey } from './contract.ts'

/** The key that a caller wants for a project, bounded by the credential of the caller. */
export function newKeyOf(
  creator: Caller,
  projectId: string,
  { name, scopes, expires_at: expires }: CreateApiKey,
): NewApiKey {
  return {
    projectId,
    name,
    ...(scopes === undefined ? {} : { scopes }),
    ...(expires === undefined ? {} : { expiresAt: Date.parse(expires) }),
    creator,
  }
}

export function presentKeyOnce(made: Key & { key: string }): ApiKeyOnce {
  return { ...presentKey(made), key: made.key }
}

export function presentKey(key: Key): ApiKey {
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    ...(key.expiresAt === null ? {} : { expires_at: at(key.expiresAt) }),
    ...(key.previousExpiresAt === null ? {} : { previous_expires_at: at(key.previousExpiresAt) }),
    ...(key.lastUsedAt === null ? {} : { last_used_at: at(key.lastUsedAt) }),
    created_at: at(key.createdAt),
  }
}
