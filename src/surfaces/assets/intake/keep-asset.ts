/** Turns a received file into an asset: counts it against the quota and writes it in one transaction, or drops it. */
import { fileName } from '../../../email/formats/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { type Blobs, discardOwn, isTooLate } from '../../../platform/blobs/index.ts'
import { type Caller, libraryOf, reachOf } from '../../../platform/identity/index.ts'
import { holdExternalId, requireFreeExternalId } from '../../templates/index.ts'
import { type Db, type Store, foldCase, foldForSearch } from '../../../platform/storage/index.ts'
import type { Described } from '../contract.ts'
import { assetKey, assetsSignal, newAssetKey } from '../blob-keys.ts'
import * as rows from '../store.ts'
import { checkFileName } from './file-rules.ts'
import type { ReceivedFile } from './take-file.ts'
import { checkUploadQuota } from './upload-quota.ts'

/** `isNew` is false if the project already had an asset with the same bytes. */
export interface KeptAsset {
  row: rows.AssetRow
  isNew: boolean
}

export interface NewAsset {
  caller: Caller
  taken: ReceivedFile
  described: Described & { name: string }
}

/**
 * Creates an asset from the file, or returns the one of the library with the same bytes, which gets the bytes of this file
 * if its own are missing. `transact` runs the write in its own transaction or not at all. The stored bytes are deleted if
 * certainly no row refers to them; after a commit with an unknown outcome they are left to `purgeAssets`. LIMIT_REACHED if
 * the plan has no capacity, and the errors of `checkUploadQuota`.
 */
export async function keepAsset<T>(
  { store, blobs }: { store: Store; blobs: Blobs },
  asset: NewAsset,
  transact: (write: (db: Db) => Promise<KeptAsset>) => Promise<T>,
): Promise<T> {
  const { taken } = asset
  let mayBeCommitted = false
  let known: rows.AssetRow | undefined
  try {
    const answer = await transact(async (db) => {
      mayBeCommitted = false
      const kept = await addAsset(db, asset)
      mayBeCommitted = kept.isNew
      known = kept.row
      return kept
    })
    if (mayBeCommitted) return answer
    const missed = await findMissing({ store, blobs }, asset, known)
    if (missed === undefined) return answer
    mayBeCommitted = true
    mayBeCommitted = await store.tx(async (db) => {
      const isReplaced = await rows.replaceBlob(db, missed, newAssetKey(taken.id))
      if (isReplaced) db.signal(assetsSignal)
      return isReplaced
    })
    return answer
  } finally {
    if (!mayBeCommitted) await dropFile(blobs, taken)
  }
}

/** The library's existing asset, if its bytes are missing or truncated. */
async function findMissing(
  { store, blobs }: { store: Store; blobs: Blobs },
  { caller, taken }: NewAsset,
  row: rows.AssetRow | undefined,
): Promise<rows.AssetRow | undefined> {
  const place = { projectId: caller.projectId, library: libraryOf(caller), contentHash: taken.sha256 }
  const known = row ?? (await rows.selectAssetWith(store.read, place))
  if (known === undefined || known.id === taken.id) return undefined
  return (await blobs.size(assetKey(known))) === taken.bytes ? undefined : known
}

/** Deletes the stored bytes of a file that does not become an asset. */
export async function dropFile(blobs: Blobs, { id }: ReceivedFile): Promise<void> {
  await discardOwn(blobs, [newAssetKey(id)])
}

async function addAsset(db: Db, { caller, taken, described }: NewAsset): Promise<KeptAsset> {
  const { companyId, projectId, actor } = caller
  const nowMs = db.nowMs()
  // From this age on, `purgeAssets` may treat the bytes as orphaned.
  if (isTooLate(taken.startedAtMs, nowMs)) fail('MALFORMED_REQUEST', 'The upload took too long.')
  const folder = folderOf(caller, described.folder)
  const { external_id: externalId = null, metadata = {} } = described
  await holdExternalId(db, caller, 'asset', externalId)
  const known = await findKnown(db, caller, { taken, externalId })
  if (known !== undefined) return { row: known, isNew: false }
  await checkUploadQuota(db, caller, taken.bytes)
  const name = nameFor(caller, nameOf(described.name), taken)
  if (taken.facts === undefined) checkFileName(name)
  await requireFreeExternalId(db, caller, 'asset', { externalId })
  const given = { name, alt: described.alt ?? null, tags: described.tags ?? [] }
  const row = await rows.insertAsset(db, {
    id: taken.id,
    projectId,
    library: libraryOf(caller),
    emailId: caller.endUser?.emailId ?? null,
    contentHash: taken.sha256,
    uploadHash: taken.sha256,
    version: 1,
    blobKey: null,
    mime: taken.mime,
    kind: taken.facts === undefined ? 'file' : 'image',
    bytes: taken.bytes,
    ...given,
    ...searchable(given),
    folder,
    facts: taken.facts === undefined ? null : { ...taken.facts },
    focalX: null,
    focalY: null,
    placeholder: taken.placeholder ?? null,
    externalId,
    metadata,
    revision: 1,
    createdByKind: actor.kind,
    createdById: actor.id,
    createdByName: actor.name,
    createdAt: nowMs,
    updatedAt: nowMs,
  })
  if (row.id !== taken.id) return { row, isNew: false }
  await countBytes(db, companyId, taken.bytes)
  await requireOwnCapacity(db, caller, 0)
  await recordAct(db, caller, ['asset.created', row.id], { name, mime: row.mime, bytes: row.bytes })
  return { row, isNew: true }
}

