/** SQL of the replay. `domainNo` is that of a domain whose project was checked. */
import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { FailingMail } from '../../../deliverability/policy/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { dayMs } from '../days.ts'
import type { DayRange } from '../range.ts'
import { alignedBits, unpackResult } from '../reports/index.ts'

/** Mail of each day that neither DKIM nor SPF aligns. */
export async function selectFailing(db: Db, domainNo: number, { fromDay, toDay }: DayRange): Promise<FailingMail[]> {
  const { dmarcRollups: t } = db.tables
  const rows = await db
    .select({
      day: t.day,
      ip: t.ip,
      headerFrom: t.headerFrom,
      signer: t.signer,
      mailer: t.mailer,
      result: t.result,
      messages: t.messages,
    })
    .from(t)
    .where(
      and(
        eq(t.domainNo, domainNo),
        gte(t.day, fromDay),
        lte(t.day, toDay),
        sql`(${t.result} & ${sql.raw(String(alignedBits))}) = 0`,
      ),
    )
  return rows.map(({ result, ...row }) => {
    const { dkimAligned, override, spfAligned } = unpackResult(result)
    return { ...row, dkimAligned, spfAligned, override }
  })
}

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
