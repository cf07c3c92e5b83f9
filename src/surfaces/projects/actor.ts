import { recordAudit } from '../../platform/audit/index.ts'
import type { Db } from '../../platform/storage/index.ts'

/** Who changes something, for the audit log. */
export interface Actor {
  kind: 'system' | 'api_key' | 'user' | 'plugin_user' | 'anonymous'
  id: string
  ip?: string
  requestId?: string
}

/** The operator at the shell, or the service itself at its first start. */
export const systemActor: Actor = { kind: 'system', id: 'svc' }

export interface AuditedAction {
  action: string
  companyId?: string
  projectId?: string
  target?: string
  detail?: Record<string, unknown>
}

/** Writes one line of the audit log in the caller's transaction. */
export async function audit(db: Db, actor: Actor, entry: AuditedAction): Promise<void> {
  await recordAudit(db, { actor, ...entry })
}
