import type { Db } from '../storage/index.ts'

/** Who did something, as the audit log keeps it. */
export type AuditActor = {
  readonly kind: 'system' | 'api_key' | 'user' | 'plugin_user' | 'anonymous'
  readonly id: string
  readonly ip?: string
  readonly requestId?: string
}

/** One thing that was done. `action` is `resource.verb`; `detail` says what changed and never holds a secret. */
export type AuditEntry = {
  actor: AuditActor
  action: string
  companyId?: string | null
  projectId?: string | null
  /** The id of what it was done to. */
  target?: string | null
  ip?: string
  requestId?: string
  detail?: Record<string, unknown>
}

export type AuditRow = Db['tables']['auditLog']['$inferSelect']

/** SHA-256 over every field of the row but its own hash, in a fixed order; the hash of the row before is one of them. */
export function hashOf(row: Omit<AuditRow, 'hash'>): string {
  const fields = [
    row.previousHash,
    row.id,
    row.at,
    row.companyId,
    row.projectId,
    row.actorKind,
    row.actorId,
    row.action,
    row.target,
    row.ip,
    row.requestId,
    row.detail,
  ]
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(fields)).digest('hex')
}

/** What stands before the first row of a chain. */
export const chainStart = '0'.repeat(64)
