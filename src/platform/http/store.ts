import { isNull } from 'drizzle-orm'
import type { Db } from '../storage/index.ts'

/** The allowed origins of every living project. */
export async function readAllowedOrigins(db: Db): Promise<{ projectId: string; origins: readonly string[] }[]> {
  const { projects } = db.tables
  return db
    .select({ projectId: projects.id, origins: projects.allowedOrigins })
    .from(projects)
    .where(isNull(projects.deletedAt))
}