/**
 * For end users: an asset within reach with the same bytes. For other callers that give an external id, which a repeated
 * upload may already have set: the asset of the library with the same bytes. Otherwise the insertion finds it.
 */
async function findKnown(
  db: Db,
  caller: Caller,
  { taken, externalId }: { taken: ReceivedFile; externalId: string | null },
): Promise<rows.AssetRow | undefined> {
  const { projectId } = caller
  if (caller.endUser === undefined) {
    if (externalId === null) return undefined
    return rows.selectAssetWith(db, { projectId, library: libraryOf(caller), contentHash: taken.sha256 })
  }
  await rows.lockUploads(db, projectId, caller.actor.id)
  const wanted = { contentHash: taken.sha256, reach: reachOf(caller) }
  return rows.selectReachableWith(db, projectId, wanted)
}

/**
 * API callers, and end users with the library of the project, may choose any folder. Other end users upload into the folder
 * of their token or its subfolders, or into none.
 */
function folderOf({ endUser }: Caller, given: string | undefined): string | null {
  if (endUser === undefined || endUser.library.kind === 'project') return given ?? null
  const own = endUser.library.kind === 'folder' ? endUser.library.folder : null
  if (given === undefined || given === own || (own !== null && given.startsWith(`${own}/`))) return given ?? own
  const message = own === null ? 'Omit it: the token has no folder.' : `The token is limited to the folder ${own}.`
  fail('VALIDATION_FAILED', { issues: [{ path: '/folder', message }] })
}

const imageExtension = { jpeg: /\.(jpe?g|jfif)$/i, png: /\.a?png$/i, gif: /\.gif$/i, webp: /\.webp$/i, svg: /\.svg$/i }

/**
 * The name of an end user's image gets the extension of its format, so that no URL on the CDN host ends like that of an
 * executable.
 */
function nameFor({ endUser }: Caller, name: string, { facts }: ReceivedFile): string {
  if (endUser === undefined || facts === undefined || imageExtension[facts.format].test(name)) return name
  const extension = facts.format === 'jpeg' ? '.jpg' : `.${facts.format}`
  return [...name].slice(0, limits.nameLength - extension.length).join('') + extension
}

/** Fails with LIMIT_REACHED if the plan of the company has no capacity for these bytes in addition to its assets. */
export async function requireCapacity(db: Db, companyId: string, bytes: number): Promise<void> {
  const room = await rows.selectUsage(db, companyId)
  const { bytes: used } = await rows.selectTotals(db, companyId)
  if (room.bytes === null || used + bytes <= room.bytes) return
  fail('LIMIT_REACHED', `${wordsOf(room)} for assets; ${used} are in use, and open uploads take ${bytes}.`)
}

/**
 * Fails with LIMIT_REACHED when a limit that the project has set for itself has no space for so many bytes beside its assets.
 * Of parallel calls of a company each sees what the one before has added, for its total or the company is locked.
 */
export async function requireOwnCapacity(
  db: Db,
  { projectId, limits: own }: Pick<Caller, 'projectId' | 'limits'>,
  bytes: number,
): Promise<void> {
  if (own?.assetBytes === undefined) return
  const used = await rows.sumBytes(db, projectId)
  if (used + bytes <= own.assetBytes) return
  const detail = `The project is limited to ${own.assetBytes} bytes of assets (limits.asset_bytes); with this file it would have ${used + bytes}.`
  fail('LIMIT_REACHED', detail)
}

/** Adds a file, or another version of one, to the totals of the company. LIMIT_REACHED if its plan has no capacity. */
export async function countBytes(
  db: Db,
  companyId: string,
  bytes: number,
  { isVersion = false }: { isVersion?: boolean } = {},
): Promise<void> {
  const room = await rows.selectUsage(db, companyId)
  if (await rows.addToTotals(db, companyId, { bytes, count: isVersion ? 0 : 1, room })) return
  const { bytes: used, count: files } = await rows.selectTotals(db, companyId)
  if (!isVersion && room.count !== null && files >= room.count)
    fail('LIMIT_REACHED', `The editor demo is limited to ${room.count} files.`)
  fail('LIMIT_REACHED', `${wordsOf(room)} for assets; ${used} are in use, and the file has ${bytes}.`)
}

function wordsOf({ plan, bytes, count: files }: rows.AssetUsage): string {
  return files === null ? `The plan ${plan} has ${bytes} bytes` : `The editor demo has ${bytes} bytes`
}

/** The last segment of a path that a client may have sent, as a file name that is valid on every system. */
export function nameOf(given: string): string {
  const last = given.split(/[\\/]/).findLast((part) => part.trim() !== '') ?? ''
  const cleaned = fileName(last.replace(/^\.+/, ''), '', 'file')
  return [...cleaned].slice(-limits.nameLength).join('')
}

export function searchable({ name, alt, tags }: { name: string; alt: string | null; tags: readonly string[] }) {
  return { nameKey: foldCase(name), words: foldForSearch([name, alt ?? '', ...tags].join(' ')) }
}
