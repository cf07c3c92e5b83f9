import type { EventData } from '../../../kernel/events/index.ts'
import { nextTick } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { selectDays } from '../analytics/index.ts'
import { dayMs, printDay } from '../days.ts'
import { type DomainRow, countOpenIncidents } from '../domains/index.ts'
import { countReports } from './condition-store.ts'
import { findNewSources } from './conditions/new-sources.ts'
import { type Digest, defaultThresholds, weekdays } from './contract.ts'

const weekDays = 7

/** The next time of a weekly digest after this one, epoch milliseconds. Throws RangeError for an unknown time zone. */
export function nextDigest({ hour, time_zone: timeZone, weekday }: Digest, afterMs: number): number | null {
  // Names of time zones vary in case; an unknown one throws here.
  const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
  return nextTick({ cron: `0 ${hour} * * ${weekdays.indexOf(weekday)}`, timeZone: known }, afterMs)
}

export type WeekFigures = Omit<EventData<'dmarc.digest'>, 'alert_id' | 'domain' | 'domain_id'>

/** Figures of the seven days up to a UTC day. */
export async function readDigest(db: Db, domain: DomainRow, toDay: number): Promise<WeekFigures> {
  const fromDay = toDay - weekDays + 1
  const [days, earlier, reports, sources, incidents] = await Promise.all([
    selectDays(db, domain.no, { fromDay, toDay }),
    selectDays(db, domain.no, { fromDay: fromDay - weekDays, toDay: fromDay - 1 }),
    countReports(db, domain.no, { fromMs: fromDay * dayMs, toMs: (toDay + 1) * dayMs }),
    findNewSources({ db, domain, nowMs: toDay * dayMs, thresholds: { ...defaultThresholds, min_messages: 1 } }),
    countOpenIncidents(db, domain.projectId),
  ])
  return {
    from: printDay(fromDay),
    to: printDay(toDay),
    ...sumOf(days),
    previous: sumOf(earlier),
    reports,
    new_sources: sources.slice(0, 10).map(({ key }) => key),
    open_incidents: incidents.get(domain.no) ?? 0,
  }
}

function sumOf(days: readonly { messages: number; compliant: number }[]) {
  return {
    messages: days.reduce((sum, { messages }) => sum + messages, 0),
    compliant: days.reduce((sum, { compliant }) => sum + compliant, 0),
  }
}
