import type { Vault } from '../../../platform/identity/index.ts'
import { secretContext } from '../secret-context.ts'
import { keyOf } from './signature.ts'

/** A secret of a subscription as it is stored; `expiresAt` is epoch milliseconds, null for the newest. */
export interface StoredSecret {
  sealed: string
  createdAt: number
  expiresAt: number | null
}

/** The keys that sign at a moment, newest first. */
export type OpenSecrets = (
  webhook: { id: string; projectId: string; secrets: readonly StoredSecret[] },
  nowMs: number,
) => Uint8Array[]

const maxCached = 10_000

/** Unseals secrets and caches what it unsealed, for a secret is used by thousands of deliveries. */
export function createSecrets(vault: Pick<Vault, 'open'>): OpenSecrets {
  const opened = new Map<string, Uint8Array>()
  const open = (sealed: string, webhook: { id: string; projectId: string }) => {
    // A sealed secret opens in its own row only; what is cached must not open elsewhere.
    const name = `${webhook.projectId} ${webhook.id} ${sealed}`
    const known = opened.get(name)
    if (known !== undefined) return known
    const key = keyOf(vault.open(sealed, secretContext(webhook)))
    // What was rotated or deleted is never requested again, and so goes first.
    if (opened.size >= maxCached) opened.delete(opened.keys().next().value ?? '')
    opened.set(name, key)
    return key
  }
  return ({ secrets, ...webhook }, nowMs) =>
    secrets
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > nowMs)
      .map(({ sealed }) => open(sealed, webhook))
}
