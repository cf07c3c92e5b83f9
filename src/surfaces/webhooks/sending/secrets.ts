import type { SealContext, Vault } from '../../../platform/identity/index.ts'
import { headerContext, secretContext } from '../secret-context.ts'
import { keyOf } from './signature.ts'

/** `expiresAt` is epoch milliseconds, null for the newest secret. */
export interface StoredSecret {
  sealed: string
  createdAt: number
  expiresAt: number | null
}

export interface StoredHeader {
  name: string
  sealed: string
}

type Webhook = { id: string; projectId: string }

/** Unseals what the requests of a webhook need. */
export interface Secrets {
  /** The keys that are valid at `nowMs`, newest first. */
  keysOf(webhook: Webhook & { secrets: readonly StoredSecret[] }, nowMs: number): Uint8Array[]
  headersOf(webhook: Webhook & { headers: readonly StoredHeader[] | null }): Record<string, string>
}

const maxCached = 10_000

/** Caches unsealed values, because each is used for thousands of deliveries. */
export function createSecrets(vault: Pick<Vault, 'open'>): Secrets {
  const openKey = createOpening(vault, keyOf)
  const openHeader = createOpening(vault, (text) => text)
  return {
    keysOf: ({ secrets, ...webhook }, nowMs) =>
      secrets
        .filter(({ expiresAt }) => expiresAt === null || expiresAt > nowMs)
        .map(({ sealed }) => openKey(sealed, secretContext(webhook))),
    headersOf: ({ headers, ...webhook }) =>
      Object.fromEntries(
        (headers ?? []).map(({ name, sealed }) => [name, openHeader(sealed, headerContext(webhook, name))]),
      ),
  }
}

function createOpening<T>(vault: Pick<Vault, 'open'>, read: (text: string) => T) {
  const opened = new Map<string, T>()
  return (sealed: string, context: SealContext): T => {
    // A sealed value opens only in its own row; the cache key keeps it that way.
    const name = `${context.project} ${context.row} ${sealed}`
    const known = opened.get(name)
    if (known !== undefined) return known
    const value = read(vault.open(sealed, context))
    // Replaced and deleted values are not used again, so the oldest entry is evicted.
    if (opened.size >= maxCached) opened.delete(opened.keys().next().value ?? '')
    opened.set(name, value)
    return value
  }
}
