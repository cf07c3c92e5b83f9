import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import type { VisitSealedRows } from '../../../platform/identity/index.ts'
import {
  type Db,
  type IdPage,
  type Tables,
  isInIdPage,
  lockRows,
  lockRowsToChange,
  inOrder,
} from '../../../platform/storage/index.ts'
import { headerContext, secretContext } from '../secret-context.ts'

export type WebhookRow = Tables['webhooks']['$inferSelect']

function owned({ tables: { webhooks } }: Db, projectId: string, id: string) {
  return and(eq(webhooks.projectId, projectId), eq(webhooks.id, id))
}

/** Of any owner, or only of one customer. */
function isOf({ tables: { webhooks } }: Db, customer: string | undefined) {
  return customer === undefined ? undefined : eq(webhooks.customer, customer)
}

export async function selectWebhook(
  db: Db,
  projectId: string,
  id: string,
  customer?: string,
): Promise<WebhookRow | undefined> {
  return (
    await db
      .select()
      .from(db.tables.webhooks)
      .where(and(owned(db, projectId, id), isOf(db, customer)))
  )[0]
}

/** Locks the row until the transaction ends. */
export async function lockWebhook(
  db: Db,
  projectId: string,
  id: string,
  customer?: string,
): Promise<WebhookRow | undefined> {
  return (
    await lockRows(
      db,
      db
        .select()
        .from(db.tables.webhooks)
        .where(and(owned(db, projectId, id), isOf(db, customer))),
    )
  )[0]
}

export interface WebhookListFilter {
  enabled?: boolean | undefined
  customer?: string | undefined
}

export async function selectWebhooks(
  db: Db,
  projectId: string,
  { customer, enabled, ...page }: IdPage & WebhookListFilter,
): Promise<WebhookRow[]> {
  const { webhooks } = db.tables
  return db
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.projectId, projectId),
        isOf(db, customer),
        enabled === undefined ? undefined : eq(webhooks.enabled, enabled),
        isInIdPage(webhooks.id, page),
      ),
    )
    .orderBy(...inOrder([webhooks.id], page))
    .limit(page.limit)
}

/**
 * Counts webhooks of the project with and without event subscriptions, and by customer. Locks the project, so that concurrent calls count one after the
 * other.
 */
export async function countWebhooks(
  db: Db,
  projectId: string,
): Promise<{ subscribing: number; silent: number; byCustomer: readonly string[] }> {
  const { webhooks, projects } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
  const all = await db
    .select({ customer: webhooks.customer, events: webhooks.events })
    .from(webhooks)
    .where(eq(webhooks.projectId, projectId))
  const byCustomer = all.flatMap(({ customer }) => (customer === null ? [] : [customer]))
  const silent = all.filter(({ events }) => events.length === 0).length
  return { subscribing: all.length - silent - byCustomer.length, silent, byCustomer }
}

/** Of several webhooks of the project itself with this URL the oldest enabled one, otherwise the oldest: customers choose their URLs. */
export async function selectByUrl(db: Db, projectId: string, url: string): Promise<WebhookRow | undefined> {
  const { webhooks } = db.tables
  const isIt = and(eq(webhooks.projectId, projectId), eq(webhooks.url, url), isNull(webhooks.customer))
  return (await db.select().from(webhooks).where(isIt).orderBy(desc(webhooks.enabled), asc(webhooks.id)).limit(1))[0]
}

/** Ids of all webhooks of the project itself with this URL, oldest first. */
export async function selectIdsByUrl(db: Db, projectId: string, url: string): Promise<string[]> {
  const { webhooks } = db.tables
  const isIt = and(eq(webhooks.projectId, projectId), eq(webhooks.url, url), isNull(webhooks.customer))
  const found = await db.select({ id: webhooks.id }).from(webhooks).where(isIt).orderBy(asc(webhooks.id))
  return found.map(({ id }) => id)
}

export async function insertWebhook(db: Db, row: WebhookRow): Promise<void> {
  await db.insert(db.tables.webhooks).values(row)
}

export type WebhookChange = Partial<Omit<WebhookRow, 'id' | 'projectId' | 'createdAt'>>

/** Requires a lock by `lockWebhook`. */
export async function updateWebhook(db: Db, projectId: string, id: string, change: WebhookChange): Promise<void> {
  await db
    .update(db.tables.webhooks)
    .set(change)
    .where(owned(db, projectId, id))
}

/** Deletes a webhook and its running recoveries; returns false if the project has none with this id. */
export async function deleteWebhook(db: Db, projectId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(db.tables.webhooks)
    .where(owned(db, projectId, id))
    .returning({ id: db.tables.webhooks.id })
  return deleted.length > 0
}

/** Iterates over sealed secrets, for the rotation of the instance secret. */
export const visitSealedWebhooks: VisitSealedRows = async (db, visit, { after, limit }) => {
  const { webhooks } = db.tables
  const page = db.select().from(webhooks).where(gt(webhooks.id, after)).orderBy(asc(webhooks.id)).limit(limit)
  const rows = await lockRows(db, page)
  for (const row of rows) {
    const secrets = row.secrets.map((each) => ({ ...each, sealed: visit(each.sealed, secretContext(row)) }))
    const headers = (row.headers ?? []).map((each) => ({
      ...each,
      sealed: visit(each.sealed, headerContext(row, each.name)),
    }))
    const before = [...row.secrets, ...(row.headers ?? [])].map(({ sealed }) => sealed)
    if ([...secrets, ...headers].some(({ sealed }, at) => sealed !== before[at]))
      await updateWebhook(db, row.projectId, row.id, { secrets, headers: row.headers === null ? null : headers })
  }
  return rows.length < limit ? undefined : rows.at(-1)?.id
}
