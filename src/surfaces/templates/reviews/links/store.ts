/** The SQL of links to reviews. */
import { and, count, eq, gt, isNull } from 'drizzle-orm'
import { type Db, type IdPage, type Tables, inOrder, isInIdPage } from '../../../../platform/storage/index.ts'

export type LinkRow = Tables['reviewLinks']['$inferSelect']

/** The latest first, those before an id. */
export function selectLinks(db: Db, templateId: string, { limit, ...page }: IdPage): Promise<LinkRow[]> {
  const { reviewLinks: links } = db.tables
  return db
    .select()
    .from(links)
    .where(and(eq(links.templateId, templateId), isInIdPage(links.id, page)))
    .orderBy(...inOrder([links.id], page))
    .limit(limit)
}

/** One link of a template. */
export async function selectLink(db: Db, templateId: string, id: string): Promise<LinkRow | undefined> {
  const { reviewLinks: links } = db.tables
  const [row] = await db
    .select()
    .from(links)
    .where(and(eq(links.templateId, templateId), eq(links.id, id)))
  return row
}

/**
 * The link with this token, unless its project was deleted: the only query without a project, because the token is the
 * credential.
 */
export async function selectLinkOf(db: Db, tokenHash: string): Promise<LinkRow | undefined> {
  const { projects, reviewLinks: links } = db.tables
  const [row] = await db
    .select({ link: links })
    .from(links)
    .innerJoin(projects, eq(projects.id, links.projectId))
    .where(and(eq(links.tokenHash, tokenHash), isNull(projects.deletedAt)))
  return row?.link
}

/** Links of a template that are neither revoked nor expired. */
export async function countValidLinks(db: Db, templateId: string, nowMs: number): Promise<number> {
  const { reviewLinks: links } = db.tables
  const [row] = await db
    .select({ total: count() })
    .from(links)
    .where(and(eq(links.templateId, templateId), isNull(links.revokedAt), gt(links.expiresAt, nowMs)))
  return row?.total ?? 0
}

export async function insertLink(db: Db, row: LinkRow): Promise<void> {
  await db.insert(db.tables.reviewLinks).values(row)
}

export async function updateLink(
  db: Db,
  { templateId, id }: Pick<LinkRow, 'templateId' | 'id'>,
  change: Partial<LinkRow>,
): Promise<void> {
  const { reviewLinks: links } = db.tables
  await db
    .update(links)
    .set(change)
    .where(and(eq(links.templateId, templateId), eq(links.id, id)))
}
