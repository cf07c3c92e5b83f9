import { eq, inArray, lt, sql } from 'drizzle-orm'
import { type Db, type Tables, prepared } from '../storage/index.ts'

export type EventRow = Tables['events']['$inferSelect']

/** A template after or before the change that an event reports. */
export type TemplateState = NonNullable<EventRow['templateStates']>[number]

const selectSubscription = prepared((db) => {
  const { webhooks } = db.tables
  return db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.projectId, sql.placeholder('project')))
    .limit(1)
})

/** True if the project has a subscription to any type, enabled or not. */
export async function hasSubscription(db: Db, projectId: string): Promise<boolean> {
  return (await selectSubscription(db, { project: projectId })).length > 0
}

export async function insertEvents(db: Db, rows: EventRow[]): Promise<void> {
  await db.insert(db.tables.events).values(rows)
}

/** The stored ones among these events, without the columns that may be long. */
export async function selectEvents(
  db: Db,
  ids: readonly string[],
): Promise<Omit<EventRow, 'body' | 'templateStates'>[]> {
  const { events } = db.tables
  const { id, projectId, type, templateIds, isRestricted, createdAt } = events
  return db
    .select({ id, projectId, type, templateIds, isRestricted, createdAt })
    .from(events)
    .where(inArray(id, [...ids]))
}

/** Deletes events with a smaller id, at most `limit`; returns their number. */
export async function deleteEvents(db: Db, beforeId: string, limit: number): Promise<number> {
  const { events } = db.tables
  const oldest = db
    .select({ id: events.id })
    .from(events)
    .where(lt(events.id, beforeId))
    .orderBy(events.id)
    .limit(limit)
  return (await db.delete(events).where(inArray(events.id, oldest)).returning({ id: events.id })).length
}
