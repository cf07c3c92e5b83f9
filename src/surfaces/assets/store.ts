/** The SQL of assets and of what they take together. */
import { type SQL, and, asc, eq, gt, gte, inArray, isNull, like, lt, or, sql } from 'drizzle-orm'
import { demoCompanyId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type Reach, sharedLibrary } from '../../platform/identity/index.ts'
import {
  type Db,
  type Tables,
  advisoryLock,
  lockRows,
  lockRowsToChange,
  prepared,
} from '../../platform/storage/index.ts'
import { assetFolder, assetKey } from './blob-keys.ts'

export type AssetRow = Tables['assets']['$inferSelect']

/** Adds an asset unless its library holds the same bytes; answers the one it has then. */
export async function insertAsset(db: Db, row: AssetRow): Promise<AssetRow> {
  const { assets } = db.tables
  const [made] = await db
    .insert(assets)
    .values(row)
    .onConflictDoNothing({ target: [assets.projectId, assets.contentHash, assets.library] })
    .returning()
  if (made !== undefined) return made
  return (await selectAssetWith(db, row)) ?? insertAsset(db, row)
}

/** The asset of a library whose bytes have this hash. */
export async function selectAssetWith(
  db: Db,
  { projectId, library, contentHash }: Pick<AssetRow, 'projectId' | 'library' | 'contentHash'>,
): Promise<AssetRow | undefined> {
  const { assets } = db.tables
  const isIt = and(eq(assets.projectId, projectId), eq(assets.library, library), eq(assets.contentHash, contentHash))
  return (await db.select().from(assets).where(isIt))[0]
}

/** The oldest asset of the project with this hash that is within reach, whichever its library. */
export async function selectReachableWith(
  db: Db,
  projectId: string,
  { contentHash, reach }: { contentHash: string; reach: Reach | undefined },
): Promise<AssetRow | undefined> {
  const { assets } = db.tables
  const isIt = and(eq(assets.projectId, projectId), eq(assets.contentHash, contentHash), isReachable(db, reach))
  return (await db.select().from(assets).where(isIt).orderBy(assets.id).limit(1))[0]
}

/** True if an asset of the project is within reach. */
export async function isAssetWithin(db: Db, { id, projectId }: AssetRow, reach: Reach | undefined): Promise<boolean> {
  const { assets } = db.tables
  const isIt = and(eq(assets.projectId, projectId), eq(assets.id, id), isReachable(db, reach))
  return (await db.select({ id: assets.id }).from(assets).where(isIt)).length > 0
}

/** Assets that an end user has uploaded, and their bytes: all of them, or those since a moment with the first of them. */
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

/** Makes uploads of one end user wait for each other until the transaction ends, so that they are counted one by one. */
export async function lockUploads(db: Db, projectId: string, userId: string): Promise<void> {
  await advisoryLock(db, `uploads ${projectId} ${userId}`)
}

// Shared is what API keys and accounts uploaded outside of folders: a folder may be one customer's.
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

/** An asset of the project. */
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

/** An asset of whichever project, for the public address that names it. */
export async function selectPublicAsset(db: Db, id: string): Promise<AssetRow | undefined> {
  return (await byId(db, { id }))[0]
}

/** The projects of assets, by their ids; one that does not exist has no entry. */
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

/** Ids of assets that users of a project uploaded before a moment, oldest first. */
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

/** Assets of the project, locked in the order of their ids until the transaction ends. */
export async function lockAssets(db: Db, projectId: string, ids: readonly string[]): Promise<AssetRow[]> {
  if (ids.length === 0) return []
  const { assets } = db.tables
  const isOne = and(eq(assets.projectId, projectId), inArray(assets.id, [...ids]))
  return lockRows(db, db.select().from(assets).where(isOne).orderBy(assets.id))
}

/** Changes an asset of the project. */
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

