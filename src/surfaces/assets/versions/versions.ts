/** Replaces the file of an asset, restores earlier ones and lists them. Changes require a transaction. */
import { fail } from '../../../kernel/errors/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { isTooLate } from '../../../platform/blobs/index.ts'
import { emit } from '../../../platform/events/index.ts'
import { checkIfMatch, readPage } from '../../../platform/http/index.ts'
import { type Caller, hasScope } from '../../../platform/identity/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { countAssetUsers, requireEditOfAssetUsers } from '../../templates/index.ts'
import { assetKey, assetsSignal, newAssetKey } from '../blob-keys.ts'
import { checkFileName } from '../intake/file-rules.ts'
import { countBytes, requireOwnCapacity } from '../intake/keep-asset.ts'
import type { ReceivedFile } from '../intake/take-file.ts'
import { requireAsset } from '../library.ts'
import { factsOf, pathOf, presentAsset } from '../present.ts'
import { type AssetRow, lockAssets } from '../store.ts'
import type { AssetVersion, AssetVersionPage, ListAssetVersions, ReplacedAsset } from './contract.ts'
import { showAssetJob } from './show-job.ts'
import * as rows from '../version-store.ts'

export interface Replaced {
  row: AssetRow
  replacement: ReplacedAsset['replacement']
  /** False if the asset had a version with these bytes, which is current now. */
  isNew: boolean
}

interface Target {
  id: string
  /** The raw header. */
  ifMatch: string | undefined
}

/**
 * Makes a received file the current version; a version with the same bytes is restored instead. ASSET_NOT_FOUND,
 * PRECONDITION_FAILED, ASSET_TYPE_REFUSED for a file in place of an image or the other way round, PERMISSION_DENIED if a
 * template that the caller may not edit uses the asset, FORBIDDEN without the scope to change templates, LIMIT_REACHED.
 */
export async function replaceFile(
  db: Db,
  caller: Caller,
  { id, ifMatch, taken }: Target & { taken: ReceivedFile },
): Promise<Replaced> {
  // From this age on, `purgeAssets` may treat the bytes as orphaned.
  if (isTooLate(taken.startedAtMs, db.nowMs())) fail('MALFORMED_REQUEST', 'The upload took too long.')
  const row = await lockOne(db, caller, { id, ifMatch })
  if ((row.kind === 'image') !== (taken.facts !== undefined)) failToReplace(row)
  if (row.kind === 'file') checkFileName(row.name)
  const versions = await versionsOf(db, row)
  const same = versions.find(({ contentHash }) => contentHash === taken.sha256)
  if (same !== undefined) return { ...(await show(db, caller, row, { file: same, versions })), isNew: false }
  if (versions.length >= limits.assetVersions)
    fail('LIMIT_REACHED', `An asset is limited to ${limits.assetVersions} versions; upload the file as a new asset.`)
  await countBytes(db, caller.companyId, taken.bytes, { isVersion: true })
  const file: rows.AssetVersionRow = {
    assetId: id,
    version: Math.max(...versions.map(({ version }) => version)) + 1,
    contentHash: taken.sha256,
    blobKey: newAssetKey(taken.id),
    mime: taken.mime,
    bytes: taken.bytes,
    facts: taken.facts === undefined ? null : { ...taken.facts },
    focalX: null,
    focalY: null,
    placeholder: taken.placeholder ?? null,
    authorKind: caller.actor.kind,
    authorId: caller.actor.id,
    authorName: caller.actor.name,
    createdAt: db.nowMs(),
  }
  const replaced = await show(db, caller, row, { file, versions, isNew: true })
  await requireOwnCapacity(db, caller, 0)
  return { ...replaced, isNew: true }
}

/** Makes an earlier version current; of the current one, only its uses are brought up to date. VERSION_NOT_FOUND. */
export async function restoreVersion(
  db: Db,
  caller: Caller,
  { id, ifMatch, version }: Target & { version: string },
): Promise<Replaced> {
  const row = await lockOne(db, caller, { id, ifMatch })
  const versions = await versionsOf(db, row)
  const file = versions.find((each) => String(each.version) === version) ?? fail('VERSION_NOT_FOUND')
  return { ...(await show(db, caller, row, { file, versions })), isNew: false }
}

/** Latest first by default. */
export async function listVersions(
  db: Db,
  caller: Caller,
  { cdnUrl, id, query }: { cdnUrl: string; id: string; query: ListAssetVersions },
): Promise<AssetVersionPage> {
  const row = await requireAsset(db, caller, id)
  const { sort = '-version' } = query
  const { items, page } = await readPage(query, {
    key: `asset versions ${id} ${sort}`,
    read: async ({ after, limit }) => {
      const place = { after: after && Number(after[0]), descending: sort === '-version', limit }
      const found = await rows.selectVersionPage(db, id, place)
      // A file that was never replaced has no row.
      return found.length === 0 && place.after === undefined ? [firstVersion(row)] : found
    },
    positionOf: ({ version }) => [version],
  })
  return { data: items.map((file) => presentVersion(row, file, cdnUrl)), page }
}

async function lockOne(db: Db, caller: Caller, { id, ifMatch }: Target): Promise<AssetRow> {
  if (!isId('asset', id)) fail('ASSET_NOT_FOUND')
  const [row = fail('ASSET_NOT_FOUND')] = await lockAssets(db, caller.projectId, [id])
  checkIfMatch(ifMatch, row.revision)
  return row
}

function failToReplace({ kind, mime }: AssetRow): never {
  const detail =
    kind === 'image'
      ? 'The asset is an image, which emails show: send a PNG, JPEG, GIF, WebP or SVG.'
      : `The asset is a file of type ${mime}, to which emails link: images are uploaded as assets of their own.`
  fail('ASSET_TYPE_REFUSED', detail)
}

