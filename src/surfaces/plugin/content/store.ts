import { and, count, eq, isNull } from 'drizzle-orm'
import { type Db, advisoryLock } from '../../../platform/storage/index.ts'

/** The template that a host's id represents; undefined when there is none, or it is in the trash. */
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

/** How many templates host's ids of a project represent. */
export async function countLinked(db: Db, projectId: string): Promise<number> {
  const { externalTemplates: links } = db.tables
  const [row] = await db.select({ emails: count() }).from(links).where(eq(links.projectId, projectId))
  return row?.emails ?? 0
}

/**
 * Makes first saves of one email wait for each other until the transaction ends. SQLite has one writer anyway. It is taken
 * before any row is written or locked, so nobody who holds it is waited for by somebody whom it waits for.
 */
export async function lockFirstSave(db: Db, projectId: string, externalId: string): Promise<void> {
  await advisoryLock(db, `email ${projectId} ${externalId}`)
}

/** Lets a host's id represent a template, in place of one that is in the trash. */
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
