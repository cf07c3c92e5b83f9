import { eq, inArray, lt, sql } from 'drizzle-orm'
import { type Db, type Tables, prepared } from '../storage/index.ts'

export type EventRow = Tables['events']['$inferSelect']

const selectSubscription = prepared((db) => {
  const { webhooks } = db.tables
  return db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.projectId, sql.placeholder('project')))
    .limit(1)
})

/** True if the project has any subscription, to whatever type and enabled or not. */
export async function hasSubscription(db: Db, projectId: string): Promise<boolean> {
  return (await selectSubscription(db, { project: projectId })).length > 0
}

/** Keeps events. */
export async function insertEvents(db: Db, rows: EventRow[]): Promise<void> {
  await db.insert(db.tables.events).values(rows)
}

/** Of these events those that are kept, without their bodies. */
export async function selectEvents(db: Db, ids: readonly string[]): Promise<Omit<EventRow, 'body'>[]> {
  const { events } = db.tables
  const { id, projectId, type, templateIds, isRestricted, createdAt } = events
  return db
    .select({ id, projectId, type, templateIds, isRestricted, createdAt })
    .from(events)
    .where(inArray(id, [...ids]))
}

/** Takes away events whose id is smaller, at most so many; answers how many. */
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