async function versionsOf(db: Db, row: AssetRow): Promise<rows.AssetVersionRow[]> {
  const versions = await rows.selectVersions(db, row.id)
  return versions.length === 0 ? [firstVersion(row)] : versions
}

function firstVersion(row: AssetRow): rows.AssetVersionRow {
  const { bytes, contentHash, createdAt, facts, focalX, focalY, id, mime, placeholder, version } = row
  return {
    assetId: id,
    version,
    contentHash,
    blobKey: assetKey(row),
    mime,
    bytes,
    facts,
    focalX,
    focalY,
    placeholder,
    authorKind: row.createdByKind,
    authorId: row.createdById,
    authorName: row.createdByName,
    createdAt,
  }
}

interface Shown {
  file: rows.AssetVersionRow
  versions: readonly rows.AssetVersionRow[]
  isNew?: boolean
}

async function show(
  db: Db,
  caller: Caller,
  row: AssetRow,
  { file, isNew = false, versions }: Shown,
): Promise<Omit<Replaced, 'isNew'>> {
  const users = await countAssetUsers(db, caller.projectId, row.id)
  if (users > 0) {
    if (!hasScope(caller, 'templates:write'))
      fail('FORBIDDEN', 'Templates or modules use the asset; changing them needs the scope templates:write.')
    await requireEditOfAssetUsers(db, caller, [row.id])
  }
  const isOther = file.version !== row.version
  const focal = isOther ? focalAfter(row, file, isNew) : { ...focalColumnsOf(row), state: stateOf(row) }
  const { reason, state, ...columns } = focal
  let saved = row
  if (isOther) {
    if (versions.length === 1 && isNew) for (const first of versions) await rows.insertVersion(db, first)
    await rows.saveFocalPoint(db, row)
    const placed = { ...file, ...columns }
    if (isNew) await rows.insertVersion(db, placed)
    const change = { ...rows.fileColumnsOf(placed), updatedAt: db.nowMs() }
    await rows.updateFile(db, row, change)
    saved = { ...row, ...change, uploadHash: null, revision: row.revision + 1 }
    db.signal(assetsSignal)
    await emitReplaced(db, caller, { before: row, row: saved })
  }
  const { projectId } = caller
  const jobId =
    users === 0 ? null : await enqueue(db, showAssetJob, { payload: { caller, assetId: row.id }, projectId })
  await recordAct(db, caller, ['asset.replaced', row.id], { version: file.version, from: row.version, mime: file.mime })
  return {
    row: saved,
    replacement: {
      from_version: row.version,
      focal_point: state,
      ...(reason === undefined ? {} : { focal_point_reason: reason }),
      job_id: jobId,
    },
  }
}

type FocalColumns = Pick<AssetRow, 'focalX' | 'focalY'>
type FocalState = ReplacedAsset['replacement']['focal_point']

/** Images whose ratios differ by less are cropped at the same point. */
const sameRatio = 0.02

/** A restored version has the focal point that it had. */
function focalAfter(
  row: AssetRow,
  file: rows.AssetVersionRow,
  isNew: boolean,
): FocalColumns & { state: FocalState; reason?: string } {
  if (!isNew) return { ...focalColumnsOf(file), state: stateOf(file) }
  const [before, now] = [factsOf(row), factsOf(file)]
  const state = stateOf(row)
  if (state === 'none' || before === undefined || now === undefined) return { ...noFocal, state: 'none' }
  const factor = (now.width * before.height) / (now.height * before.width)
  if (Math.abs(factor - 1) < sameRatio) return { ...focalColumnsOf(row), state }
  const reason = `The new image has ${now.width} × ${now.height} pixels, another ratio than the ${before.width} × ${before.height} before.`
  return { ...noFocal, state: 'reset', reason }
}

const noFocal = { focalX: null, focalY: null }

function focalColumnsOf({ focalX, focalY }: FocalColumns): FocalColumns {
  return { focalX, focalY }
}

function stateOf({ focalX, focalY }: FocalColumns): FocalState {
  return focalX === null || focalY === null ? 'none' : 'kept'
}

async function emitReplaced(
  db: Db,
  { actor, projectId }: Caller,
  { before, row }: { before: AssetRow; row: AssetRow },
): Promise<void> {
  const { bytes, contentHash, externalId, id, mime, name, version } = row
  await emit(db, 'asset.replaced', {
    projectId,
    data: {
      asset_id: id,
      name,
      external_id: externalId,
      version,
      from_version: before.version,
      mime,
      bytes,
      sha256: contentHash,
      changed_by: { kind: actor.kind, id: actor.id, name: actor.name },
    },
  })
}

/** `cdnUrl` is the public URL of the CDN host. */
export function presentReplaced({ replacement, row }: Replaced, cdnUrl: string): ReplacedAsset {
  return { ...presentAsset(row, cdnUrl), replacement }
}

function presentVersion(row: AssetRow, file: rows.AssetVersionRow, cdnUrl: string): AssetVersion {
  const facts = factsOf(file)
  return {
    version: file.version,
    current: file.version === row.version,
    mime: file.mime,
    bytes: Number(file.bytes),
    sha256: file.contentHash,
    ...(facts === undefined ? {} : { width: facts.width, height: facts.height }),
    url: cdnUrl + pathOf({ ...row, version: file.version }),
    author: { kind: file.authorKind, id: file.authorId, name: file.authorName },
    created_at: new Date(Number(file.createdAt)).toISOString(),
  }
}
