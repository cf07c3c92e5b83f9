/** SQL of conditions. `domainNo` is that of a domain whose project was checked. */
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/storage/index.ts'
import { dayMs } from '../days.ts'

export interface Reporting {
  readonly organization: string
  /** Distinct UTC days on which its reports arrived. */
  readonly days: number
  readonly lastAt: number
}

/** Reporters whose aggregate reports arrived since then. */
export async function selectReporting(db: Db, domainNo: number, sinceMs: number): Promise<Reporting[]> {
  const { dmarcReports: t } = db.tables
  const rows = await db
    .select({
      organization: t.organization,
      // Integers divide without a rest on both databases.
      days: sql<string>`count(distinct ${t.receivedAt} / ${sql.raw(String(dayMs))})`,
      lastAt: sql<string>`max(${t.receivedAt})`,
    })
    .from(t)
    .where(and(eq(t.domainNo, domainNo), eq(t.state, 'accepted'), eq(t.type, 'aggregate'), gte(t.receivedAt, sinceMs)))
    .groupBy(t.organization)
  return rows.map(({ days, lastAt, organization }) => ({ organization, days: Number(days), lastAt: Number(lastAt) }))
}

/** Rejected reports since a day, by reason. */
export async function selectRejections(
  db: Db,
  domainNo: number,
  fromDay: number,
): Promise<{ code: string; reports: number; reason: string }[]> {
  const { dmarcRejections: t } = db.tables
  const rows = await db
    .select({ code: t.code, reports: sql<string>`sum(${t.reports})`, reason: sql<string>`max(${t.reason})` })
    .from(t)
    .where(and(eq(t.domainNo, domainNo), gte(t.day, fromDay)))
    .groupBy(t.code)
    .orderBy(t.code)
  return rows.map((row) => ({ ...row, reports: Number(row.reports) }))
}

/** Accepted aggregate reports that arrived between two times. */
export async function countReports(db: Db, domainNo: number, range: { fromMs: number; toMs: number }): Promise<number> {
  const { dmarcReports: t } = db.tables
  const [row] = await db
    .select({ n: sql<string>`count(*)` })
    .from(t)
    .where(
      and(
        eq(t.domainNo, domainNo),
        eq(t.state, 'accepted'),
        eq(t.type, 'aggregate'),
        gte(t.beginAt, range.fromMs),
        sql`${t.beginAt} < ${range.toMs}`,
      ),
    )
  return Number(row?.n ?? 0)
}
