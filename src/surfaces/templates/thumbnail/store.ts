import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/storage/index.ts'

/**
 * The project of a template, by the id of the template alone; undefined if either was deleted. Only for signed links, whose
 * signature replaces the check of the project.
 */
export async function selectLinkedProject(db: Db, templateId: string): Promise<string | undefined> {
  const { projects, templates } = db.tables
  const [row] = await db
    .select({ projectId: templates.projectId })
    .from(templates)
    .leftJoin(projects, eq(projects.id, templates.projectId))
    .where(and(eq(templates.id, templateId), isNull(templates.deletedAt), isNull(projects.deletedAt)))
  return row?.projectId
}
