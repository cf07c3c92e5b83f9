/** Drafts and modules that contain the URL of an asset. */
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../../platform/storage/index.ts'

interface UsersPage {
  assetId: string
  /** Only ids after this one. */
  afterId: string
  limit: number
}

/** Ids of templates outside the trash whose draft uses the asset, ascending. */
export async function selectTemplatesWith(db: Db, projectId: string, page: UsersPage): Promise<string[]> {
  const { templateAssetUses: uses, templates } = db.tables
  const isOne = and(
    eq(uses.assetId, page.assetId),
    eq(templates.projectId, projectId),
    isNull(templates.deletedAt),
    gt(uses.templateId, page.afterId),
  )
  const rows = await db
    .select({ id: uses.templateId })
    .from(uses)
    .innerJoin(templates, eq(templates.id, uses.templateId))
    .where(isOne)
    .orderBy(asc(uses.templateId))
    .limit(page.limit)
  return rows.map(({ id }) => id)
}

/** Ids of modules of which any version uses the asset, ascending. */
export async function selectModulesWith(db: Db, projectId: string, page: UsersPage): Promise<string[]> {
  const { moduleAssetUses: uses, modules } = db.tables
  const isOne = and(eq(uses.assetId, page.assetId), eq(modules.projectId, projectId), gt(uses.moduleId, page.afterId))
  const rows = await db
    .select({ id: uses.moduleId })
    .from(uses)
    .innerJoin(modules, eq(modules.id, uses.moduleId))
    .where(isOne)
    .orderBy(asc(uses.moduleId))
    .limit(page.limit)
  return rows.map(({ id }) => id)
}

/** Number of templates outside the trash, and of modules, that `selectTemplatesWith` and `selectModulesWith` list. */
export async function countUsers(db: Db, projectId: string, assetId: string): Promise<number> {
  const [row] = await db.rows<{ count: number | string }>(sql`
    select
      (select count(*) from template_asset_uses u join templates t on t.id = u.template_id
       where u.asset_id = ${assetId} and t.project_id = ${projectId} and t.deleted_at is null)
      + (select count(*) from module_asset_uses u join modules m on m.id = u.module_id
         where u.asset_id = ${assetId} and m.project_id = ${projectId}) as count`)
  return Number(row?.count ?? 0)
}
