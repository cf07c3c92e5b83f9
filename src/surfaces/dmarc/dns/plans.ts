import type { DmarcPlan } from './contract.ts'
import type { PlanRow } from './plan-store.ts'

export function presentPlan(row: PlanRow): DmarcPlan {
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return {
    id: row.id,
    domain: row.domain,
    record_before: row.recordBefore,
    record_after: row.recordAfter,
    state: row.state,
    created_by: row.actorName,
    created_at: new Date(row.createdAt).toISOString(),
    checked_at: instant(row.checkedAt),
    published_at: instant(row.publishedAt),
  }
}
