/** SQL of reports, whichever type they have. */
import {
  type Column,
  type SQL,
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import { type Db, type Tables, inOrder, isBehind } from '../../../platform/storage/index.ts'

export type ReportRow = Tables['dmarcReports']['$inferSelect']
export type NewReport = Omit<ReportRow, 'no'>
export type RevisionRow = Tables['dmarcRevisions']['$inferSelect']
export type TlsPolicyRow = Tables['dmarcTlsPolicies']['$inferSelect']

/** A counted or quarantined report by its identity. */
export async function findReport(db: Db, projectId: string, keyHash: string): Promise<ReportRow | undefined> {
  const { dmarcReports: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(and(eq(t.projectId, projectId), eq(t.keyHash, keyHash), ne(t.state, 'staged')))
  )[0]
}

export async function selectReport(db: Db, projectId: string, id: string): Promise<ReportRow | undefined> {
  const { dmarcReports: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(and(eq(t.projectId, projectId), eq(t.id, id), ne(t.state, 'staged')))
  )[0]
}

export async function insertReport(db: Db, row: NewReport): Promise<number> {
  const { dmarcReports: t } = db.tables
  const [inserted] = await db.insert(t).values(row).returning({ no: t.no })
  return inserted?.no ?? 0
}

export async function updateReport(db: Db, no: number, change: Partial<NewReport>): Promise<void> {
  const { dmarcReports: t } = db.tables
  await db.update(t).set(change).where(eq(t.no, no))
}

/** Refers to a file from a report that has none and still has this content. */
export async function setRawFile(
  db: Db,
  projectId: string,
  { contentHash, id, rawKey, rawUntil }: { id: string; contentHash: string; rawKey: string; rawUntil: number },
): Promise<void> {
  const { dmarcReports: t } = db.tables
  await db
    .update(t)
    .set({ rawKey, rawUntil })
    .where(
      and(
        eq(t.id, id),
        eq(t.projectId, projectId),
        eq(t.contentHash, contentHash),
        ne(t.state, 'staged'),
        isNull(t.rawKey),
      ),
    )
}

export async function deleteReport(db: Db, no: number): Promise<void> {
  const { dmarcReports: t } = db.tables
  await db.delete(t).where(eq(t.no, no))
}

/** Moves the revisions of a replaced report to the one that replaces it. */
export async function moveRevisions(db: Db, fromNo: number, toNo: number): Promise<void> {
  const { dmarcRevisions: t } = db.tables
  await db.update(t).set({ reportNo: toNo }).where(eq(t.reportNo, fromNo))
}

export async function insertRevision(db: Db, row: RevisionRow): Promise<void> {
  await db.insert(db.tables.dmarcRevisions).values(row)
}

export async function selectRevisions(db: Db, reportNo: number): Promise<RevisionRow[]> {
  const { dmarcRevisions: t } = db.tables
  return db.select().from(t).where(eq(t.reportNo, reportNo)).orderBy(asc(t.revision))
}

export async function insertTlsPolicies(db: Db, rows: readonly TlsPolicyRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(db.tables.dmarcTlsPolicies).values([...rows])
}

export async function deleteTlsPolicies(db: Db, reportNo: number): Promise<void> {
  const { dmarcTlsPolicies: t } = db.tables
  await db.delete(t).where(eq(t.reportNo, reportNo))
}

export async function selectTlsPolicies(db: Db, reportNo: number): Promise<TlsPolicyRow[]> {
  const { dmarcTlsPolicies: t } = db.tables
  return db.select().from(t).where(eq(t.reportNo, reportNo)).orderBy(asc(t.position))
}

export interface ReportFilter {
  readonly type?: ReportRow['type'] | undefined
  readonly organization?: string | undefined
  readonly reportId?: string | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly disposition?: 'none' | 'quarantine' | 'reject' | 'pass' | undefined
  readonly result?: 'pass' | 'fail' | undefined
  readonly ip?: string | undefined
}

/** The beginning and number of the last report of a page. */
export type ReportPosition = readonly [beginAt: number, no: number]

/** Counted reports of a domain, in the order of the days that they are about. */
export async function selectReports(
  db: Db,
  domainNo: number,
  {
    after,
    descending,
    filter,
    limit,
  }: { filter: ReportFilter; limit: number; descending: boolean; after?: ReportPosition | undefined },
): Promise<ReportRow[]> {
  const { dmarcRecords: r, dmarcReports: t } = db.tables
  const conditions: (SQL | undefined)[] = [
    eq(t.domainNo, domainNo),
    eq(t.state, 'accepted'),
    filter.type === undefined ? undefined : eq(t.type, filter.type),
    filter.organization === undefined ? undefined : eq(t.organization, filter.organization),
    filter.reportId === undefined ? undefined : eq(t.reportId, filter.reportId),
    filter.fromMs === undefined ? undefined : gte(t.beginAt, filter.fromMs),
    filter.toMs === undefined ? undefined : lt(t.beginAt, filter.toMs),
    filter.disposition === undefined ? undefined : sql`${t[filter.disposition]} > 0`,
    filter.result === 'pass' ? sql`${t.compliant} > 0` : undefined,
    filter.result === 'fail' ? sql`${t.compliant} < ${t.messages}` : undefined,
    filter.ip === undefined
      ? undefined
      : inArray(
          t.no,
          db
            .select({ no: r.reportNo })
            .from(r)
            .where(and(eq(r.reportNo, t.no), eq(r.ip, filter.ip))),
        ),
    isBehind([t.beginAt, t.no], { after, descending }),
  ]
  return db
    .select()
    .from(t)
    .where(and(...conditions))
    .orderBy(...inOrder([t.beginAt, t.no], { descending }))
    .limit(limit)
}

/** The domain or one below it. */
function isBelow(column: Column, domain: string): SQL {
  return sql`(${column} = ${domain} or substr(${column}, length(${column}) - ${domain.length}) = ${`.${domain}`})`
}

/** Reports of a project about domains that it does not have, newest first; with `domain`, those about it or one below. */
export async function selectQuarantined(
  db: Db,
  projectId: string,
  {
    after,
    descending,
    domain,
    limit,
    organization,
    type,
  }: Pick<ReportFilter, 'organization' | 'type'> & {
    limit: number
    descending: boolean
    after?: number | undefined
    domain?: string
  },
): Promise<ReportRow[]> {
  const { dmarcReports: t } = db.tables
  return db
    .select()
    .from(t)
    .where(
      and(
        eq(t.projectId, projectId),
        eq(t.state, 'quarantined'),
        domain === undefined ? undefined : isBelow(t.policyDomain, domain),
        type === undefined ? undefined : eq(t.type, type),
        organization === undefined ? undefined : eq(t.organization, organization),
        isBehind([t.no], { after: after === undefined ? undefined : [after], descending }),
      ),
    )
    .orderBy(...inOrder([t.no], { descending }))
    .limit(limit)
}

/** Projects and domains of reports in quarantine that have a file, each once and in order. */
export function selectQuarantinedNames(
  db: Db,
  { after, limit }: { after: { projectId: string; policyDomain: string } | undefined; limit: number },
): Promise<{ projectId: string; policyDomain: string }[]> {
  const { dmarcReports: t } = db.tables
  const isAfter =
    after === undefined
      ? undefined
      : or(
          gt(t.projectId, after.projectId),
          and(eq(t.projectId, after.projectId), gt(t.policyDomain, after.policyDomain)),
        )
  return db
    .selectDistinct({ projectId: t.projectId, policyDomain: t.policyDomain })
    .from(t)
    .where(and(eq(t.state, 'quarantined'), isNotNull(t.rawKey), isAfter))
    .orderBy(asc(t.projectId), asc(t.policyDomain))
    .limit(limit)
}

/** Positions of the reports of a domain, in order. */
export async function selectPositions(
  db: Db,
  domainNo: number,
  { after, limit }: { after: ReportPosition | undefined; limit: number },
): Promise<ReportPosition[]> {
  const { dmarcReports: t } = db.tables
  const rows = await db
    .select({ beginAt: t.beginAt, no: t.no })
    .from(t)
    .where(
      and(
        eq(t.domainNo, domainNo),
        after === undefined ? undefined : or(gt(t.beginAt, after[0]), and(eq(t.beginAt, after[0]), gt(t.no, after[1]))),
      ),
    )
    .orderBy(asc(t.beginAt), asc(t.no))
    .limit(limit)
  return rows.map(({ beginAt, no }) => [beginAt, no])
}

/** Ends the retention of reports at most so long after they were received; what ends earlier stays. */
export async function limitRetention(
  db: Db,
  numbers: readonly number[],
  { failureMs, rawMs, recordMs }: { rawMs: number; recordMs: number; failureMs: number },
): Promise<void> {
  const { dmarcReports: t } = db.tables
  const least = db.dialect === 'sqlite' ? sql.raw('min') : sql.raw('least')
  const since = sql`(case when ${t.endAt} > ${t.receivedAt} then ${t.endAt} else ${t.receivedAt} end)`
  const big = (value: number) => sql`cast(${value} as bigint)`
  const kept = sql`(case when ${t.type} = 'failure' then ${big(failureMs)} else ${big(recordMs)} end)`
  if (numbers.length === 0) return
  await db
    .update(t)
    .set({ recordsUntil: sql`${least}(${t.recordsUntil}, ${since} + ${kept})` })
    .where(inArray(t.no, [...numbers]))
  await db
    .update(t)
    .set({ rawUntil: sql`${t.receivedAt} + ${big(rawMs)}` })
    .where(and(inArray(t.no, [...numbers]), sql`${t.rawUntil} > ${t.receivedAt} + ${big(rawMs)}`))
}

/** Reports that were being written when their process ended. */
export async function selectAbandoned(db: Db, beforeMs: number, limit: number): Promise<ReportRow[]> {
  const { dmarcReports: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.state, 'staged'), lt(t.receivedAt, beforeMs)))
    .limit(limit)
}

