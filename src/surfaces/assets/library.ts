/** Reads, changes and deletes the assets of a project. Changes require a transaction. */
import { isEqual } from '../../email/document/index.ts'
import { type ErrorCode, catalog, fail, refusalOf } from '../../kernel/errors/index.ts'
import { firstId, isId } from '../../kernel/ids/index.ts'
import { recordAct } from '../../platform/audit/index.ts'
import { checkIfMatch, readPage, takeWritable } from '../../platform/http/index.ts'
import { type Caller, reachOf } from '../../platform/identity/index.ts'
import { type Db, searchedWords } from '../../platform/storage/index.ts'
import { countAssetUses, holdExternalId, requireEditOfAssetUsers, requireFreeExternalId } from '../templates/index.ts'
import {
  type AssetUsage,
  type BulkDeleteAssets,
  type BulkDeletedAssets,
  type ListAssets,
  UpdateAsset,
} from './contract.ts'
import { checkFileName } from './intake/file-rules.ts'
import { nameOf, searchable } from './intake/keep-asset.ts'
import { focalColumns, presentAsset } from './present.ts'
import { assetsSignal } from './blob-keys.ts'
import * as rows from './store.ts'
import { selectStored } from './version-store.ts'

/** Assets within the caller's reach. */
export async function listAssets(db: Db, caller: Caller, query: ListAssets) {
  const { projectId } = caller
  const { q, external_id: externalId, metadata, sort = '-created_at', tag, tag_match: match = 'all' } = query
  const { created_since: since, created_until: until } = query
  const filter = {
    kinds: query.kind,
    mimes: query.mime,
    folders: query.folder,
    tags: tag && { values: tag, match },
    sinceId: since === undefined ? undefined : firstId('asset', Date.parse(since)),
    untilId: until === undefined ? undefined : firstId('asset', Date.parse(until)),
    externalId,
    metadata,
    words: q === undefined ? [] : searchedWords(q),
    reach: reachOf(caller),
  }
  const order = { by: sort.endsWith('name') ? 'name' : 'id', descending: sort.startsWith('-') } as const
  return readPage(query, {
    key: JSON.stringify(['assets', projectId, filter, sort]),
    read: ({ after, limit }) => rows.selectAssets(db, projectId, { filter, order, after: after?.map(String), limit }),
    positionOf: ({ id, nameKey }) => (order.by === 'name' ? [nameKey, id] : [id]),
  })
}

/** ASSET_NOT_FOUND for an asset of another project. */
export async function requireAsset(db: Db, caller: Caller, id: string): Promise<rows.AssetRow> {
  const row = isId('asset', id) ? await rows.selectAsset(db, caller.projectId, id) : undefined
  return row ?? fail('ASSET_NOT_FOUND')
}

/**
 * An asset of the caller's project, whose bytes are public by id; for assets outside of the caller's library without the
 * name that another user gave it. ASSET_NOT_FOUND for an asset of another project.
 */
export async function requirePublicAsset(db: Db, caller: Caller, id: string): Promise<rows.AssetRow> {
  const row = await requireAsset(db, caller, id)
  return (await rows.isAssetWithin(db, row, reachOf(caller))) ? row : { ...row, name: 'image' }
}

/**
 * Changes the metadata of an asset, never its bytes. PRECONDITION_FAILED if If-Match quotes another revision,
 * EXTERNAL_ID_TAKEN.
 */
export async function updateAsset(
  db: Db,
  caller: Caller,
  { id, body: given, ifMatch }: { id: string; body: UpdateAsset; ifMatch: string | undefined },
): Promise<rows.AssetRow> {
  if (!isId('asset', id)) fail('ASSET_NOT_FOUND')
  await holdExternalId(db, caller, 'asset', given.external_id)
  const [row = fail('ASSET_NOT_FOUND')] = await rows.lockAssets(db, caller.projectId, [id])
  checkIfMatch(ifMatch, row.revision)
  // The URL is ignored, so it does not matter that it has no host here.
  const body = await takeWritable(UpdateAsset, given, () => presentAsset(row, ''))
  const said = {
    name: body.name === undefined ? row.name : nameOf(body.name),
    alt: body.alt === undefined ? row.alt : body.alt,
    tags: body.tags ?? row.tags,
  }
  if (row.kind === 'file' && said.name !== row.name) checkFileName(said.name)
  const externalId = body.external_id === undefined ? row.externalId : body.external_id
  if (externalId !== row.externalId) await requireFreeExternalId(db, caller, 'asset', { externalId, self: id })
  const change = {
    ...said,
    externalId,
    metadata: body.metadata ?? row.metadata,
    ...searchable(said),
    folder: body.folder === undefined ? row.folder : body.folder,
    ...(body.focal_point === undefined ? {} : focalColumns(body.focal_point)),
  }
  const changed = Object.keys(body).filter((name) => isChanged(row, change, name))
  if (changed.length === 0) return row
  const saved = { ...row, ...change, revision: row.revision + 1, updatedAt: db.nowMs() }
  await rows.updateAsset(db, caller.projectId, id, saved)
  db.signal(assetsSignal)
  await recordAct(db, caller, ['asset.updated', id], { revision: saved.revision, changed })
  return saved
}

