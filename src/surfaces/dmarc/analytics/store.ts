/** SQL of analytics. `domainNo` is that of a domain whose project was checked. */
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/storage/index.ts'
import { dayMs } from '../days.ts'
import type { DayRange } from '../range.ts'
import type { DayTotal } from '../reports/index.ts'

/** Totals of days with messages, in order. */
export async function selectDays(db: Db, domainNo: number, { fromDay, toDay }: DayRange): Promise<DayTotal[]> {
  const { dmarcDays: t } = db.tables
  const rows = await db
    .select()
    .from(t)
    .where(and(eq(t.domainNo, domainNo), gte(t.day, fromDay), lte(t.day, toDay)))
    .orderBy(asc(t.day))
  return rows.map(({ domainNo: _, revision: __, ...day }) => day)
}

/** Messages per day and result. */
export async function selectResults(
  db: Db,
  domainNo: number,
  { fromDay, toDay }: DayRange,
): Promise<{ day: number; result: number; messages: number }[]> {
  const { dmarcRollups: t } = db.tables
  const rows = await db
    .select({ day: t.day, result: t.result, messages: sql<string>`sum(${t.messages})` })
    .from(t)
    .where(and(eq(t.domainNo, domainNo), gte(t.day, fromDay), lte(t.day, toDay)))
    .groupBy(t.day, t.result)
  return rows.map((row) => ({ ...row, messages: Number(row.messages) }))
}

export async function selectReporters(db: Db, domainNo: number, { fromDay, toDay }: DayRange, limit: number) {
  const { dmarcReports: t } = db.tables
  const rows = await db
    .select({
      organization: t.organization,
      reports: sql<string>`count(*)`,
      messages: sql<string>`sum(${t.messages})`,
      lastAt: sql<string>`max(${t.receivedAt})`,
    })
    .from(t)
    .where(inRange(db, domainNo, 'aggregate', { fromDay, toDay }))
    .groupBy(t.organization)
    .orderBy(sql`sum(${t.messages}) desc`, asc(t.organization))
    .limit(limit)
  return rows.map((row) => ({
    organization: row.organization,
    reports: Number(row.reports),
    messages: Number(row.messages),
    lastAt: Number(row.lastAt),
  }))
}

export async function selectTls(db: Db, domainNo: number, range: DayRange) {
  const { dmarcReports: t, dmarcTlsPolicies: p } = db.tables
  const rows = await db
    .select({
      policyType: p.policyType,
      successes: sql<string>`sum(${p.successes})`,
      failures: sql<string>`sum(${p.failures})`,
      reports: sql<string>`count(distinct ${t.no})`,
    })
    .from(t)
    .innerJoin(p, eq(p.reportNo, t.no))
    .where(inRange(db, domainNo, 'tls', range))
    .groupBy(p.policyType)
    .orderBy(asc(p.policyType))
  return rows.map((row) => ({
    policyType: row.policyType,
    successes: Number(row.successes),
    failures: Number(row.failures),
    reports: Number(row.reports),
  }))
}

function inRange({ tables: { dmarcReports: t } }: Db, domainNo: number, type: 'aggregate' | 'tls', range: DayRange) {
  return and(
    eq(t.domainNo, domainNo),
    eq(t.state, 'accepted'),
    eq(t.type, type),
    gte(t.beginAt, range.fromDay * dayMs),
    lte(t.beginAt, (range.toDay + 1) * dayMs - 1),
  )
}