export async function selectExpiredRaw(
  db: Db,
  nowMs: number,
  limit: number,
): Promise<Pick<ReportRow, 'no' | 'rawKey'>[]> {
  const { dmarcReports: t } = db.tables
  return db.select({ no: t.no, rawKey: t.rawKey }).from(t).where(lte(t.rawUntil, nowMs)).limit(limit)
}

export async function selectExpired(db: Db, nowMs: number, limit: number): Promise<ReportRow[]> {
  const { dmarcReports: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(lte(t.recordsUntil, nowMs), isNull(t.expiredAt)))
    .limit(limit)
}

/** Of these keys the ones that reports refer to. */
export async function selectNamedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { dmarcReports: t } = db.tables
  if (keys.length === 0) return new Set()
  const rows = await db
    .select({ key: t.rawKey })
    .from(t)
    .where(inArray(t.rawKey, [...keys]))
  return new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])))
}

/** Deletes totals of days before this one, of all domains. */
export async function deleteOldTotals(db: Db, beforeDay: number): Promise<void> {
  const { dmarcDays, dmarcDomains, dmarcRollups } = db.tables
  // By domain and day, as the primary key begins; an index on the day alone would cost each stored record a write.
  const domains = db.select({ no: dmarcDomains.no }).from(dmarcDomains)
  await db.delete(dmarcRollups).where(and(inArray(dmarcRollups.domainNo, domains), lt(dmarcRollups.day, beforeDay)))
  await db.delete(dmarcDays).where(lt(dmarcDays.day, beforeDay))
}

/** The reports of a domain, some at a time, for its removal. */
export async function selectOfDomain(
  db: Db,
  domainNo: number,
  limit: number,
): Promise<Pick<ReportRow, 'no' | 'records'>[]> {
  const { dmarcReports: t } = db.tables
  return db.select({ no: t.no, records: t.records }).from(t).where(eq(t.domainNo, domainNo)).limit(limit)
}