const columnsOf: Record<string, readonly (keyof rows.AssetRow)[]> = {
  external_id: ['externalId'],
  focal_point: ['focalX', 'focalY'],
}

function isChanged(row: rows.AssetRow, change: Partial<rows.AssetRow>, member: string): boolean {
  const columns = columnsOf[member] ?? [member as keyof rows.AssetRow]
  return columns.some((column) => !isEqual(change[column], row[column]))
}

/** Totals over all assets of the caller's company, and the limits of its plan. */
export async function readUsage(db: Db, { companyId }: Caller): Promise<AssetUsage> {
  const { bytes, count } = await rows.selectTotals(db, companyId)
  const { plan, bytes: limit } = await rows.selectUsage(db, companyId)
  const remaining = limit === null ? null : Math.max(0, limit - bytes)
  return { bytes, count, limit_bytes: limit, remaining_bytes: remaining, plan }
}

export interface AssetDeletion {
  force: boolean
  /** The raw header. */
  ifMatch?: string | undefined
}

/**
 * Deletes one asset. PRECONDITION_FAILED, ASSET_IN_USE, with the number of `templates` and `modules` that use it, unless forced; then
 * PERMISSION_DENIED if a template that the caller may not edit uses it. Returns the blob keys; the caller must delete the
 * bytes once the transaction is durable.
 */
export async function deleteAsset(
  db: Db,
  caller: Caller,
  id: string,
  { force, ifMatch }: AssetDeletion,
): Promise<string[]> {
  const [row = fail('ASSET_NOT_FOUND')] = isId('asset', id) ? await rows.lockAssets(db, caller.projectId, [id]) : []
  checkIfMatch(ifMatch, row.revision)
  const uses = (await countAssetUses(db, caller.projectId, [id])).get(id)
  if (uses !== undefined && !force) {
    fail('ASSET_IN_USE', {
      detail: `The asset is used by ${usersIn(uses)}; force=true deletes it anyway.`,
      extra: uses,
    })
  }
  if (uses !== undefined) await requireEditOfAssetUsers(db, caller, [id])
  return erase(db, caller, [row])
}

function usersIn(uses: { templates: number; modules: number }): string {
  const kinds = [
    [uses.templates, 'template'],
    [uses.modules, 'module'],
  ] as const
  const counted = kinds.map(([count, noun]) => (count === 0 ? [] : `${count} ${noun}${count === 1 ? '' : 's'}`))
  return counted.flat().join(' and ')
}

/** Deletes many assets, each independently. Returns the results, and the keys of the blobs that must be deleted. */
export async function deleteAssets(
  db: Db,
  caller: Caller,
  { ids, force = false }: BulkDeleteAssets,
): Promise<{ answer: BulkDeletedAssets; released: string[] }> {
  const wanted = [...new Set(ids)].filter((id) => isId('asset', id)).toSorted()
  const found = new Map((await rows.lockAssets(db, caller.projectId, wanted)).map((row) => [row.id, row]))
  const uses = force ? new Map() : await countAssetUses(db, caller.projectId, [...found.keys()])
  const unused = [...found.keys()].filter((id) => !uses.has(id))
  const refused = force ? await refusedOf(db, caller, unused) : new Set<string>()
  const free = [...found.values()].filter(({ id }) => !uses.has(id) && !refused.has(id))
  const released = await erase(db, caller, free)
  const refusal = (id: string): ErrorCode | undefined => {
    if (!found.has(id)) return 'ASSET_NOT_FOUND'
    if (refused.has(id)) return 'PERMISSION_DENIED'
    return uses.has(id) ? 'ASSET_IN_USE' : undefined
  }
  const results = ids.map((id) => {
    const code = refusal(id)
    return code === undefined ? { id, ok: true } : { id, ok: false, error: { code, message: catalog[code].message } }
  })
  return { answer: { results }, released }
}

/** Those of the assets that are used by templates which the caller may not edit. */
async function refusedOf(db: Db, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  const isRefused = async (some: readonly string[]) =>
    (await refusalOf(() => requireEditOfAssetUsers(db, caller, some))) !== undefined
  const refused = new Set<string>()
  if (!(await isRefused(ids))) return refused
  for (const id of ids) if (await isRefused([id])) refused.add(id)
  return refused
}

async function erase(db: Db, caller: Caller, found: readonly rows.AssetRow[]): Promise<string[]> {
  if (found.length === 0) return []
  const { bytes, keys } = await selectStored(db, found)
  await rows.deleteAssets(
    db,
    caller.projectId,
    found.map(({ id }) => id),
  )
  await rows.takeFromTotals(db, caller.companyId, { bytes, count: found.length })
  db.signal(assetsSignal)
  for (const { id, name } of found) await recordAct(db, caller, ['asset.deleted', id], { name })
  return keys
}
