import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { secretContext } from '../secret-context.ts'
import type { WebhookRow } from './store.ts'

/** A secret as it is stored: sealed, and null in `expiresAt` for the newest. Times in milliseconds since epoch. */
export type StoredSecret = WebhookRow['secrets'][number]

const secretBytes = 32

/** A new secret, `whsec_` and base64 as Standard Webhooks writes it, with the form that may be stored. */
export function createSecret(
  vault: Pick<Vault, 'seal'>,
  webhook: { id: string; projectId: string },
  nowMs: number,
): { text: string; stored: StoredSecret } {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes))
  const text = `whsec_${btoa(String.fromCharCode(...bytes))}`
  return { text, stored: { sealed: vault.seal(text, secretContext(webhook)), createdAt: nowMs, expiresAt: null } }
}

/** Those of the secrets that still sign. */
export function liveSecrets(secrets: readonly StoredSecret[], nowMs: number): StoredSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowMs)
}

/**
 * The secrets after a rotation: the fresh one, then those that sign until their grace ends. A grace of 0 ends them all at
 * once. LIMIT_REACHED when too many would sign.
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
