import type { Db } from '../../../platform/storage/index.ts'
import { printDay } from '../days.ts'
import type { DayRange } from '../range.ts'
import { type DayTotal, emptyDay, unpackResult } from '../reports/index.ts'
import { selectSourceDays } from '../sources/index.ts'
import type { Analytics, Timeline } from './contract.ts'
import { selectDays, selectReporters, selectResults, selectTls } from './store.ts'

const maxReporters = 100
const maxSeries = 10

export async function analyze(db: Db, domainNo: number, range: DayRange): Promise<Omit<Analytics, 'advice'>> {
  const length = range.toDay - range.fromDay + 1
  const before = { fromDay: range.fromDay - length, toDay: range.fromDay - 1 }
  const [days, earlier, reporters, tls] = await Promise.all([
    selectDays(db, domainNo, range),
    selectDays(db, domainNo, before),
    selectReporters(db, domainNo, range, maxReporters),
    selectTls(db, domainNo, range),
  ])
  const [total, previous] = [sumOf(days), sumOf(earlier)]
  const [successful, failed] = [
    tls.reduce((sum, each) => sum + each.successes, 0),
    tls.reduce((sum, each) => sum + each.failures, 0),
  ]
  return {
    from: printDay(range.fromDay),
    to: printDay(range.toDay),
    messages: total.messages,
    compliant: total.compliant,
    compliance_rate: rateOf(total),
    dkim_aligned: total.dkimAligned,
    spf_aligned: total.spfAligned,
    by_disposition: { none: total.none, quarantine: total.quarantine, reject: total.reject, pass: total.pass },
    previous: { messages: previous.messages, compliant: previous.compliant, compliance_rate: rateOf(previous) },
    reporters: reporters.map(({ lastAt, ...each }) => ({ ...each, last_report_at: new Date(lastAt).toISOString() })),
    tls: {
      sessions: successful + failed,
      successful,
      failed,
      reports: tls.reduce((sum, each) => sum + each.reports, 0),
      by_policy: tls.map((each) => ({
        policy_type: each.policyType,
        successful: each.successes,
        failed: each.failures,
      })),
    },
  }
}

export async function readTimeline(db: Db, domainNo: number, range: DayRange, by: Timeline['by']): Promise<Timeline> {
  const days = new Map((await selectDays(db, domainNo, range)).map((day) => [day.day, day]))
  const { series, valuesOf } = await seriesOf(db, domainNo, range, by, days)
  const points = Array.from({ length: range.toDay - range.fromDay + 1 }, (_, index) => {
    const { compliant, day, messages } = days.get(range.fromDay + index) ?? emptyDay(range.fromDay + index)
    return { day: printDay(day), messages, compliant, values: valuesOf(day) }
  })
  return { by, series: [...series], points }
}

interface Series {
  readonly series: readonly string[]
  valuesOf(day: number): number[]
}

async function seriesOf(
  db: Db,
  domainNo: number,
  range: DayRange,
  by: Timeline['by'],
  days: ReadonlyMap<number, DayTotal>,
): Promise<Series> {
  if (by === 'disposition') {
    const series = ['none', 'quarantine', 'reject', 'pass'] as const
    return { series, valuesOf: (day) => series.map((name) => days.get(day)?.[name] ?? 0) }
  }
  const counted =
    by === 'alignment'
      ? (await selectResults(db, domainNo, range)).map(({ day, messages, result }) => ({
          day,
          messages,
          name: alignmentOf(result),
        }))
      : await selectSourceDays(db, domainNo, range)
  const series = by === 'alignment' ? ['both', 'dkim_only', 'spf_only', 'neither'] : largest(counted)
  const values = new Map<number, number[]>()
  for (const { day, messages, name } of counted) {
    const row = values.get(day) ?? series.map(() => 0)
    const at = series.indexOf(name)
    const index = at === -1 ? series.length - 1 : at
    row[index] = (row[index] ?? 0) + messages
    values.set(day, row)
  }
  return { series, valuesOf: (day) => values.get(day) ?? series.map(() => 0) }
}

function alignmentOf(result: number): string {
  const { dkimAligned, spfAligned } = unpackResult(result)
  if (dkimAligned) return spfAligned ? 'both' : 'dkim_only'
  return spfAligned ? 'spf_only' : 'neither'
}

function largest(counted: readonly { name: string; messages: number }[]): string[] {
  const sums = new Map<string, number>()
  for (const { messages, name } of counted) sums.set(name, (sums.get(name) ?? 0) + messages)
  const sorted = [...sums].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name)
  return [...sorted.slice(0, maxSeries), 'other']
}

function sumOf(days: readonly DayTotal[]): DayTotal {
  const total = emptyDay(0)
  for (const { day: _, ...each } of days)
    for (const [name, value] of Object.entries(each)) total[name as keyof typeof each] += value
  return total
}

function rateOf({ compliant, messages }: { compliant: number; messages: number }): number | null {
  return messages === 0 ? null : compliant / messages
}
