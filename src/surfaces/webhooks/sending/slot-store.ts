import { asc, eq, inArray } from 'drizzle-orm'
import { type Db, lockRows } from '../../../platform/storage/index.ts'

/** Creates missing rows, and locks them until the transaction ends. Epoch milliseconds of the next slot by webhook. */
export async function lockSlots(db: Db, webhookIds: readonly string[]): Promise<Map<string, number>> {
  const { webhookSlots: table } = db.tables
  const ids = [...new Set(webhookIds)].sort()
  await db
    .insert(table)
    .values(ids.map((webhookId) => ({ webhookId, nextAt: 0 })))
    .onConflictDoNothing()
  const rows = await lockRows(
    db,
    db.select().from(table).where(inArray(table.webhookId, ids)).orderBy(asc(table.webhookId)),
  )
  return new Map(rows.map(({ nextAt, webhookId }) => [webhookId, nextAt]))
}

/** Requires a lock by `lockSlots`. */
export async function updateSlot(db: Db, webhookId: string, nextAt: number): Promise<void> {
  const { webhookSlots: table } = db.tables
  await db
    .update(table)
    .set({ nextAt: Math.ceil(nextAt) })
    .where(eq(table.webhookId, webhookId))
}

export async function deleteSlots(db: Db, webhookId: string): Promise<void> {
  await db.delete(db.tables.webhookSlots).where(eq(db.tables.webhookSlots.webhookId, webhookId))
}
