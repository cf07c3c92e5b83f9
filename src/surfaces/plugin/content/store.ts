import { and, eq, isNotNull } from 'drizzle-orm'
import { type Db, advisoryLock, findByExternalIds } from '../../../platform/storage/index.ts'

/** The template with a host's id; undefined if there is none, or it is in the trash. */
export async function selectLinked(db: Db, projectId: string, externalId: string): Promise<string | undefined> {
  const [found] = await findByExternalIds(db, 'template', { projectId, externalIds: [externalId] })
  return found?.id
}

/** Number of templates with ids of the host, trash included. */
export function countLinked(db: Db, projectId: string): Promise<number> {
  const { templates } = db.tables
  return db.$count(templates, and(eq(templates.projectId, projectId), isNotNull(templates.externalId)))
}

/** Serializes first saves in the demo until the transaction ends, so that its emails can be counted. */
export async function lockDemoEmails(db: Db, projectId: string): Promise<void> {
  await advisoryLock(db, `emails ${projectId}`)
}
