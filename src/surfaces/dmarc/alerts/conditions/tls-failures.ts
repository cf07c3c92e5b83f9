import { selectTls } from '../../analytics/index.ts'
import { dayOf } from '../../days.ts'
import { type Condition, type ConditionInput, printPercent } from './condition.ts'

/** TLS reports are about one day, and arrive on the next. */
const days = 3

export async function findTlsFailures({ db, domain, nowMs, thresholds }: ConditionInput): Promise<Condition[]> {
  const today = dayOf(nowMs)
  const rows = await selectTls(db, domain.no, { fromDay: today - days, toDay: today })
  const failed = rows.reduce((sum, { failures }) => sum + failures, 0)
  const sessions = failed + rows.reduce((sum, { successes }) => sum + successes, 0)
  if (failed === 0 || (failed / sessions) * 100 < thresholds.tls_failure_percent) return []
  const share = printPercent(failed / sessions)
  return [
    {
      trigger: 'tls_failures',
      key: '',
      severity: 'critical',
      summary: `${share} of the TLS sessions with mail servers of ${domain.domain} failed in the last ${days} days.`,
      facts: { failed, sessions },
    },
  ]
}
