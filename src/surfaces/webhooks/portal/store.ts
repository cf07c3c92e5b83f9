/** The SQL of links to the webhooks of customers. */
import { type SQL, eq } from 'drizzle-orm'
import { type Db, type Tables, linkStore, lockRowsToChange } from '../../../platform/storage/index.ts'

export type LinkRow = Tables['webhookPortalLinks']['$inferSelect']

export const portalLinks = linkStore('webhookPortalLinks', (links) => links.projectId)

/** Locks the project, so that concurrent calls count its links in turn. */
export async function lockProject(db: Db, projectId: string): Promise<void> {
  const { projects } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
}

/** Undefined for all customers. */
export function isOfCustomer(db: Db, customer: string | undefined): SQL | undefined {
  return customer === undefined ? undefined : eq(db.tables.webhookPortalLinks.customer, customer)
}
