import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { type Db, type Tables, lockRows, lockRowsToChange } from '../../../platform/storage/index.ts'

export type TargetRow = Tables['exportTargets']['$inferSelect']

function owned({ tables: { exportTargets } }: Db, projectId: string, id: string) {
  return and(eq(exportTargets.projectId, projectId), eq(exportTargets.id, id))
}

export async function selectTarget(db: Db, projectId: string, id: string): Promise<TargetRow | undefined> {
  return (
    await db
      .select()
      .from(db.tables.exportTargets)
      .where(owned(db, projectId, id))
  )[0]
}

/** Locked until the transaction ends. */
export async function lockTarget(db: Db, projectId: string, id: string): Promise<TargetRow | undefined> {
  return (
    await lockRows(
      db,
      db
        .select()
        .from(db.tables.exportTargets)
        .where(owned(db, projectId, id)),
    )
  )[0]
}

/** Ordered by name. */
export async function selectTargets(db: Db, projectId: string): Promise<TargetRow[]> {
  const { exportTargets } = db.tables
  return db
    .select()
    .from(exportTargets)
    .where(eq(exportTargets.projectId, projectId))
    .orderBy(asc(exportTargets.name), asc(exportTargets.id))
}

/** Locks the project row, so that parallel requests count one after the other. */
export async function countTargets(db: Db, projectId: string): Promise<number> {
  const { exportTargets, projects } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
  const [row] = await db.select({ value: count() }).from(exportTargets).where(eq(exportTargets.projectId, projectId))
  return row?.value ?? 0
}

export async function insertTarget(db: Db, row: TargetRow): Promise<void> {
  await db.insert(db.tables.exportTargets).values(row)
}

/** Requires `lockTarget` in the same transaction. */
export async function updateTarget(
  db: Db,
  projectId: string,
  id: string,
  change: Partial<Omit<TargetRow, 'projectId' | 'id'>>,
): Promise<void> {
  await db
    .update(db.tables.exportTargets)
    .set(change)
    .where(owned(db, projectId, id))
}

/** Also deletes its field map; false if the project has no such target. */
export async function deleteTarget(db: Db, projectId: string, id: string): Promise<boolean> {
  const { exportFieldMaps, exportTargets } = db.tables
  const isOf = and(eq(exportFieldMaps.projectId, projectId), eq(exportFieldMaps.target, id))
  await db.delete(exportFieldMaps).where(isOf)
  const deleted = await db
    .delete(exportTargets)
    .where(owned(db, projectId, id))
    .returning({ id: exportTargets.id })
  return deleted.length > 0
}

/** Keyed by target id. */
export async function selectFields(
  db: Db,
  projectId: string,
  targets: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  const { exportFieldMaps } = db.tables
  const isRequested = and(eq(exportFieldMaps.projectId, projectId), inArray(exportFieldMaps.target, [...targets]))
  const found = await db.select().from(exportFieldMaps).where(isRequested)
  return new Map(found.map(({ target, fields }) => [target, fields]))
}

/** Replaces the field map of the target. */
export async function saveFields(
  db: Db,
  { projectId, target, fields }: { projectId: string; target: string; fields: Record<string, string> },
): Promise<void> {
  const { exportFieldMaps } = db.tables
  const updatedAt = db.nowMs()
  await db
    .insert(exportFieldMaps)
    .values({ projectId, target, fields, updatedAt })
    .onConflictDoUpdate({ target: [exportFieldMaps.projectId, exportFieldMaps.target], set: { fields, updatedAt } })
}
