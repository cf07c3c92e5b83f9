/** The SQL of links to the webhooks of customers. */
import { and, count, eq, gt, isNull, lt } from 'drizzle-orm'
import {
  type Db,
  type IdPage,
  type Tables,
  inOrder,
  isInIdPage,
  lockRowsToChange,
} from '../../../platform/storage/index.ts'

export type LinkRow = Tables['webhookPortalLinks']['$inferSelect']

export function selectLinks(
  db: Db,
  projectId: string,
  { customer, limit, ...page }: IdPage & { customer?: string | undefined },
): Promise<LinkRow[]> {
  const { webhookPortalLinks: links } = db.tables
  const isOf = customer === undefined ? undefined : eq(links.customer, customer)
  return db
    .select()
    .from(links)
    .where(and(eq(links.projectId, projectId), isOf, isInIdPage(links.id, page)))
    .orderBy(...inOrder([links.id], page))
    .limit(limit)
}

export async function selectLink(db: Db, projectId: string, id: string): Promise<LinkRow | undefined> {
  const { webhookPortalLinks: links } = db.tables
  const [row] = await db
    .select()
    .from(links)
    .where(and(eq(links.projectId, projectId), eq(links.id, id)))
  return row
}

/**
 * The link with this token, and the origins of its project, unless that was deleted: the only query without a project, because
 * the token is the credential.
 */
export async function selectLinkOf(
  db: Db,
  tokenHash: string,
): Promise<(LinkRow & { allowedOrigins: string[] }) | undefined> {
  const { webhookPortalLinks: links, projects } = db.tables
  const [row] = await db
    .select({ link: links, allowedOrigins: projects.allowedOrigins })
    .from(links)
    .innerJoin(projects, eq(projects.id, links.projectId))
    .where(and(eq(links.tokenHash, tokenHash), isNull(projects.deletedAt)))
  return row && { ...row.link, allowedOrigins: row.allowedOrigins }
}

/** Links of the project that are neither revoked nor expired. Locks the project, so that concurrent calls count in turn. */
export async function countValidLinks(db: Db, projectId: string, nowMs: number): Promise<number> {
  const { projects, webhookPortalLinks: links } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
  const [row] = await db
    .select({ total: count() })
    .from(links)
    .where(and(eq(links.projectId, projectId), isNull(links.revokedAt), gt(links.expiresAt, nowMs)))
  return row?.total ?? 0
}

export async function insertLink(db: Db, row: LinkRow): Promise<void> {
  await db.insert(db.tables.webhookPortalLinks).values(row)
}

export async function updateLink(
  db: Db,
  { projectId, id }: Pick<LinkRow, 'projectId' | 'id'>,
  change: Partial<LinkRow>,
): Promise<void> {
  const { webhookPortalLinks: links } = db.tables
  await db
    .update(links)
    .set(change)
    .where(and(eq(links.projectId, projectId), eq(links.id, id)))
}

/** Deletes the links of the project that expired before. */
export async function deleteExpired(db: Db, projectId: string, beforeMs: number): Promise<void> {
  const { webhookPortalLinks: links } = db.tables
  await db.delete(links).where(and(eq(links.projectId, projectId), lt(links.expiresAt, beforeMs)))
}
