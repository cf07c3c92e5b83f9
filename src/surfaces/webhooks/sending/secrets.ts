import type { Vault } from '../../../platform/identity/index.ts'
import { secretContext } from '../secret-context.ts'
import { keyOf } from './signature.ts'

/** `expiresAt` is epoch milliseconds, null for the newest secret. */
export interface StoredSecret {
  sealed: string
  createdAt: number
  expiresAt: number | null
}

/** Returns the keys that are valid at `nowMs`, newest first. */
export type OpenSecrets = (
  webhook: { id: string; projectId: string; secrets: readonly StoredSecret[] },
  nowMs: number,
) => Uint8Array[]

const maxCached = 10_000

/** Caches unsealed secrets, because a secret signs thousands of deliveries. */
export function createSecrets(vault: Pick<Vault, 'open'>): OpenSecrets {
  const opened = new Map<string, Uint8Array>()
  const open = (sealed: string, webhook: { id: string; projectId: string }) => {
    // A sealed secret opens only in its own row; the cache key keeps it that way.
    const name = `${webhook.projectId} ${webhook.id} ${sealed}`
    const known = opened.get(name)
    if (known !== undefined) return known
    const key = keyOf(vault.open(sealed, secretContext(webhook)))
    // Rotated and deleted secrets are not used again, so the oldest entry is evicted.
    if (opened.size >= maxCached) opened.delete(opened.keys().next().value ?? '')
    opened.set(name, key)
    return key
  }
  return ({ secrets, ...webhook }, nowMs) =>
    secrets
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > nowMs)
      .map(({ sealed }) => open(sealed, webhook))
}
