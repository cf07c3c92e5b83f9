import { type AuditActor, type AuditEntry, recordAudit } from '../../platform/audit/index.ts'
import type { Db } from '../../platform/storage/index.ts'

/** Who changes something, for the audit log. */
export type Actor = AuditActor

/** The operator at the shell, or the service itself at its first start. */
export const systemActor: Actor = { kind: 'system', id: 'svc' }

/** Writes one line of the audit log in the caller's transaction. */
export function audit(db: Db, actor: Actor, entry: Omit<AuditEntry, 'actor'>): Promise<void> {
  return recordAudit(db, { actor, ...entry })
}
