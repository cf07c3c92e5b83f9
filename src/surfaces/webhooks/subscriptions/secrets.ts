import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { secretContext } from '../secret-context.ts'
import type { WebhookRow } from './store.ts'

/** Sealed; `expiresAt` is null for the newest one. Times in epoch milliseconds. */
export type StoredSecret = WebhookRow['secrets'][number]

const secretBytes = 32

/** Creates a secret, `whsec_` and base64 (Standard Webhooks), and its sealed form. */
export function createSecret(
  vault: Pick<Vault, 'seal'>,
  webhook: { id: string; projectId: string },
  nowMs: number,
): { text: string; stored: StoredSecret } {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes))
  const text = `whsec_${btoa(String.fromCharCode(...bytes))}`
  return { text, stored: { sealed: vault.seal(text, secretContext(webhook)), createdAt: nowMs, expiresAt: null } }
}

/** Secrets that still sign. */
export function liveSecrets(secrets: readonly StoredSecret[], nowMs: number): StoredSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowMs)
}

/**
 * The new secret, then the older ones until their grace period ends. A grace period of 0 ends them at once. LIMIT_REACHED if
 * too many secrets would sign.
 */
export function rotateSecrets(
  secrets: readonly StoredSecret[],
  fresh: StoredSecret,
  { graceSeconds, nowMs }: { graceSeconds: number; nowMs: number },
): StoredSecret[] {
  if (graceSeconds === 0) return [fresh]
  const expiresAt = nowMs + graceSeconds * 1000
  const older = liveSecrets(secrets, nowMs).map((secret) => ({ ...secret, expiresAt: secret.expiresAt ?? expiresAt }))
  if (older.length >= limits.webhookSecrets) {
    const first = new Date(Math.min(...older.map((secret) => secret.expiresAt))).toISOString()
    fail(
      'LIMIT_REACHED',
      `At most ${limits.webhookSecrets} secrets are valid at once. Rotate with "grace_seconds": 0 to revoke the older ` +
        `ones now, or wait until ${first}, when the first of them expires.`,
    )
  }
  return [fresh, ...older]
}
