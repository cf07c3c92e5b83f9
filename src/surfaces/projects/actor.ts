import { type AuditActor, type AuditEntry, recordAudit } from '../../platform/audit/index.ts'
import type { Db } from '../../platform/storage/index.ts'

/** The author of a change, for the audit log. */
export type Actor = AuditActor

/** The operator at the shell, or the service itself at its first start. */
export const systemActor: Actor = { kind: 'system', id: 'svc' }

/** Writes an entry of the audit log in the caller's transaction. */
export function audit(db: Db, actor: Actor, entry: Omit<AuditEntry, 'actor'>): Promise<void> {
  return recordAudit(db, { actor, ...entry })
}
