import { fail } from '../../kernel/errors/index.ts'
import { keyKind } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type Store, statementwise } from '../storage/index.ts'
import { hashKey, sameHash } from './keys.ts'
import { limitsIn } from './project-limits.ts'
import { type Caller, isScope } from './scopes.ts'
import { findKey, touchKey } from './store.ts'

/** Authenticates the value of `Svc-Api-Auth`. */
export type Authenticator = {
  /** The caller of the key, synchronously if the key is cached. Fails with UNAUTHORIZED or PLUGIN_KEY_NOT_ACCEPTED. */
  authenticate(apiKey: string | null): Caller | Promise<Caller>
  /** Evicts one key, or all, from the cache: after a revocation the next call reads storage. */
  forget(keyId?: string): void
}

type CachedKey = { keyId: string; caller: Caller; freshUntil: number; touchedAt: number }

const maxCached = 10_000
const touchEveryMs = 60_000

/** An authenticator with the stored key hashes, which caches them for `limits.keyCacheSeconds`. */
export function createAuthenticator(store: Store, options: { now?: () => number } = {}): Authenticator {
  const now = options.now ?? (() => store.read.nowMs())
  const known = new Map<string, CachedKey>()
  const unknownUntil = new Map<string, number>()
  const loading = new Map<string, Promise<Caller>>()

  async function load(hash: string): Promise<Caller> {
    const row = await findKey(store.read, hash)
    const at = now()
    const endsAt = row === undefined ? 0 : endOf(row, hash)
    if (row === undefined || endsAt <= at) {
      const touchedAt = known.get(hash)?.touchedAt
      known.delete(hash)
      if (touchedAt === undefined) cache(unknownUntil, hash, at + limits.keyCacheSeconds * 1000)
      return refuse()
    }
    const own = limitsIn(row.settings)
    const caller: Caller = {
      projectId: row.projectId,
      companyId: row.companyId,
      actor: { kind: 'api_key', id: row.id, name: row.name },
      scopes: row.scopes.filter(isScope),
      ...(endsAt === Infinity ? {} : { expiresAt: endsAt }),
      ...(own === undefined ? {} : { limits: own }),
    }
    const freshUntil = Math.min(at + limits.keyCacheSeconds * 1000, endsAt)
    const entry = { keyId: row.id, caller, freshUntil, touchedAt: known.get(hash)?.touchedAt ?? 0 }
    cache(known, hash, entry)
    touch(entry, at)
    return caller
  }

  function touch(entry: CachedKey, at: number): void {
    if (at - entry.touchedAt < touchEveryMs) return
    entry.touchedAt = at
    // Losing this write loses a minute of `last_used_at`; it must never fail or delay the call.
    store.tx((db) => touchKey(db, entry.keyId, at), statementwise).catch(() => undefined)
  }

  return {
    authenticate(apiKey) {
      if (apiKey === null || apiKey === '') return refuse('Send your API key in the Svc-Api-Auth header.')
      const hash = hashKey(apiKey)
      const at = now()
      const entry = known.get(hash)
      if (entry !== undefined && at < entry.freshUntil) {
        touch(entry, at)
        return entry.caller
      }
      if (/^svc_[ps]k_/.test(apiKey)) return fail('PLUGIN_KEY_NOT_ACCEPTED')
      if (keyKind(apiKey) !== 'api' || at < (unknownUntil.get(hash) ?? 0)) return refuse()
      let pending = loading.get(hash)
      if (pending === undefined) {
        pending = load(hash).finally(() => loading.delete(hash))
        loading.set(hash, pending)
      }
      return pending
    },
    forget(keyId) {
      if (keyId === undefined) known.clear()
      else for (const [hash, entry] of known) if (entry.keyId === keyId) known.delete(hash)
      unknownUntil.clear()
    },
  }
}

/** Time until which this key text is accepted: zero for a revoked one, the end of the grace period for a replaced one. */
function endOf(row: NonNullable<Awaited<ReturnType<typeof findKey>>>, hash: string): number {
  if (row.revokedAt !== null) return 0
  const endsAt = row.expiresAt ?? Infinity
  if (sameHash(row.hash, hash)) return endsAt
  if (row.previousHash === null || !sameHash(row.previousHash, hash)) return 0
  return Math.min(endsAt, row.previousExpiresAt ?? 0)
}

function refuse(detail?: string): never {
  fail('UNAUTHORIZED', detail)
}

function cache<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  if (map.size >= maxCached) for (const oldest of map.keys()) return void (map.delete(oldest), map.set(key, value))
  map.set(key, value)
}
