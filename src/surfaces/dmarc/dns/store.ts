import { and, eq, inArray, max } from 'drizzle-orm'
import { type Db, type Tables, inOrder, isBehind } from '../../../platform/storage/index.ts'

export type HistoryRow = Tables['dmarcDnsHistory']['$inferSelect']

/** The last record of each kind. `domainNo` is that of a domain whose project was checked. */
export async function selectLatest(db: Db, domainNo: number): Promise<Map<string, HistoryRow>> {
  const { dmarcDnsHistory: t } = db.tables
  const last = db
    .select({ no: max(t.no) })
    .from(t)
    .where(eq(t.domainNo, domainNo))
    .groupBy(t.kind)
  const rows = await db.select().from(t).where(inArray(t.no, last))
  return new Map(rows.map((row) => [row.kind, row]))
}

export async function insertHistory(db: Db, row: Omit<HistoryRow, 'no'>): Promise<HistoryRow> {
  const [inserted] = await db.insert(db.tables.dmarcDnsHistory).values(row).returning()
  return inserted as HistoryRow
}

export async function touchHistory(db: Db, no: number, lastSeenAt: number): Promise<void> {
  const { dmarcDnsHistory: t } = db.tables
  await db.update(t).set({ lastSeenAt }).where(eq(t.no, no))
}

/** In the order in which they were found, those behind `after`. */
export async function selectHistory(
  db: Db,
  domainNo: number,
  {
    after,
    descending,
    kind,
    limit,
  }: { after?: number | undefined; descending: boolean; kind: HistoryRow['kind'] | undefined; limit: number },
): Promise<HistoryRow[]> {
  const { dmarcDnsHistory: t } = db.tables
  return db
    .select()
    .from(t)
    .where(
      and(
        eq(t.domainNo, domainNo),
        kind === undefined ? undefined : eq(t.kind, kind),
        isBehind([t.no], { after: after === undefined ? undefined : [after], descending }),
      ),
    )
    .orderBy(...inOrder([t.no], { descending }))
    .limit(limit)
}
