import { dayOf } from '../../days.ts'
import { selectRejections } from '../condition-store.ts'
import type { Condition, ConditionInput } from './condition.ts'

/** Reports to the address of the domain that were rejected yesterday or today. */
export async function findInvalidReports({ db, domain, nowMs }: ConditionInput): Promise<Condition[]> {
  const rejections = await selectRejections(db, domain.no, dayOf(nowMs) - 1)
  return rejections.map(({ code, reason, reports }) => ({
    trigger: 'invalid_reports',
    key: code,
    severity: 'warning',
    summary: `${reports} ${reports === 1 ? 'report' : 'reports'} about ${domain.domain} could not be accepted: ${reason}`,
    facts: { code, reports },
  }))
}
