import { and, asc, count, desc, eq, gt, inArray, lt, lte } from 'drizzle-orm'
import type { SealContext, VisitSealedRows } from '../../../platform/identity/index.ts'
import {
  type Db,
  type IdPage,
  type Tables,
  inOrder,
  isInIdPage,
  lockRows,
  lockRowsToChange,
} from '../../../platform/storage/index.ts'

export type MailboxRow = Tables['dmarcMailboxes']['$inferSelect']
export type RunRow = Tables['dmarcMailboxRuns']['$inferSelect']

function owned({ tables: { dmarcMailboxes: t } }: Db, projectId: string, id: string) {
  return and(eq(t.projectId, projectId), eq(t.id, id))
}

export async function selectMailbox(db: Db, projectId: string, id: string): Promise<MailboxRow | undefined> {
  const { dmarcMailboxes: t } = db.tables
  return (
    await db
      .select()
      .from(t)
      .where(owned(db, projectId, id))
  )[0]
}

/** Locks the row until the transaction ends. */
export async function lockMailbox(db: Db, projectId: string, id: string): Promise<MailboxRow | undefined> {
  const { dmarcMailboxes: t } = db.tables
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

export async function selectMailboxes(
  db: Db,
  projectId: string,
  page: IdPage,
  states: readonly MailboxRow['state'][] | undefined,
): Promise<MailboxRow[]> {
  const { dmarcMailboxes: t } = db.tables
  return db
    .select()
    .from(t)
    .where(
      and(
        eq(t.projectId, projectId),
        isInIdPage(t.id, page),
        states === undefined ? undefined : inArray(t.state, [...states]),
      ),
    )
    .orderBy(...inOrder([t.id], page))
    .limit(page.limit)
}

/** Locks the project, so that parallel requests count one after the other. */
export async function countMailboxes(db: Db, projectId: string): Promise<number> {
  const { dmarcMailboxes: t, projects } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
  const [row] = await db.select({ n: count() }).from(t).where(eq(t.projectId, projectId))
  return row?.n ?? 0
}

export async function insertMailbox(db: Db, row: MailboxRow): Promise<void> {
  await db.insert(db.tables.dmarcMailboxes).values(row)
}

export type MailboxChange = Partial<Omit<MailboxRow, 'id' | 'projectId'>>

export async function updateMailbox(db: Db, projectId: string, id: string, change: MailboxChange): Promise<void> {
  await db
    .update(db.tables.dmarcMailboxes)
    .set(change)
    .where(owned(db, projectId, id))
}

export async function deleteMailbox(db: Db, projectId: string, id: string): Promise<void> {
  await db.delete(db.tables.dmarcMailboxes).where(owned(db, projectId, id))
}

/** Mailboxes of all projects whose run is due, the longest overdue first. */
export async function selectDue(db: Db, nowMs: number, limit: number): Promise<MailboxRow[]> {
  const { dmarcMailboxes: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.isEnabled, true), lte(t.dueAt, nowMs)))
    .orderBy(asc(t.dueAt))
    .limit(limit)
}

/** Stores a run, and deletes those of the mailbox before the last `keep`. */
export async function insertRun(db: Db, row: Omit<RunRow, 'no'>, keep: number): Promise<void> {
  const { dmarcMailboxRuns: t } = db.tables
  await db.insert(t).values(row)
  const own = eq(t.mailboxId, row.mailboxId)
  const [oldest] = await db
    .select({ no: t.no })
    .from(t)
    .where(own)
    .orderBy(desc(t.no))
    .offset(keep - 1)
    .limit(1)
  if (oldest !== undefined) await db.delete(t).where(and(own, lt(t.no, oldest.no)))
}

/** Newest first. */
export async function selectRuns(db: Db, mailboxId: string, limit: number): Promise<RunRow[]> {
  const { dmarcMailboxRuns: t } = db.tables
  return db.select().from(t).where(eq(t.mailboxId, mailboxId)).orderBy(desc(t.no)).limit(limit)
}

export function credentialsContext({ id, projectId }: Pick<MailboxRow, 'id' | 'projectId'>): SealContext {
  return { purpose: 'mailbox credentials', table: 'dmarc_mailboxes', row: id, project: projectId }
}

/** Visits the sealed credentials of mailboxes, to rotate the key. */
export const visitSealedMailboxes: VisitSealedRows = async (db, visit, { after, limit }) => {
  const { dmarcMailboxes: t } = db.tables
  const rows = await lockRows(db, db.select().from(t).where(gt(t.id, after)).orderBy(asc(t.id)).limit(limit))
  for (const row of rows) {
    const credentials = visit(row.credentials, credentialsContext(row))
    if (credentials !== row.credentials) await updateMailbox(db, row.projectId, row.id, { credentials })
  }
  return rows.length < limit ? undefined : rows.at(-1)?.id
}
