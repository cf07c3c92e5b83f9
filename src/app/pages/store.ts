import { and, count, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db } from '../../platform/storage/index.ts'

/** Counts of a project without the trash and without revoked or expired keys. */
export interface ProjectContents {
  templates: number
  modules: number
  assets: number
  apiKeys: number
}

/** `now` is Unix milliseconds. */
export async function countContents(db: Db, projectId: string, now: number): Promise<ProjectContents> {
  const { apiKeys, assets, modules, templates } = db.tables
  const rows = await Promise.all([
    db
      .select({ count: count() })
      .from(templates)
      .where(and(eq(templates.projectId, projectId), isNull(templates.deletedAt))),
    db.select({ count: count() }).from(modules).where(eq(modules.projectId, projectId)),
    db.select({ count: count() }).from(assets).where(eq(assets.projectId, projectId)),
    db
      .select({ count: count() })
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.projectId, projectId),
          isNull(apiKeys.revokedAt),
          or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
        ),
      ),
  ])
  const [ofTemplates = 0, ofModules = 0, ofAssets = 0, ofKeys = 0] = rows.map(([row]) => row?.count)
  return { templates: ofTemplates, modules: ofModules, assets: ofAssets, apiKeys: ofKeys }
}
