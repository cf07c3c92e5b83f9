/** Assets, uploads and totals per company. */
import { type SQL, and, asc, eq, gt, gte, inArray, isNull, like, lt, ne, or, sql } from 'drizzle-orm'
import { demoCompanyId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type Reach, sharedLibrary } from '../../platform/identity/index.ts'
import {
  type Db,
  type Tables,
  advisoryLock,
  hasMetadata,
  inOrder,
  isBehind,
  lockRows,
  lockRowsToChange,
  prepared,
} from '../../platform/storage/index.ts'
import { assetFolder, assetKey } from './blob-keys.ts'

export type AssetRow = Tables['assets']['$inferSelect']

/** Returns the existing asset if the library has one with the same bytes. */
export async function insertAsset(db: Db, row: AssetRow): Promise<AssetRow> {
  const { assets } = db.tables
  const [made] = await db
    .insert(assets)
    .values(row)
    .onConflictDoNothing({ target: [assets.projectId, assets.uploadHash, assets.library] })
    .returning()
  if (made !== undefined) return made
  return (await selectAssetWith(db, row)) ?? insertAsset(db, row)
}

/** The asset of a library with this content hash, unless its file was replaced. */
export async function selectAssetWith(
  db: Db,
  { projectId, library, contentHash }: Pick<AssetRow, 'projectId' | 'library' | 'contentHash'>,
): Promise<AssetRow | undefined> {
  const { assets } = db.tables
  const isIt = and(eq(assets.projectId, projectId), eq(assets.library, library), eq(assets.uploadHash, contentHash))
  return (await db.select().from(assets).where(isIt))[0]
}

/** The oldest asset of the project with this hash within reach, in any library; none whose file was replaced. */
export async function selectReachableWith(
  db: Db,
  projectId: string,
  { contentHash, reach }: { contentHash: string; reach: Reach | undefined },
): Promise<AssetRow | undefined> {
  const { assets } = db.tables
  const isIt = and(eq(assets.projectId, projectId), eq(assets.uploadHash, contentHash), isReachable(db, reach))
  return (await db.select().from(assets).where(isIt).orderBy(assets.id).limit(1))[0]
}

export async function isAssetWithin(db: Db, { id, projectId }: AssetRow, reach: Reach | undefined): Promise<boolean> {
  const { assets } = db.tables
  const isIt = and(eq(assets.projectId, projectId), eq(assets.id, id), isReachable(db, reach))
  return (await db.select({ id: assets.id }).from(assets).where(isIt)).length > 0
}

