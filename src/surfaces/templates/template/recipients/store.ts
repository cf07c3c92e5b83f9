import { and, count, eq } from 'drizzle-orm'
import { type Db, type IdPage, type Tables, inOrder, isInIdPage } from '../../../../platform/storage/index.ts'

export type RecipientRow = Tables['sampleRecipients']['$inferSelect']

function owned({ tables: { sampleRecipients: t } }: Db, projectId: string, id: string) {
  return and(eq(t.projectId, projectId), eq(t.id, id))
}

export async function selectRecipient(db: Db, projectId: string, id: string): Promise<RecipientRow | undefined> {
  const { sampleRecipients: t } = db.tables
  const where = owned(db, projectId, id)
  return (await db.select().from(t).where(where))[0]
}

export function selectRecipients(db: Db, projectId: string, page: IdPage): Promise<RecipientRow[]> {
  const { sampleRecipients: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.projectId, projectId), isInIdPage(t.id, page)))
    .orderBy(...inOrder([t.id], page))
    .limit(page.limit)
}

export async function countRecipients(db: Db, projectId: string): Promise<number> {
  const { sampleRecipients: t } = db.tables
  const [row] = await db.select({ n: count() }).from(t).where(eq(t.projectId, projectId))
  return row?.n ?? 0
}

export async function findRecipientNamed(db: Db, projectId: string, name: string): Promise<string | undefined> {
  const { sampleRecipients: t } = db.tables
  const [row] = await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.name, name)))
  return row?.id
}

export async function insertRecipient(db: Db, row: RecipientRow): Promise<void> {
  await db.insert(db.tables.sampleRecipients).values(row)
}

export async function updateRecipientRow(db: Db, row: RecipientRow): Promise<void> {
  await db
    .update(db.tables.sampleRecipients)
    .set(row)
    .where(owned(db, row.projectId, row.id))
}

export async function deleteRecipientRow(db: Db, { id, projectId }: RecipientRow): Promise<void> {
  await db.delete(db.tables.sampleRecipients).where(owned(db, projectId, id))
}
