/** SQL of alerts. Functions with a project's id find nothing of another project. */
import { and, asc, count, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import type { SealContext, VisitSealedRows } from '../../../platform/identity/index.ts'
import { type Db, type Tables, lockRows, lockRowsToChange } from '../../../platform/storage/index.ts'
import type { DomainRow } from '../domains/index.ts'

export type AlertRow = Tables['dmarcAlerts']['$inferSelect']

/** An alert with the domain that it is about. */
export interface WatchedDomain {
  readonly alert: AlertRow
  readonly domain: DomainRow
}

export async function insertAlert(db: Db, row: AlertRow): Promise<void> {
  await db.insert(db.tables.dmarcAlerts).values(row)
}

/** Oldest first, those behind an id. */
export async function selectAlerts(
  db: Db,
  { domainNo, projectId }: { projectId: string; domainNo: number },
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AlertRow[]> {
  const { dmarcAlerts: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.domainNo, domainNo), after === undefined ? undefined : gt(t.id, after)))
    .orderBy(asc(t.id))
    .limit(limit)
}

export async function countAlerts(db: Db, projectId: string, domainNo: number): Promise<number> {
  const { dmarcAlerts: t } = db.tables
  const [row] = await db
    .select({ n: count() })
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.domainNo, domainNo)))
  return row?.n ?? 0
}

/** Also the domain, unless it was removed. */
export async function selectWatched(db: Db, projectId: string, id: string): Promise<WatchedDomain | undefined> {
  const { dmarcAlerts: t, dmarcDomains: d } = db.tables
  const [row] = await db
    .select({ alert: t, domain: d })
    .from(t)
    .innerJoin(d, eq(d.no, t.domainNo))
    .where(and(eq(t.projectId, projectId), eq(t.id, id), isNull(d.removedAt)))
  return row
}

export async function deleteAlert(db: Db, projectId: string, id: string): Promise<void> {
  const { dmarcAlerts: t } = db.tables
  await db.delete(t).where(and(eq(t.projectId, projectId), eq(t.id, id)))
}

/** Due alerts of all projects, the longest overdue first. */
export async function selectDueAlerts(db: Db, nowMs: number, limit: number): Promise<WatchedDomain[]> {
  const { dmarcAlerts: t, dmarcDomains: d } = db.tables
  return db
    .select({ alert: t, domain: d })
    .from(t)
    .innerJoin(d, eq(d.no, t.domainNo))
    .where(and(lte(t.dueAt, nowMs), isNull(d.removedAt)))
    .orderBy(asc(t.dueAt), asc(t.id))
    .limit(limit)
}

/** Locked until the transaction ends; undefined if it was deleted. */
export async function lockAlert(db: Db, projectId: string, id: string): Promise<AlertRow | undefined> {
  const { dmarcAlerts: t } = db.tables
  const query = db
    .select()
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.id, id)))
  return (await lockRowsToChange(db, query))[0]
}

export async function updateAlert(
  db: Db,
  { id, projectId }: Pick<AlertRow, 'id' | 'projectId'>,
  change: Partial<Pick<AlertRow, 'dueAt' | 'digestAt' | 'results'>>,
): Promise<void> {
  const { dmarcAlerts: t } = db.tables
  await db
    .update(t)
    .set(change)
    .where(and(eq(t.projectId, projectId), eq(t.id, id)))
}

export function channelsContext({ id, projectId }: Pick<AlertRow, 'id' | 'projectId'>): SealContext {
  return { purpose: 'alert channels', table: 'dmarc_alerts', row: id, project: projectId }
}

export const visitSealedAlerts: VisitSealedRows = async (db, visit, { after, limit }) => {
  const { dmarcAlerts: t } = db.tables
  const rows = await lockRows(
    db,
    db
      .select({ id: t.id, projectId: t.projectId, secrets: t.secrets })
      .from(t)
      .where(and(gt(t.id, after), isNotNull(t.secrets)))
      .orderBy(asc(t.id))
      .limit(limit),
  )
  for (const { secrets, ...row } of rows) {
    if (secrets === null) continue
    const sealed = visit(secrets, channelsContext(row))
    if (sealed !== secrets) await db.update(t).set({ secrets: sealed }).where(eq(t.id, row.id))
  }
  return rows.length < limit ? undefined : rows.at(-1)?.id
}
