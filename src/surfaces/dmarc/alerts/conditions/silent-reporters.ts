import { dayMs } from '../../days.ts'
import { selectReporting } from '../condition-store.ts'
import type { Condition, ConditionInput } from './condition.ts'

const rangeDays = 30
/** A reporter that reported on fewer days has no rhythm. */
const regularDays = 5

/** Regular reporters that stopped. If all did, the record or the intake is at fault, and that is one condition. */
export async function findSilentReporters({ db, domain, nowMs, thresholds }: ConditionInput): Promise<Condition[]> {
  const reporting = await selectReporting(db, domain.no, nowMs - rangeDays * dayMs)
  const sinceMs = nowMs - thresholds.silent_days * dayMs
  const silent = reporting.filter(({ days, lastAt }) => days >= regularDays && lastAt < sinceMs)
  const latest = Math.max(...reporting.map(({ lastAt }) => lastAt))
  if (silent.length > 0 && latest < sinceMs) return [silenceOf(domain.domain, silent.length, latest)]
  return silent.map(({ days, lastAt, organization }) => ({
    trigger: 'reporter_silent',
    key: organization,
    severity: 'info',
    summary: `${organization} sent no report about ${domain.domain} since ${instant(lastAt)}.`,
    facts: { reporter: organization, last_report_at: instant(lastAt), days_reported: days },
  }))
}

function silenceOf(domain: string, reporters: number, latest: number): Condition {
  return {
    trigger: 'reporter_silent',
    key: '',
    severity: 'critical',
    summary:
      `No reports about ${domain} arrived since ${instant(latest)}: check the rua tag of its DMARC record and the ` +
      'intake of reports.',
    facts: { reporters, last_report_at: instant(latest) },
  }
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
