import type { Db } from '../storage/index.ts'

/** The author of an action, as recorded in the audit log. */
export type AuditActor = {
  readonly kind: 'system' | 'api_key' | 'user' | 'plugin_user' | 'reviewer' | 'anonymous'
  readonly id: string
  readonly ip?: string
  readonly requestId?: string
}

/** One recorded action. `action` is `resource.verb`; `detail` describes the change and never contains a secret. */
export type AuditEntry = {
  actor: AuditActor
  action: string
  companyId?: string | null
  projectId?: string | null
  /** The id of the affected resource. */
  target?: string | null
  ip?: string
  requestId?: string
  detail?: Record<string, unknown>
}

export type AuditRow = Db['tables']['auditLog']['$inferSelect']

/** The input of a keyed row's hash: its position, the hash of the previous row, and every other field. */
export function fieldsOf(row: Omit<AuditRow, 'hash'>): unknown[] {
  return ['svc audit row v2', row.seq, ...fieldsBefore(row)]
}

/** SHA-256, hex, of every field but its own hash: the hash of rows written before chains were keyed. */
export function unkeyedHashOf(row: Omit<AuditRow, 'hash'>): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(fieldsBefore(row))).digest('hex')
}

function fieldsBefore(row: Omit<AuditRow, 'hash'>): unknown[] {
  return [
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
}

/** The `previousHash` of the first row of a chain. */
export const chainStart = '0'.repeat(64)
