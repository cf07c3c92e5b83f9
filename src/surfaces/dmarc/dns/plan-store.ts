import { and, desc, eq, lt } from 'drizzle-orm'
import type { Db, Tables } from '../../../platform/storage/index.ts'

export type PlanRow = Tables['dmarcPlans']['$inferSelect']

export async function insertPlan(db: Db, row: PlanRow): Promise<void> {
  await db.insert(db.tables.dmarcPlans).values(row)
}

export async function selectPlan(db: Db, projectId: string, id: string): Promise<PlanRow | undefined> {
  const { dmarcPlans: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(and(eq(t.projectId, projectId), eq(t.id, id)))
  )[0]
}

/** Newest first. */
export async function selectPlans(db: Db, projectId: string, domain: string, limit: number): Promise<PlanRow[]> {
  const { dmarcPlans: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.domain, domain)))
    .orderBy(desc(t.id))
    .limit(limit)
}

export async function updatePlan(
  db: Db,
  projectId: string,
  id: string,
  change: Partial<Pick<PlanRow, 'state' | 'checkedAt' | 'publishedAt'>>,
): Promise<void> {
  const { dmarcPlans: t } = db.tables
  await db
    .update(t)
    .set(change)
    .where(and(eq(t.projectId, projectId), eq(t.id, id)))
}

/** Deletes plans of all projects with smaller ids. */
export async function deletePlans(db: Db, beforeId: string): Promise<number> {
  const { dmarcPlans: t } = db.tables
  return (await db.delete(t).where(lt(t.id, beforeId)).returning({ id: t.id })).length
}
