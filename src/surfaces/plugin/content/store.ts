import { and, count, eq, isNull } from 'drizzle-orm'
import { type Db, advisoryLock } from '../../../platform/storage/index.ts'

/** The template linked to a host's id; undefined if there is none, or it is in the trash. */
export async function selectLinked(db: Db, projectId: string, externalId: string): Promise<string | undefined> {
  const { externalTemplates: links, templates } = db.tables
  const isMeant = and(eq(links.projectId, projectId), eq(links.externalId, externalId), isNull(templates.deletedAt))
  const [row] = await db
    .select({ id: links.templateId })
    .from(links)
    .innerJoin(templates, eq(templates.id, links.templateId))
    .where(isMeant)
  return row?.id
}

/** Number of templates linked to ids of the host. */
export async function countLinked(db: Db, projectId: string): Promise<number> {
  const { externalTemplates: links } = db.tables
  const [row] = await db.select({ emails: count() }).from(links).where(eq(links.projectId, projectId))
  return row?.emails ?? 0
}

/**
 * Serializes first saves of one email until the transaction ends. SQLite has a single writer anyway. Acquired before the
 * transaction writes or locks any row, which prevents deadlocks.
 */
export async function lockFirstSave(db: Db, projectId: string, externalId: string): Promise<void> {
  await advisoryLock(db, `email ${projectId} ${externalId}`)
}

/** Links a host's id to a template, in place of one that is in the trash. */
export async function linkTemplate(
  db: Db,
  projectId: string,
  { externalId, templateId, createdAt }: { externalId: string; templateId: string; createdAt: number },
): Promise<void> {
  const { externalTemplates: links } = db.tables
  await db
    .insert(links)
    .values({ projectId, externalId, templateId, createdAt })
    .onConflictDoUpdate({ target: [links.projectId, links.externalId], set: { templateId, createdAt } })
}
