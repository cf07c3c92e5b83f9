/** Assets used by documents. */
import { type SQL, eq, inArray, sql } from 'drizzle-orm'
import { type Db, keepRows } from '../../../../platform/storage/index.ts'
import { isOpenIn } from '../access/store.ts'

/** A template or module that uses an asset. */
export interface AssetUse {
  kind: 'template' | 'module'
  id: string
  name: string
}

/** Keeps these assets from being deleted until the transaction ends. Locked in id order, like deletions. */
export async function keepAssets(db: Db, ids: readonly string[]): Promise<void> {
  const { assets } = db.tables
  if (ids.length === 0 || db.dialect === 'sqlite') return
  const query = db.select({ id: assets.id }).from(assets)
  await keepRows(db, query.where(inArray(assets.id, [...ids])).orderBy(assets.id))
}

/** Replaces the recorded assets of a template. */
export async function replaceTemplateAssets(db: Db, templateId: string, ids: readonly string[]): Promise<void> {
  const { templateAssetUses: table } = db.tables
  await db.delete(table).where(eq(table.templateId, templateId))
  if (ids.length > 0) await db.insert(table).values(ids.map((assetId) => ({ templateId, assetId })))
}

/** Adds to the recorded assets of a module. */
export async function insertModuleAssets(db: Db, moduleId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((assetId) => ({ moduleId, assetId }))
  await db.insert(db.tables.moduleAssetUses).values(rows).onConflictDoNothing()
}

/** Assets of drafts and of releases, each once for a template. */
function templateUses(isMeant: SQL): SQL {
  return sql`(
    select template_id, asset_id from template_asset_uses where ${isMeant}
    union
    select template_id, asset_id from release_asset_uses where ${isMeant}
  )`
}

/** Number of templates (trash included) and modules of the project that use each asset; unused assets have no entry. */
export async function countAssetUses(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, { templates: number; modules: number }>> {
  const counts = new Map<string, { templates: number; modules: number }>()
  if (ids.length === 0) return counts
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const rows = await db.rows<{ id: string; templates: number; modules: number }>(sql`
    select asset_id as id, sum(in_template) as templates, sum(in_module) as modules from (
      select u.asset_id, 1 as in_template, 0 as in_module from ${templateUses(sql`asset_id in (${list})`)} u
      join templates t on t.id = u.template_id where t.project_id = ${projectId}
      union all
      select u.asset_id, 0, 1 from module_asset_uses u
      join modules m on m.id = u.module_id where m.project_id = ${projectId} and u.asset_id in (${list})
    ) as uses group by asset_id`)
  for (const { id, templates, modules } of rows)
    counts.set(id, { templates: Number(templates), modules: Number(modules) })
  return counts
}

/**
 * Templates and modules that use an asset, after a position of kind and id. Templates under other guards than the given ones
 * are omitted.
 */
export async function selectAssetUses(
  db: Db,
  projectId: string,
  assetId: string,
  page: { after: readonly [string, string] | undefined; limit: number; guards: readonly string[] | undefined },
): Promise<AssetUse[]> {
  const after = page.after === undefined ? sql`true` : sql`(kind, id) > (${page.after[0]}, ${page.after[1]})`
  return db.rows<AssetUse>(sql`
    select * from (
      select 'template' as kind, t.id as id, t.name as name
      from ${templateUses(sql`asset_id = ${assetId}`)} u join templates t on t.id = u.template_id
      where t.project_id = ${projectId} and ${isOpenIn(page.guards)}
      union all
      select 'module', m.id, m.name
      from module_asset_uses u join modules m on m.id = u.module_id
      where u.asset_id = ${assetId} and m.project_id = ${projectId}
    ) as uses
    where ${after} order by kind, id limit ${page.limit}`)
}

/**
 * True if a template that is neither open nor under one of the guards uses one of these assets, directly or through any
 * version of a module; includes the trash.
 */
export async function isUsedBehind(
  db: Db,
  projectId: string,
  assetIds: readonly string[],
  guards: readonly string[],
): Promise<boolean> {
  if (assetIds.length === 0) return false
  const list = sql.join(
    assetIds.map((id) => sql`${id}`),
    sql`, `,
  )
  const rows = await db.rows(sql`
    with recursive holding(id) as (
      select module_id from module_asset_uses where asset_id in (${list})
      union
      select n.module_id from module_nestings n join holding on n.used_id = holding.id
    )
    select 1 as one from templates t where t.project_id = ${projectId} and not ${isOpenIn(guards)} and (
      exists (select 1 from ${templateUses(sql`asset_id in (${list})`)} u where u.template_id = t.id)
      or exists (select 1 from template_module_uses u join holding on holding.id = u.module_id where u.template_id = t.id)
    ) limit 1`)
  return rows.length > 0
}

/** Maximum number of texts searched for one asset. */
const maxSearchedTexts = 500
const textsPerQuery = 50

/**
 * Texts of the project that contain the asset with one of these query parameters: documents, saved versions and modules, as
 * JSON or fragments of it. At most 500; `isComplete` is false if there are more.
 */
export async function selectTextsWithQuery(
  db: Db,
  projectId: string,
  { assetId, parameters }: { assetId: string; parameters: readonly string[] },
): Promise<{ texts: string[]; isComplete: boolean }> {
  const matches = (column: SQL) =>
    sql`(${sql.join(
      parameters.map((name) => sql`${column} like ${`%${name}=%`}`),
      sql` or `,
    )})`
  const [document, content, part] = [sql`cast(d.document as text)`, sql`cast(v.content as text)`, sql`p.json`]
  const released = sql`cast(c.content as text)`
  const texts: string[] = []
  for (let offset = 0; offset < maxSearchedTexts; offset += textsPerQuery) {
    const rows = await db.rows<{ text: string }>(sql`
      select text from (
        select 'd' as kind, t.id as id, '' as part, ${document} as text
        from template_asset_uses u join templates t on t.id = u.template_id
        join template_documents d on d.template_id = t.id
        where u.asset_id = ${assetId} and t.project_id = ${projectId} and ${matches(document)}
        union all
        select 'r', t.id, c.key, cast(c.content as text)
        from release_asset_uses u join templates t on t.id = u.template_id
        join release_contents c on c.template_id = t.id
        where u.asset_id = ${assetId} and t.project_id = ${projectId} and ${matches(released)}
        union all
        select 'p', t.id, p.key, p.json
        from template_asset_uses u join templates t on t.id = u.template_id
        join template_parts p on p.template_id = t.id
        where u.asset_id = ${assetId} and t.project_id = ${projectId} and ${matches(part)}
        union all
        select 'm', m.id, cast(v.version as text), ${content}
        from module_asset_uses u join modules m on m.id = u.module_id
        join module_versions v on v.module_id = m.id
        where u.asset_id = ${assetId} and m.project_id = ${projectId} and ${matches(content)}
      ) as found order by kind, id, part limit ${textsPerQuery} offset ${offset}`)
    texts.push(...rows.map(({ text }) => text))
    if (rows.length < textsPerQuery) return { texts, isComplete: true }
  }
  return { texts, isComplete: false }
}
