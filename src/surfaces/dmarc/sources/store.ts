/** SQL of sources and their classes. `domainNo` is that of a domain whose project was checked. */
import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { registrableDomain } from '../../../deliverability/address/index.ts'
import type { Db, Tables } from '../../../platform/storage/index.ts'
import type { DayRange } from '../range.ts'

export type ClassRow = Tables['dmarcClasses']['$inferSelect']
export type HostRow = Tables['dmarcHosts']['$inferSelect']

/** Messages per day and source. */
export async function selectSourceDays(
  db: Db,
  domainNo: number,
  { fromDay, toDay }: DayRange,
): Promise<{ day: number; name: string; messages: number }[]> {
  const { dmarcHosts: h, dmarcRollups: t } = db.tables
  const host = sql<string>`case when ${h.state} = 'confirmed' then ${h.ptr} end`
  const key = sql<string>`coalesce(nullif(${t.signer}, ''), ${host}, nullif(${t.mailer}, ''), ${t.ip})`
  const rows = await db
    .select({ day: t.day, key, messages: sql<string>`sum(${t.messages})` })
    .from(t)
    .leftJoin(h, eq(h.ip, t.ip))
    .where(and(eq(t.domainNo, domainNo), gte(t.day, fromDay), lte(t.day, toDay)))
    .groupBy(t.day, key)
  return rows.map((row) => ({ day: row.day, name: nameOf(row.key), messages: Number(row.messages) }))
}

/** The name of a source from a host name; IP addresses stay as they are. */
export function nameOf(key: string): string {
  return /^[\d.]+$|:/.test(key) ? key : registrableDomain(key)
}

export async function selectOfIp(db: Db, domainNo: number, ip: string, { fromDay, toDay }: DayRange) {
  const { dmarcRollups: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.domainNo, domainNo), eq(t.ip, ip), gte(t.day, fromDay), lte(t.day, toDay)))
    .orderBy(asc(t.day))
}

export async function selectHost(db: Db, ip: string): Promise<HostRow | undefined> {
  const { dmarcHosts: t } = db.tables
  return (await db.select().from(t).where(eq(t.ip, ip)))[0]
}

export async function selectClasses(db: Db, domainNo: number): Promise<Map<string, ClassRow>> {
  const { dmarcClasses: t } = db.tables
  const rows = await db.select().from(t).where(eq(t.domainNo, domainNo))
  return new Map(rows.map((row) => [row.key, row]))
}

export async function saveClass(db: Db, row: ClassRow): Promise<void> {
  const { dmarcClasses: t } = db.tables
  const { class: kind, note, actorName, setAt } = row
  await db
    .insert(t)
    .values(row)
    .onConflictDoUpdate({ target: [t.domainNo, t.key], set: { class: kind, note, actorName, setAt } })
}

/** IP addresses of enriched domains since a day that are not cached, of all projects. */
export async function selectUnknownIps(
  db: Db,
  { fromDay, limit, nowMs }: { fromDay: number; limit: number; nowMs: number },
): Promise<string[]> {
  const rows = await db.rows<{ ip: string }>(sql`select distinct r.ip as ip from dmarc_domains d
    join dmarc_rollups r on r.domain_no = d.no and r.day >= ${fromDay}
    where d.removed_at is null and d.is_enriched = ${db.dialect === 'sqlite' ? sql`1` : sql`true`}
    and not exists (select 1 from dmarc_hosts h where h.ip = r.ip and h.until_at > ${nowMs}) limit ${limit}`)
  return rows.map(({ ip }) => ip)
}

export async function saveHosts(db: Db, rows: readonly HostRow[]): Promise<void> {
  const { dmarcHosts: t } = db.tables
  if (rows.length === 0) return
  await db.delete(t).where(
    inArray(
      t.ip,
      rows.map(({ ip }) => ip),
    ),
  )
  await db.insert(t).values([...rows])
}

/** Deletes cached hosts that expired before this time. */
export async function deleteOldHosts(db: Db, beforeMs: number): Promise<void> {
  const { dmarcHosts: t } = db.tables
  await db.delete(t).where(lte(t.untilAt, beforeMs))
}
