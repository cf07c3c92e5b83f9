import { and, asc, count, desc, eq, inArray, like, lte } from 'drizzle-orm'
import {
  type Db,
  type IdPage,
  type Tables,
  inOrder,
  isInIdPage,
  lockRowsToChange,
} from '../../../platform/storage/index.ts'
import type { RegistrationState } from './states.ts'

export type SenderRow = Tables['ampSenders']['$inferSelect']
export type RegistrationRow = Tables['ampRegistrations']['$inferSelect']
export type ChangeRow = Tables['ampChanges']['$inferSelect']

function owned({ tables: { ampSenders: t } }: Db, projectId: string, id: string) {
  return and(eq(t.projectId, projectId), eq(t.id, id))
}

export async function selectSender(db: Db, projectId: string, id: string): Promise<SenderRow | undefined> {
  const { ampSenders: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(owned(db, projectId, id))
  )[0]
}

export async function selectByAddress(db: Db, projectId: string, address: string): Promise<SenderRow | undefined> {
  const { ampSenders: t } = db.tables
  const rows = await db
    .select()
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.address, address)))
  return rows[0]
}

/** Locks the row until the transaction ends. */
export async function lockSender(db: Db, projectId: string, id: string): Promise<SenderRow | undefined> {
  const { ampSenders: t } = db.tables
  return (
    await lockRowsToChange(
      db,
      db
        .select()
        .from(t)
        .where(owned(db, projectId, id)),
    )
  )[0]
}

/** Locks the project, so that parallel requests count one after the other. */
export async function countSenders(db: Db, projectId: string): Promise<number> {
  const { ampSenders: t, projects } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
  const [row] = await db.select({ n: count() }).from(t).where(eq(t.projectId, projectId))
  return row?.n ?? 0
}

export async function insertSender(db: Db, row: SenderRow): Promise<void> {
  await db.insert(db.tables.ampSenders).values(row)
}

export type SenderChange = Partial<Omit<SenderRow, 'id' | 'projectId'>>

export async function updateSender(db: Db, projectId: string, id: string, change: SenderChange): Promise<void> {
  await db
    .update(db.tables.ampSenders)
    .set(change)
    .where(owned(db, projectId, id))
}

/** With its registrations and their history. */
export async function deleteSender(db: Db, projectId: string, id: string): Promise<void> {
  await db.delete(db.tables.ampSenders).where(owned(db, projectId, id))
}

export interface SenderFilter {
  readonly part: string | undefined
  readonly provider: string | undefined
  readonly states: readonly RegistrationState[] | undefined
}

export async function selectSenders(
  db: Db,
  projectId: string,
  page: IdPage,
  { part, provider, states }: SenderFilter,
): Promise<SenderRow[]> {
  const { ampRegistrations: r, ampSenders: t } = db.tables
  const registered =
    provider === undefined && states === undefined
      ? undefined
      : inArray(
          t.id,
          db
            .select({ id: r.senderId })
            .from(r)
            .where(
              and(
                provider === undefined ? undefined : eq(r.provider, provider),
                states === undefined ? undefined : inArray(r.state, [...states]),
              ),
            ),
        )
  return db
    .select()
    .from(t)
    .where(
      and(
        eq(t.projectId, projectId),
        isInIdPage(t.id, page),
        part === undefined ? undefined : like(t.address, `%${part.replaceAll(/[%_\\]/g, '')}%`),
        registered,
      ),
    )
    .orderBy(...inOrder([t.id], page))
    .limit(page.limit)
}

/** Senders of all projects whose check is due, the longest overdue first. */
export async function selectDue(db: Db, nowMs: number, limit: number): Promise<SenderRow[]> {
  const { ampSenders: t } = db.tables
  return db.select().from(t).where(lte(t.dueAt, nowMs)).orderBy(asc(t.dueAt), asc(t.id)).limit(limit)
}

/** Registrations of senders that the caller has selected by project. */
export async function selectRegistrations(db: Db, senderIds: readonly string[]): Promise<RegistrationRow[]> {
  const { ampRegistrations: t } = db.tables
  if (senderIds.length === 0) return []
  return db
    .select()
    .from(t)
    .where(inArray(t.senderId, [...senderIds]))
    .orderBy(asc(t.senderId), asc(t.provider))
}

export async function insertRegistration(db: Db, row: RegistrationRow): Promise<void> {
  await db.insert(db.tables.ampRegistrations).values(row)
}

export async function updateRegistration(
  db: Db,
  { provider, senderId }: Pick<RegistrationRow, 'senderId' | 'provider'>,
  change: Partial<RegistrationRow>,
): Promise<void> {
  const { ampRegistrations: t } = db.tables
  await db
    .update(t)
    .set(change)
    .where(and(eq(t.senderId, senderId), eq(t.provider, provider)))
}

export async function insertChange(db: Db, row: Omit<ChangeRow, 'no'>): Promise<void> {
  await db.insert(db.tables.ampChanges).values(row)
}

/** Newest first. */
export async function selectChanges(db: Db, senderId: string, limit: number): Promise<ChangeRow[]> {
  const { ampChanges: t } = db.tables
  return db.select().from(t).where(eq(t.senderId, senderId)).orderBy(desc(t.no)).limit(limit)
}
