import { digestOf, revisionTag } from '../../../platform/http/index.ts'
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

/** The value of the ETag; uses of the key are no change of it. */
export function keyTag({ last_used_at, ...key }: ApiKey): string {
  return revisionTag(digestOf(key), { last_used_at })
}

/** The revision in `keyTag`, which If-Match compares. */
export function keyRevision({ lastUsedAt: _, ...key }: Key): string {
  return digestOf(presentKey({ ...key, lastUsedAt: null }))
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
