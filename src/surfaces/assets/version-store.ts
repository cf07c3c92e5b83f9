/** Versions of the files of assets. */
import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Tables } from '../../platform/storage/index.ts'
import { assetKey } from './blob-keys.ts'
import { type AssetRow, selectPublicAsset } from './store.ts'

export type AssetVersionRow = Tables['assetVersions']['$inferSelect']

/** Columns of an asset that its file determines. */
export type FileColumns = Pick<
  AssetRow,
  'version' | 'contentHash' | 'blobKey' | 'mime' | 'bytes' | 'facts' | 'focalX' | 'focalY' | 'placeholder'
>

/** All stored versions in ascending order; none while the file was never replaced. */
export async function selectVersions(db: Db, assetId: string): Promise<AssetVersionRow[]> {
  const { assetVersions: table } = db.tables
  return db.select().from(table).where(eq(table.assetId, assetId)).orderBy(asc(table.version))
}

/** One page of `selectVersions`, after a version. */
export async function selectVersionPage(
  db: Db,
  assetId: string,
  { after, descending, limit }: { after: number | undefined; descending: boolean; limit: number },
): Promise<AssetVersionRow[]> {
  const { assetVersions: table } = db.tables
  const isBehind = descending ? lt : gt
  const isOne = and(eq(table.assetId, assetId), after === undefined ? undefined : isBehind(table.version, after))
  const order = descending ? desc(table.version) : asc(table.version)
  return db.select().from(table).where(isOne).orderBy(order).limit(limit)
}

export async function insertVersion(db: Db, row: AssetVersionRow): Promise<void> {
  await db.insert(db.tables.assetVersions).values(row)
}

/** Stores the focal point that an asset had while a version was current. */
export async function saveFocalPoint(
  db: Db,
  { focalX, focalY, id, version }: Pick<AssetRow, 'id' | 'version' | 'focalX' | 'focalY'>,
): Promise<void> {
  const { assetVersions: table } = db.tables
  await db
    .update(table)
    .set({ focalX, focalY })
    .where(and(eq(table.assetId, id), eq(table.version, version)))
}

/** An asset of any project with the file of one version, for public URLs. */
export async function selectPublicVersion(db: Db, id: string, version: number): Promise<AssetRow | undefined> {
  const row = await selectPublicAsset(db, id)
  if (row === undefined || row.version === version) return row
  const { assetVersions: table } = db.tables
  const isOne = and(eq(table.assetId, id), eq(table.version, version))
  const [file] = await db.select().from(table).where(isOne)
  return file && { ...row, ...fileColumnsOf(file) }
}

export function fileColumnsOf(file: AssetVersionRow): FileColumns {
  const { blobKey, bytes, contentHash, facts, focalX, focalY, mime, placeholder, version } = file
  return { blobKey, bytes, contentHash, facts, focalX, focalY, mime, placeholder, version }
}

/** Bytes of these assets with all versions, and the keys of their blobs. */
export async function selectStored(db: Db, assets: readonly AssetRow[]): Promise<{ bytes: number; keys: string[] }> {
  const { assetVersions: table } = db.tables
  const current = new Map(assets.map((row) => [row.id, row]))
  let bytes = assets.reduce((sum, row) => sum + row.bytes, 0)
  const keys = new Set(assets.map(assetKey))
  if (assets.length === 0) return { bytes, keys: [] }
  const versions = await db
    .select({ id: table.assetId, version: table.version, bytes: table.bytes, blobKey: table.blobKey })
    .from(table)
    .where(inArray(table.assetId, [...current.keys()]))
  for (const row of versions) {
    keys.add(row.blobKey)
    if (current.get(row.id)?.version !== row.version) bytes += Number(row.bytes)
  }
  return { bytes, keys: [...keys] }
}

/** Width and height of the images of all versions, as they are displayed; files that are not images have no entry. */
export async function selectSizes(db: Db, assetId: string): Promise<Map<number, { width: number; height: number }>> {
  const sizes = new Map<number, { width: number; height: number }>()
  for (const { facts, version } of await selectVersions(db, assetId)) {
    const { height, width } = (facts ?? {}) as { width?: number; height?: number }
    if (width !== undefined && height !== undefined) sizes.set(version, { width, height })
  }
  return sizes
}

/** Changes the file of an asset. */
export async function updateFile(
  db: Db,
  { id, projectId }: Pick<AssetRow, 'id' | 'projectId'>,
  file: FileColumns & { updatedAt: number },
): Promise<void> {
  const { assets } = db.tables
  await db
    .update(assets)
    .set({ ...file, uploadHash: null, revision: sql`${assets.revision} + 1` })
    .where(and(eq(assets.projectId, projectId), eq(assets.id, id)))
}
