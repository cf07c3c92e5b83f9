import type { Db } from '../storage/index.ts'
import type { AuditRow } from './entry.ts'
import { type AuditFilter, type AuditPosition, selectAudit } from './store.ts'

/** The newest matching rows, the newest first. */
export function listAudit(
  db: Db,
  filter: AuditFilter,
  page: { after?: AuditPosition | undefined; limit: number },
): Promise<AuditRow[]> {
  return selectAudit(db, filter, { ...page, order: 'newest' })
}

const batch = 1000

/** Every matching row, the oldest first, in batches of a thousand. */
export async function* exportAudit(db: Db, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  let after: AuditPosition | undefined
  for (;;) {
    const rows = await selectAudit(db, filter, { after, limit: batch, order: 'oldest' })
    if (rows.length > 0) yield rows
    after = rows.at(-1)
    if (rows.length < batch) return
  }
}

/** A row for output: names as in the API, the time in ISO 8601. */
export function presentAudit(row: AuditRow) {
  return {
    id: row.id,
    seq: row.seq,
    at: new Date(row.at).toISOString(),
    company_id: row.companyId,
    project_id: row.projectId,
    actor: { kind: row.actorKind, id: row.actorId },
    action: row.action,
    target: row.target,
    ip: row.ip,
    request_id: row.requestId,
    detail: row.detail,
    previous_hash: row.previousHash,
    hash: row.hash,
  }
}
