import { writeCell } from '../../deliverability/csv/index.ts'
import type { presentAudit } from '../../platform/audit/index.ts'

type PresentedAudit = ReturnType<typeof presentAudit>

/** Columns of the audit log as CSV. */
export const auditColumns = [
  'id',
  'seq',
  'at',
  'company_id',
  'project_id',
  'actor_kind',
  'actor_id',
  'action',
  'target',
  'ip',
  'request_id',
  'detail',
  'previous_hash',
  'hash',
] as const

/** One row, without a line break. */
export function auditCsvLine({ actor, detail, ...row }: PresentedAudit): string {
  const cells: Record<(typeof auditColumns)[number], string | number | null> = {
    ...row,
    actor_kind: actor.kind,
    actor_id: actor.id,
    detail: JSON.stringify(detail),
  }
  return auditColumns.map((name) => writeCell(cells[name])).join(',')
}
