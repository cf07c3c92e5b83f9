import { and, asc, count, eq, gt } from 'drizzle-orm'
import type { SealContext, VisitSealedRows } from '../../../platform/identity/index.ts'
import {
  type Db,
  type IdPage,
  type Tables,
  isInIdPage,
  lockRows,
  lockRowsToChange,
  inOrder,
} from '../../../platform/storage/index.ts'

export type ConnectionRow = Tables['connections']['$inferSelect']

function owned({ tables: { connections } }: Db, projectId: string, id: string) {
  return and(eq(connections.projectId, projectId), eq(connections.id, id))
}

export async function selectConnection(db: Db, projectId: string, id: string): Promise<ConnectionRow | undefined> {
  return (
    await db
      .select()
      .from(db.tables.connections)
      .where(owned(db, projectId, id))
  )[0]
}

/** Locked until the transaction ends. */
export async function lockConnection(db: Db, projectId: string, id: string): Promise<ConnectionRow | undefined> {
  return (
    await lockRows(
      db,
      db
        .select()
        .from(db.tables.connections)
        .where(owned(db, projectId, id)),
    )
  )[0]
}

export async function selectConnections(db: Db, projectId: string, page: IdPage): Promise<ConnectionRow[]> {
  const { connections } = db.tables
  return db
    .select()
    .from(connections)
    .where(and(eq(connections.projectId, projectId), isInIdPage(connections.id, page)))
    .orderBy(...inOrder([connections.id], page))
    .limit(page.limit)
}

/** Locks the project row, so that parallel requests count one after the other. */
export async function countConnections(db: Db, projectId: string): Promise<number> {
  const { connections, projects } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
  const [row] = await db.select({ value: count() }).from(connections).where(eq(connections.projectId, projectId))
  return row?.value ?? 0
}

export async function insertConnection(db: Db, row: ConnectionRow): Promise<void> {
  await db.insert(db.tables.connections).values(row)
}

export type ConnectionChange = Partial<Omit<ConnectionRow, 'id' | 'projectId' | 'createdAt'>>

export async function updateConnection(db: Db, projectId: string, id: string, change: ConnectionChange): Promise<void> {
  await db
    .update(db.tables.connections)
    .set(change)
    .where(owned(db, projectId, id))
}

/** Deletes a connection, with its pushes and the recorded ids of its templates. */
export async function deleteConnection(db: Db, projectId: string, id: string): Promise<void> {
  await db.delete(db.tables.connections).where(owned(db, projectId, id))
}

export function credentialsContext({ id, projectId }: Pick<ConnectionRow, 'id' | 'projectId'>): SealContext {
  return { purpose: 'connection credentials', table: 'connections', row: id, project: projectId }
}

/** Visits the sealed credentials of connections, to rotate the key. */
export const visitSealedConnections: VisitSealedRows = async (db, visit, { after, limit }) => {
  const { connections } = db.tables
  const page = db.select().from(connections).where(gt(connections.id, after)).orderBy(asc(connections.id)).limit(limit)
  const rows = await lockRows(db, page)
  for (const row of rows) {
    const credentials = visit(row.credentials, credentialsContext(row))
    if (credentials !== row.credentials) await updateConnection(db, row.projectId, row.id, { credentials })
  }
  return rows.length < limit ? undefined : rows.at(-1)?.id
}
