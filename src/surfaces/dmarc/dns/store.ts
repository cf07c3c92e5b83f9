import { and, eq, inArray, max, sql } from 'drizzle-orm'
import { type Db, type Tables, inOrder, isBehind } from '../../../platform/storage/index.ts'

export type HistoryRow = Tables['dmarcDnsHistory']['$inferSelect']

/** Distinguishes the records of a domain: the kind, for DKIM with the name. */
export function recordKey({ kind, name }: Pick<HistoryRow, 'kind' | 'name'>): string {
  return name === null ? kind : `${kind} ${name}`
}

/** The last record of each kind and name, by `recordKey`. `domainNo` is that of a domain whose project was checked. */
export async function selectLatest(db: Db, domainNo: number): Promise<Map<string, HistoryRow>> {
  const { dmarcDnsHistory: t } = db.tables
  const last = db
    .select({ no: max(t.no) })
    .from(t)
    .where(eq(t.domainNo, domainNo))
    .groupBy(t.kind, t.name)
  const rows = await db.select().from(t).where(inArray(t.no, last))
  return new Map(rows.map((row) => [recordKey(row), row]))
}

export async function insertHistory(db: Db, row: Omit<HistoryRow, 'no'>): Promise<HistoryRow> {
  const [inserted] = await db.insert(db.tables.dmarcDnsHistory).values(row).returning()
  return inserted as HistoryRow
}

export async function touchHistory(db: Db, no: number, lastSeenAt: number): Promise<void> {
  const { dmarcDnsHistory: t } = db.tables
  await db.update(t).set({ lastSeenAt }).where(eq(t.no, no))
}

/** DKIM keys that reports of a domain name, those of the latest reports first. */
export async function selectReportedKeys(
  db: Db,
  { domain, limit, no }: { domain: string; no: number; limit: number },
): Promise<{ selector: string; signer: string }[]> {
  const below = `%.${domain}`
  return db.rows(
    db.dialect === 'sqlite'
      ? sql`select lower(d.value ->> 'selector') as selector, lower(d.value ->> 'domain') as signer
          from dmarc_auth_sets s join json_each(s.value, '$.dkim') d on true
          where s.domain_no = ${no} and d.value ->> 'selector' <> ''
            and (lower(d.value ->> 'domain') = ${domain} or lower(d.value ->> 'domain') like ${below})
          group by 1, 2 order by max(s.until_at) desc, 2, 1 limit ${limit}`
      : sql`select lower(d ->> 'selector') as selector, lower(d ->> 'domain') as signer
          from dmarc_auth_sets s cross join lateral json_array_elements(s.value::json -> 'dkim') d
          where s.domain_no = ${no} and d ->> 'selector' <> ''
            and (lower(d ->> 'domain') = ${domain} or lower(d ->> 'domain') like ${below})
          group by 1, 2 order by max(s.until_at) desc, 2, 1 limit ${limit}`,
  )
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
