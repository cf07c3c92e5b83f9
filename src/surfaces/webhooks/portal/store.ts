/** The SQL of links to the webhooks of customers. */
import { eq } from 'drizzle-orm'
import { linkStore } from '../../../platform/links/index.ts'
import { type Db, type Tables, lockRowsToChange } from '../../../platform/storage/index.ts'

export type LinkRow = Tables['webhookPortalLinks']['$inferSelect']

export const portalLinks = linkStore('webhookPortalLinks', 'projectId')

/** Locks the project, so that concurrent calls count its links in turn. */
export async function lockProject(db: Db, projectId: string): Promise<void> {
  const { projects } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
}