/** Takes assets of the project away. */
export async function deleteAssets(db: Db, projectId: string, ids: readonly string[]): Promise<void> {
  const { assets, settings } = db.tables
  await db.delete(assets).where(and(eq(assets.projectId, projectId), inArray(assets.id, [...ids])))
  await db.delete(settings).where(inArray(settings.key, ids.map(queriesKey)))
}

function queriesKey(id: string): string {
  return `image_queries.${id}`
}

/** The transformations of an asset that are kept. */
export async function selectKeptQueries(db: Db, id: string): Promise<unknown> {
  const { settings } = db.tables
  const found = await db
    .select()
    .from(settings)
    .where(eq(settings.key, queriesKey(id)))
  return found[0]?.value
}

/** Keeps an asset from being changed or deleted until the transaction ends; false where it is gone. */
export async function lockAsset(db: Db, id: string): Promise<boolean> {
  const { assets } = db.tables
  return (await lockRows(db, db.select({ id: assets.id }).from(assets).where(eq(assets.id, id)))).length > 0
}

/** Keeps transformations of an asset in place of those before. */
export async function saveKeptQueries(db: Db, id: string, value: unknown): Promise<void> {
  const { settings } = db.tables
  const row = { key: queriesKey(id), value }
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: { value } })
}

export interface AssetFilter {
  kind?: string | undefined
  mime?: string | undefined
  /** It, or what is below it. */
  folder?: string | undefined
  tag?: string | undefined
  /** Folded words that all have to occur. */
  words: readonly string[]
  reach: Reach | undefined
}

export interface AssetOrder {
  by: 'id' | 'name'
  isDescending: boolean
}

/** A page of the project's assets behind a position: the folded name, where they are in its order, and the id. */
export async function selectAssets(
  db: Db,
  projectId: string,
  page: { filter: AssetFilter; order: AssetOrder; after: readonly string[] | undefined; limit: number },
): Promise<AssetRow[]> {
  const { assets } = db.tables
  const { filter, order, after } = page
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const place =
    order.by === 'name'
      ? sql`${assets.nameKey} ${direction}, ${assets.id} ${direction}`
      : sql`${assets.id} ${direction}`
  const isListed = and(
    eq(assets.projectId, projectId),
    filter.kind === undefined ? undefined : eq(assets.kind, filter.kind as AssetRow['kind']),
    filter.mime === undefined ? undefined : eq(assets.mime, filter.mime),
    filter.folder === undefined ? undefined : isInFolder(assets.folder, filter.folder),
    isReachable(db, filter.reach),
    filter.tag === undefined ? undefined : hasTag(db, filter.tag),
    ...filter.words.map((word) => sql`${assets.words} like ${`%${escaped(word)}%`} escape '\\'`),
    after === undefined ? undefined : isBehind(db, order, after),
  )
  return db.select().from(assets).where(isListed).orderBy(place).limit(page.limit)
}

function isBehind({ tables: { assets } }: Db, { by, isDescending }: AssetOrder, after: readonly string[]): SQL {
  const sign = isDescending ? sql`<` : sql`>`
  const [first = '', second = ''] = after
  return by === 'id'
    ? sql`${assets.id} ${sign} ${first}`
    : sql`(${assets.nameKey}, ${assets.id}) ${sign} (${first}, ${second})`
}

function hasTag(db: Db, tag: string): SQL {
  const { tags } = db.tables.assets
  return db.dialect === 'postgres'
    ? sql`${tags} @> ${JSON.stringify([tag])}::text::jsonb`
    : sql`exists (select 1 from json_each(${tags}) where value = ${tag})`
}

