/** SQL of the replay. `domainNo` is that of a domain whose project was checked. */
import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/storage/index.ts'
import { dayMs } from '../days.ts'
import type { DayRange } from '../range.ts'

/** Days with messages, and organizations that sent aggregate reports. */
export async function countEvidence(
  db: Db,
  domainNo: number,
  { fromDay, toDay }: DayRange,
): Promise<{ reportedDays: number; reporters: number }> {
  const { dmarcDays: d, dmarcReports: r } = db.tables
  const [[days], [reports]] = await Promise.all([
    db
      .select({ n: sql<string>`count(*)` })
      .from(d)
      .where(and(eq(d.domainNo, domainNo), gte(d.day, fromDay), lte(d.day, toDay))),
    db
      .select({ n: sql<string>`count(distinct ${r.organization})` })
      .from(r)
      .where(
        and(
          eq(r.domainNo, domainNo),
          eq(r.state, 'accepted'),
          eq(r.type, 'aggregate'),
          gte(r.beginAt, fromDay * dayMs),
          lte(r.beginAt, (toDay + 1) * dayMs - 1),
        ),
      ),
  ])
  return { reportedDays: Number(days?.n ?? 0), reporters: Number(reports?.n ?? 0) }
}
