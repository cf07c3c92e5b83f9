import { type SQL, and, asc, count, eq, gte, inArray, isNull, lte, ne, sql, sum } from 'drizzle-orm'
import { type Db, type Tables, lockRowsToChange } from '../../../platform/storage/index.ts'

export type DomainRow = Tables['dmarcDomains']['$inferSelect']
export type NewDomain = Omit<DomainRow, 'no'>

function owned({ tables: { dmarcDomains: t } }: Db, projectId: string, more?: SQL): SQL | undefined {
  return and(eq(t.projectId, projectId), isNull(t.removedAt), more)
}

export async function selectDomain(db: Db, projectId: string, id: string): Promise<DomainRow | undefined> {
  const { dmarcDomains: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(owned(db, projectId, eq(t.id, id)))
  )[0]
}

/** Locks the row until the transaction ends. */
export async function lockDomain(db: Db, projectId: string, id: string): Promise<DomainRow | undefined> {
  const { dmarcDomains: t } = db.tables
  const query = db
    .select()
    .from(t)
    .where(owned(db, projectId, eq(t.id, id)))
  return (await lockRowsToChange(db, query))[0]
}

/** Locks the row until the transaction ends, and lets classes of its sources be derived again. */
export async function reviseFacts(db: Db, projectId: string, no: number): Promise<void> {
  const { dmarcDomains: t } = db.tables
  await db
    .update(t)
    .set({ factsRevision: sql`${t.factsRevision} + 1` })
    .where(and(eq(t.projectId, projectId), eq(t.no, no)))
}

/** Like `reviseFacts`, for the domains of all projects. */
export async function reviseAllFacts(db: Db): Promise<void> {
  const { dmarcDomains: t } = db.tables
  await db.update(t).set({ factsRevision: sql`${t.factsRevision} + 1` })
}

export async function selectByName(db: Db, projectId: string, domain: string): Promise<DomainRow | undefined> {
  const { dmarcDomains: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(owned(db, projectId, eq(t.domain, domain)))
  )[0]
}

/** Of several domains the one with the longest name. */
export async function selectNearest(
  db: Db,
  projectId: string,
  domains: readonly string[],
): Promise<DomainRow | undefined> {
  const { dmarcDomains: t } = db.tables
  const found = await db
    .select()
    .from(t)
    .where(owned(db, projectId, inArray(t.domain, [...domains])))
  return found.toSorted((a, b) => b.domain.length - a.domain.length)[0]
}

/** A domain of any project. Only for the holder of the token, which replaces the check of the project. */
export async function selectByToken(db: Db, token: string): Promise<DomainRow | undefined> {
  const { dmarcDomains: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(and(eq(t.token, token), isNull(t.removedAt)))
  )[0]
}

/** Every domain of the project, by name. */
export async function selectDomains(db: Db, projectId: string): Promise<DomainRow[]> {
  const { dmarcDomains: t } = db.tables
  return db.select().from(t).where(owned(db, projectId)).orderBy(asc(t.domain))
}

/** Until the transaction ends, no domain is added to the project. */
export async function lockDomainsOf(db: Db, projectId: string): Promise<void> {
  const { projects } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
}

/** Locks the domains of the project, so that concurrent calls count one after the other. */
export async function countDomains(db: Db, projectId: string): Promise<number> {
  const { dmarcDomains: t } = db.tables
  await lockDomainsOf(db, projectId)
  const [row] = await db.select({ n: count() }).from(t).where(owned(db, projectId))
  return row?.n ?? 0
}

export async function insertDomain(db: Db, row: NewDomain): Promise<DomainRow> {
  const [inserted] = await db.insert(db.tables.dmarcDomains).values(row).returning()
  return inserted as DomainRow
}

export type DomainChange = Partial<Omit<DomainRow, 'no' | 'id' | 'projectId' | 'domain'>>

export async function updateDomain(db: Db, projectId: string, id: string, change: DomainChange): Promise<void> {
  const { dmarcDomains: t } = db.tables
  await db
    .update(t)
    .set(change)
    .where(owned(db, projectId, eq(t.id, id)))
}

/** Reported messages per domain. */
export interface Volume {
  readonly messages: number
  readonly compliant: number
}

/** Volumes of the project's domains between two days, both included, by number of the domain. */
export async function selectVolumes(
  db: Db,
  projectId: string,
  { fromDay, toDay }: { fromDay: number; toDay: number },
): Promise<Map<number, Volume>> {
  const { dmarcDays: d, dmarcDomains: t } = db.tables
  const rows = await db
    .select({ no: t.no, messages: sum(d.messages), compliant: sum(d.compliant) })
    .from(t)
    .innerJoin(d, and(eq(d.domainNo, t.no), gte(d.day, fromDay), lte(d.day, toDay)))
    .where(owned(db, projectId))
    .groupBy(t.no)
  return new Map(rows.map((row) => [row.no, { messages: Number(row.messages), compliant: Number(row.compliant) }]))
}

/** Incidents that are not resolved, by number of the domain. */
export async function countOpenIncidents(db: Db, projectId: string): Promise<Map<number, number>> {
  const { dmarcIncidents: t } = db.tables
  const rows = await db
    .select({ domainNo: t.domainNo, n: count() })
    .from(t)
    .where(and(eq(t.projectId, projectId), ne(t.state, 'resolved')))
    .groupBy(t.domainNo)
  return new Map(rows.map(({ domainNo, n }) => [domainNo, n]))
}

/** Domains of all projects whose check is due, the longest overdue first. */
export async function selectDue(db: Db, nowMs: number, limit: number): Promise<DomainRow[]> {
  const { dmarcDomains: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(lte(t.dueAt, nowMs), isNull(t.removedAt)))
    .orderBy(asc(t.dueAt))
    .limit(limit)
}

/** Deletes a removed domain with everything that refers to it. */
export async function eraseDomain(db: Db, domainNo: number): Promise<void> {
  const { dmarcDomains: t } = db.tables
  await db.delete(t).where(and(eq(t.no, domainNo), sql`${t.removedAt} IS NOT NULL`))
}
