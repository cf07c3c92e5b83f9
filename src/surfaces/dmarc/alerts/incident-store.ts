/** SQL of incidents. Functions with a project's id find nothing of another project. */
import { and, count, desc, eq, lt, ne } from 'drizzle-orm'
import {
  type Db,
  type IdPage,
  type Tables,
  inOrder,
  isInIdPage,
  lockRowsToChange,
} from '../../../platform/storage/index.ts'

export type IncidentRow = Tables['dmarcIncidents']['$inferSelect']

/** Incidents of an alert whose condition held at the last evaluation. */
export async function selectActive(db: Db, alertId: string): Promise<IncidentRow[]> {
  const { dmarcIncidents: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.alertId, alertId), eq(t.isActive, true)))
}

/** Time when the condition of this key ended last; undefined if it never did. */
export async function selectLastEnd(
  db: Db,
  { alertId, key, trigger }: Pick<IncidentRow, 'alertId' | 'key' | 'trigger'>,
): Promise<number | undefined> {
  const { dmarcIncidents: t } = db.tables
  const [row] = await db
    .select({ endedAt: t.endedAt })
    .from(t)
    .where(and(eq(t.alertId, alertId), eq(t.trigger, trigger), eq(t.key, key), eq(t.isActive, false)))
    .orderBy(desc(t.openedAt))
    .limit(1)
  return row?.endedAt ?? undefined
}

export async function insertIncident(db: Db, row: IncidentRow): Promise<void> {
  await db.insert(db.tables.dmarcIncidents).values(row)
}

export async function updateIncident(
  db: Db,
  { id, projectId }: Pick<IncidentRow, 'id' | 'projectId'>,
  change: Partial<Omit<IncidentRow, 'id' | 'projectId' | 'domainNo' | 'alertId' | 'trigger' | 'key'>>,
): Promise<void> {
  const { dmarcIncidents: t } = db.tables
  await db
    .update(t)
    .set(change)
    .where(and(eq(t.projectId, projectId), eq(t.id, id)))
}

export async function selectIncident(db: Db, projectId: string, id: string): Promise<IncidentRow | undefined> {
  const { dmarcIncidents: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(and(eq(t.projectId, projectId), eq(t.id, id)))
  )[0]
}

export async function lockIncident(
  db: Db,
  projectId: string,
  { domainNo, id }: { domainNo: number; id: string },
): Promise<IncidentRow | undefined> {
  const { dmarcIncidents: t } = db.tables
  const query = db
    .select()
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.domainNo, domainNo), eq(t.id, id)))
  return (await lockRowsToChange(db, query))[0]
}

export interface IncidentFilter {
  readonly state?: IncidentRow['state'] | undefined
  readonly trigger?: string | undefined
}

/** Newest first, those before `beforeId`. */
export async function selectIncidents(
  db: Db,
  { domainNo, projectId }: { projectId: string; domainNo: number },
  { after, descending, limit, state, trigger }: IncidentFilter & IdPage,
): Promise<IncidentRow[]> {
  const { dmarcIncidents: t } = db.tables
  return db
    .select()
    .from(t)
    .where(
      and(
        eq(t.projectId, projectId),
        eq(t.domainNo, domainNo),
        state === undefined ? undefined : eq(t.state, state),
        trigger === undefined ? undefined : eq(t.trigger, trigger),
        isInIdPage(t.id, { after, descending }),
      ),
    )
    .orderBy(...inOrder([t.id], { descending }))
    .limit(limit)
}

/** Incidents of a domain that are not resolved, by alert. */
export async function countOfAlerts(db: Db, projectId: string, domainNo: number): Promise<Map<string, number>> {
  const { dmarcIncidents: t } = db.tables
  const rows = await db
    .select({ alertId: t.alertId, n: count() })
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.domainNo, domainNo), ne(t.state, 'resolved')))
    .groupBy(t.alertId)
  return new Map(rows.map(({ alertId, n }) => [alertId, n]))
}

/** Deletes incidents of all projects that ended before this time. */
export async function deleteOldIncidents(db: Db, beforeMs: number): Promise<number> {
  const { dmarcIncidents: t } = db.tables
  const old = and(eq(t.isActive, false), eq(t.state, 'resolved'), lt(t.endedAt, beforeMs))
  return (await db.delete(t).where(old).returning({ id: t.id })).length
}