// Not `like`, which is blind to case on SQLite alone.
function startsWith(column: SQL | Tables['assets']['folder'], text: string): SQL {
  return sql`substr(${column}, 1, ${[...text].length}) = ${text}`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Bytes of all assets of a project. */
export async function sumBytes(db: Db, projectId: string): Promise<number> {
  const { assets } = db.tables
  const [row] = await db
    .select({ bytes: sql<number | string | null>`sum(${assets.bytes})` })
    .from(assets)
    .where(eq(assets.projectId, projectId))
  return Number(row?.bytes ?? 0)
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
 * Adds to what a company takes unless it would exceed the limit; false then. The row is locked until the transaction
 * ends, so that of many at once no two take the same room.
 */
export async function addToTotals(
  db: Db,
  companyId: string,
  { bytes, room }: { bytes: number; room: Pick<AssetUsage, 'bytes' | 'count'> },
): Promise<boolean> {
  const { assetTotals: table } = db.tables
  await db.insert(table).values({ companyId, bytes: 0, count: 0 }).onConflictDoNothing()
  const fits = and(
    room.bytes === null ? undefined : sql`${table.bytes} + ${bytes} <= ${room.bytes}`,
    room.count === null ? undefined : lt(table.count, room.count),
  )
  const changed = await db
    .update(table)
    .set({ bytes: sql`${table.bytes} + ${bytes}`, count: sql`${table.count} + 1` })
    .where(and(eq(table.companyId, companyId), fits))
    .returning({ bytes: table.bytes })
  return changed.length > 0
}

/** Takes from what a company takes. */
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

/** What the assets of a company may take together; null is unlimited. */
export interface AssetUsage {
  plan: Tables['companies']['$inferSelect']['plan']
  bytes: number | null
  /** Number of assets. */
  count: number | null
}

/** What the plan of a company allows, or the limits of the editor demo. */
export async function selectUsage(db: Db, companyId: string): Promise<AssetUsage> {
  const plan = await selectPlan(db, companyId)
  if (companyId === demoCompanyId) return { plan, bytes: limits.demoAssetBytes, count: limits.demoAssets }
  return { plan, bytes: limits.assetBytes[plan], count: null }
}

/** The plan of a company. */
async function selectPlan(db: Db, companyId: string): Promise<Tables['companies']['$inferSelect']['plan']> {
  const { companies } = db.tables
  const [row] = await db.select({ plan: companies.plan }).from(companies).where(eq(companies.id, companyId))
  return row?.plan ?? 'free'
}

/** Those of these ids that are assets of any project. */
export async function selectKnownIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { assets } = db.tables
  const rows = await db
    .select({ id: assets.id })
    .from(assets)
    .where(inArray(assets.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** Those of these keys under which the bytes of assets of any project are. */
export async function selectNamedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { assets } = db.tables
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
  return new Set([...own, ...restored].map(assetKey))
}

/** Gives an asset the bytes under another key, unless it has others than it had by now; false then. */
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

/** Bytes of the assets with these ids, of whichever project: their addresses are public. */
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

/** An upload that the project began, unless its bytes were collected. */
export async function selectUpload(db: Db, projectId: string, id: string): Promise<UploadRow | undefined> {
  const { assetUploads: table } = db.tables
  const isOne = and(eq(table.projectId, projectId), eq(table.id, id))
  return (await db.select().from(table).where(isOne))[0]
}

/** Adds an upload. */
export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insert(db.tables.assetUploads).values(row)
}

/** Notes which asset an upload became. */
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
 * What uploads take: those of the project that are not completed, bytes of all of the project, and bytes of those of the
 * company that are not completed. Locks the company, so that parallel calls count one after the other.
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

/** Uploads of all projects that were begun before a moment, in the order of their ids, those after an id. */
export async function selectOldUploads(
  db: Db,
  { beforeMs, after, limit }: { beforeMs: number; after: string; limit: number },
): Promise<UploadRow[]> {
  const { assetUploads: table } = db.tables
  const isMeant = and(lt(table.createdAt, beforeMs), gt(table.id, after))
  return db.select().from(table).where(isMeant).orderBy(asc(table.id)).limit(limit)
}

/** Forgets uploads whose bytes are gone, of whichever project. */
export async function deleteUploads(db: Db, ids: readonly string[]): Promise<void> {
  const { assetUploads: table } = db.tables
  if (ids.length > 0) await db.delete(table).where(inArray(table.id, [...ids]))
}