/** Number and bytes of an end user's uploads since a time; `firstMs` is the time of the first one. */
export async function selectUploads(
  db: Db,
  { projectId, userId, sinceMs }: { projectId: string; userId: string; sinceMs: number },
): Promise<{ count: number; bytes: number; firstMs: number | null }> {
  const { assets } = db.tables
  const isTheirs = and(
    eq(assets.projectId, projectId),
    eq(assets.createdByKind, 'plugin_user'),
    eq(assets.createdById, userId),
    gte(assets.createdAt, sinceMs),
  )
  const [row] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${assets.bytes}), 0)`.mapWith(Number),
      firstMs: sql<number | null>`min(${assets.createdAt})`,
    })
    .from(assets)
    .where(isTheirs)
  const { count = 0, bytes = 0, firstMs = null } = row ?? {}
  return { count, bytes, firstMs: firstMs === null ? null : Number(firstMs) }
}

/** Serializes uploads of one end user until the transaction ends, so that parallel uploads cannot exceed the quota. */
export async function lockUploads(db: Db, projectId: string, userId: string): Promise<void> {
  await advisoryLock(db, `uploads ${projectId} ${userId}`)
}

// Shared assets are those that API keys and accounts uploaded outside of folders: a folder may belong to one customer.
function isReachable({ tables: { assets } }: Db, reach: Reach | undefined): SQL | undefined {
  if (reach === undefined) return undefined
  const isShared = and(eq(assets.library, sharedLibrary), isNull(assets.folder))
  if (reach.kind === 'folder') return or(isShared, isInFolder(assets.folder, reach.folder))
  const isOfEmail = reach.emailId === undefined ? undefined : eq(assets.emailId, reach.emailId)
  return or(isShared, eq(assets.library, reach.library), isOfEmail)
}

function isInFolder(column: Tables['assets']['folder'], folder: string): SQL | undefined {
  return or(eq(column, folder), startsWith(column, `${folder}/`))
}

export async function selectAsset(db: Db, projectId: string, id: string): Promise<AssetRow | undefined> {
  const { assets } = db.tables
  return (
    await db
      .select()
      .from(assets)
      .where(and(eq(assets.projectId, projectId), eq(assets.id, id)))
  )[0]
}

const byId = prepared((db) =>
  db
    .select()
    .from(db.tables.assets)
    .where(eq(db.tables.assets.id, sql.placeholder('id'))),
)

/** An asset of any project, for public URLs. */
export async function selectPublicAsset(db: Db, id: string): Promise<AssetRow | undefined> {
  return (await byId(db, { id }))[0]
}

/** Project ids by asset id; missing assets have no entry. */
export async function selectProjectsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { assets } = db.tables
  const found = new Map<string, string>()
  for (let at = 0; at < ids.length; at += idsPerQuery) {
    const rows = await db
      .select({ id: assets.id, projectId: assets.projectId })
      .from(assets)
      .where(inArray(assets.id, ids.slice(at, at + idsPerQuery)))
    for (const { id, projectId } of rows) found.set(id, projectId)
  }
  return found
}

const idsPerQuery = 500

/** Ids of assets that users of the project uploaded before the given time, oldest first. */
export async function selectIdsOfUsers(
  db: Db,
  { projectId, userPrefix, beforeMs }: { projectId: string; userPrefix: string; beforeMs: number },
  limit: number,
): Promise<string[]> {
  const { assets } = db.tables
  const isTheirs = and(
    eq(assets.projectId, projectId),
    eq(assets.createdByKind, 'plugin_user'),
    like(assets.createdById, `${userPrefix}%`),
    lt(assets.createdAt, beforeMs),
  )
  return (await db.select({ id: assets.id }).from(assets).where(isTheirs).orderBy(assets.id).limit(limit)).map(
    ({ id }) => id,
  )
}

/** Assets of the project, locked in id order until the transaction ends. */
export async function lockAssets(db: Db, projectId: string, ids: readonly string[]): Promise<AssetRow[]> {
  if (ids.length === 0) return []
  const { assets } = db.tables
  const isOne = and(eq(assets.projectId, projectId), inArray(assets.id, [...ids]))
  return lockRows(db, db.select().from(assets).where(isOne).orderBy(assets.id))
}

export async function updateAsset(
  db: Db,
  projectId: string,
  id: string,
  change: Partial<Omit<AssetRow, 'id' | 'projectId'>>,
): Promise<void> {
  const { assets } = db.tables
  await db
    .update(assets)
    .set(change)
    .where(and(eq(assets.projectId, projectId), eq(assets.id, id)))
}

export async function deleteAssets(db: Db, projectId: string, ids: readonly string[]): Promise<void> {
  const { assets, settings } = db.tables
  await db.delete(assets).where(and(eq(assets.projectId, projectId), inArray(assets.id, [...ids])))
  await db.delete(settings).where(inArray(settings.key, ids.map(queriesKey)))
}

function queriesKey(id: string): string {
  return `image_queries.${id}`
}

/** Transformations whose URLs stay valid without a signature. */
export async function selectKeptQueries(db: Db, id: string): Promise<unknown> {
  const { settings } = db.tables
  const found = await db
    .select()
    .from(settings)
    .where(eq(settings.key, queriesKey(id)))
  return found[0]?.value
}

/** Locks an asset against change and deletion until the transaction ends; false if it does not exist. */
export async function lockAsset(db: Db, id: string): Promise<boolean> {
  const { assets } = db.tables
  return (await lockRows(db, db.select({ id: assets.id }).from(assets).where(eq(assets.id, id)))).length > 0
}

/** Replaces the stored transformations of an asset. */
export async function saveKeptQueries(db: Db, id: string, value: unknown): Promise<void> {
  const { settings } = db.tables
  const row = { key: queriesKey(id), value }
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: { value } })
}

export interface AssetFilter {
  /** Lists match any of their values. */
  kinds?: readonly AssetRow['kind'][] | undefined
  mimes?: readonly string[] | undefined
  /** These folders or their subfolders. */
  folders?: readonly string[] | undefined
  tags?: { values: readonly string[]; match: 'all' | 'any' } | undefined
  /** Inclusive lower bound of the ids. */
  sinceId?: string | undefined
  /** Exclusive upper bound of the ids. */
  untilId?: string | undefined
  externalId?: string | undefined
  metadata?: Record<string, string> | undefined
  /** Folded words; all of them must occur. */
  words: readonly string[]
  reach: Reach | undefined
}

export interface AssetOrder {
  by: 'id' | 'name'
  descending: boolean
}

/** Assets of the project after a position, which consists of the folded name, if the list is ordered by it, and the id. */
export async function selectAssets(
  db: Db,
  projectId: string,
  page: { filter: AssetFilter; order: AssetOrder; after: readonly string[] | undefined; limit: number },
): Promise<AssetRow[]> {
  const { assets } = db.tables
  const { filter, order, after } = page
  const keys = order.by === 'name' ? [assets.nameKey, assets.id] : [assets.id]
  const isListed = and(
    eq(assets.projectId, projectId),
    filter.kinds === undefined ? undefined : inArray(assets.kind, [...filter.kinds]),
    filter.mimes === undefined ? undefined : inArray(assets.mime, [...filter.mimes]),
    filter.folders && or(...filter.folders.map((folder) => isInFolder(assets.folder, folder))),
    filter.sinceId === undefined ? undefined : sql`${assets.id} >= ${filter.sinceId}`,
    filter.untilId === undefined ? undefined : sql`${assets.id} < ${filter.untilId}`,
    isReachable(db, filter.reach),
    filter.tags && hasTags(db, filter.tags),
    filter.externalId === undefined ? undefined : eq(assets.externalId, filter.externalId),
    filter.metadata === undefined ? undefined : hasMetadata(db, assets.metadata, filter.metadata),
    ...filter.words.map((word) => sql`${assets.words} like ${`%${escaped(word)}%`} escape '\\'`),
    isBehind(keys, { after, descending: order.descending }),
  )
  return db
    .select()
    .from(assets)
    .where(isListed)
    .orderBy(...inOrder(keys, order))
    .limit(page.limit)
}

function hasTags(db: Db, { values, match }: NonNullable<AssetFilter['tags']>): SQL | undefined {
  const each = values.map((tag) => hasTag(db, tag))
  return match === 'all' ? and(...each) : or(...each)
}

function hasTag(db: Db, tag: string): SQL {
  const { tags } = db.tables.assets
  return db.dialect === 'postgres'
    ? sql`${tags} @> ${JSON.stringify([tag])}::text::jsonb`
    : sql`exists (select 1 from json_each(${tags}) where value = ${tag})`
}

// Not `like`, which is case-insensitive on SQLite only.
function startsWith(column: SQL | Tables['assets']['folder'], text: string): SQL {
  return sql`substr(${column}, 1, ${[...text].length}) = ${text}`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Bytes of all assets of a project, earlier versions included. */
export async function sumBytes(db: Db, projectId: string): Promise<number> {
  const { assets, assetVersions } = db.tables
  const isOfProject = eq(assets.projectId, projectId)
  const sum = (column: Tables['assets']['bytes'] | Tables['assetVersions']['bytes']) => ({
    bytes: sql<number | string | null>`sum(${column})`,
  })
  const [current] = await db.select(sum(assets.bytes)).from(assets).where(isOfProject)
  const [earlier] = await db
    .select(sum(assetVersions.bytes))
    .from(assetVersions)
    .innerJoin(assets, eq(assets.id, assetVersions.assetId))
    .where(and(isOfProject, ne(assets.version, assetVersions.version)))
  return Number(current?.bytes ?? 0) + Number(earlier?.bytes ?? 0)
}

/** Bytes of the uploads of a project that are not completed. */
export async function sumOpenUploads(db: Db, projectId: string): Promise<number> {
  const { assetUploads: table } = db.tables
  const [row] = await db
    .select({ bytes: sql<number | string | null>`sum(${table.bytes})` })
    .from(table)
    .where(and(eq(table.projectId, projectId), isNull(table.assetId)))
  return Number(row?.bytes ?? 0)
}

export async function selectTotals(db: Db, companyId: string): Promise<{ bytes: number; count: number }> {
  const { assetTotals } = db.tables
  const [row] = await db.select().from(assetTotals).where(eq(assetTotals.companyId, companyId))
  return { bytes: row?.bytes ?? 0, count: row?.count ?? 0 }
}

/**
 * Adds to the company's totals; false if that would exceed the limit. The row is locked until the transaction ends, so that
 * concurrent requests cannot use the same capacity twice.
 */
export async function addToTotals(
  db: Db,
  companyId: string,
  { bytes, count = 1, room }: { bytes: number; count?: 0 | 1; room: Pick<AssetUsage, 'bytes' | 'count'> },
): Promise<boolean> {
  const { assetTotals: table } = db.tables
  await db.insert(table).values({ companyId, bytes: 0, count: 0 }).onConflictDoNothing()
  const fits = and(
    room.bytes === null ? undefined : sql`${table.bytes} + ${bytes} <= ${room.bytes}`,
    room.count === null || count === 0 ? undefined : lt(table.count, room.count),
  )
  const changed = await db
    .update(table)
    .set({ bytes: sql`${table.bytes} + ${bytes}`, count: sql`${table.count} + ${count}` })
    .where(and(eq(table.companyId, companyId), fits))
    .returning({ bytes: table.bytes })
  return changed.length > 0
}

/** Subtracts from the company's totals. */
export async function takeFromTotals(
  db: Db,
  companyId: string,
  { bytes, count }: { bytes: number; count: number },
): Promise<void> {
  const { assetTotals: table } = db.tables
  await db
    .update(table)
    .set({ bytes: sql`${table.bytes} - ${bytes}`, count: sql`${table.count} - ${count}` })
    .where(eq(table.companyId, companyId))
}

/** Limits for the assets of a company; null means unlimited. */
export interface AssetUsage {
  plan: Tables['companies']['$inferSelect']['plan']
  bytes: number | null
  /** Number of assets. */
  count: number | null
}

/** Limits of the company's plan, or of the editor demo. */
export async function selectUsage(db: Db, companyId: string): Promise<AssetUsage> {
  const plan = await selectPlan(db, companyId)
  if (companyId === demoCompanyId) return { plan, bytes: limits.demoAssetBytes, count: limits.demoAssets }
  return { plan, bytes: limits.assetBytes[plan], count: null }
}

async function selectPlan(db: Db, companyId: string): Promise<Tables['companies']['$inferSelect']['plan']> {
  const { companies } = db.tables
  const [row] = await db.select({ plan: companies.plan }).from(companies).where(eq(companies.id, companyId))
  return row?.plan ?? 'free'
}

/** The ids that belong to assets of any project. */
export async function selectKnownIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { assets } = db.tables
  const rows = await db
    .select({ id: assets.id })
    .from(assets)
    .where(inArray(assets.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** The keys that refer to the bytes of any version of an asset of any project. */
export async function selectNamedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { assets, assetVersions } = db.tables
  const columns = { id: assets.id, blobKey: assets.blobKey }
  const ids = keys.map((key) => key.slice(assetFolder.length))
  const own = await db
    .select(columns)
    .from(assets)
    .where(and(inArray(assets.id, ids), isNull(assets.blobKey)))
  const restored = await db
    .select(columns)
    .from(assets)
    .where(inArray(assets.blobKey, [...keys]))
  const versions = await db
    .select({ blobKey: assetVersions.blobKey })
    .from(assetVersions)
    .where(inArray(assetVersions.blobKey, [...keys]))
  return new Set([...[...own, ...restored].map(assetKey), ...versions.map(({ blobKey }) => blobKey)])
}

/** Changes the blob key of an asset; false if the key has changed in the meantime. */
export async function replaceBlob(
  db: Db,
  { blobKey: before, id, projectId }: Pick<AssetRow, 'blobKey' | 'id' | 'projectId'>,
  blobKey: string,
): Promise<boolean> {
  const { assets } = db.tables
  const isSame = before === null ? isNull(assets.blobKey) : eq(assets.blobKey, before)
  const replaced = await db
    .update(assets)
    .set({ blobKey })
    .where(and(eq(assets.projectId, projectId), eq(assets.id, id), isSame))
    .returning({ id: assets.id })
  return replaced.length > 0
}

/** Bytes by asset id, for assets of any project: their URLs are public. */
export async function selectBytes(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { assets } = db.tables
  const rows = await db
    .select({ id: assets.id, bytes: assets.bytes })
    .from(assets)
    .where(inArray(assets.id, [...ids]))
  return new Map(rows.map(({ bytes, id }) => [id, Number(bytes)]))
}

export type UploadRow = Tables['assetUploads']['$inferSelect']

/** Undefined for uploads of other projects and uploads whose blob was collected. */
export async function selectUpload(db: Db, projectId: string, id: string): Promise<UploadRow | undefined> {
  const { assetUploads: table } = db.tables
  const isOne = and(eq(table.projectId, projectId), eq(table.id, id))
  return (await db.select().from(table).where(isOne))[0]
}

export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insert(db.tables.assetUploads).values(row)
}

export async function completeUpload(
  db: Db,
  projectId: string,
  change: { id: string; assetId: string },
): Promise<void> {
  const { assetUploads: table } = db.tables
  const isOne = and(eq(table.projectId, projectId), eq(table.id, change.id))
  await db.update(table).set({ assetId: change.assetId }).where(isOne)
}

/**
 * Uncompleted uploads of the project, bytes of all its uploads, and bytes of the company's uncompleted uploads. Locks the
 * company row, so that parallel requests count one after the other.
 */
export async function countUploads(
  db: Db,
  { companyId, projectId }: { companyId: string; projectId: string },
): Promise<{ open: number; bytes: number; companyBytes: number }> {
  const { assetUploads: table, companies, projects } = db.tables
  await lockRowsToChange(db, db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)))
  const [own] = await db
    .select({
      open: sql<number>`coalesce(sum(case when ${table.assetId} is null then 1 else 0 end), 0)`,
      bytes: sql<number>`coalesce(sum(${table.bytes}), 0)`,
    })
    .from(table)
    .where(eq(table.projectId, projectId))
  const [all] = await db
    .select({ bytes: sql<number>`coalesce(sum(${table.bytes}), 0)` })
    .from(table)
    .innerJoin(projects, eq(projects.id, table.projectId))
    .where(and(eq(projects.companyId, companyId), isNull(table.assetId)))
  return { open: Number(own?.open ?? 0), bytes: Number(own?.bytes ?? 0), companyBytes: Number(all?.bytes ?? 0) }
}

/** Uploads of all projects started before the given time, in id order, after an id. */
export async function selectOldUploads(
  db: Db,
  { beforeMs, after, limit }: { beforeMs: number; after: string; limit: number },
): Promise<UploadRow[]> {
  const { assetUploads: table } = db.tables
  const isMeant = and(lt(table.createdAt, beforeMs), gt(table.id, after))
  return db.select().from(table).where(isMeant).orderBy(asc(table.id)).limit(limit)
}

/** Deletes the rows of uploads of any project whose blobs are deleted. */
export async function deleteUploads(db: Db, ids: readonly string[]): Promise<void> {
  const { assetUploads: table } = db.tables
  if (ids.length > 0) await db.delete(table).where(inArray(table.id, [...ids]))
}
