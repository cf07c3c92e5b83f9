import { fail } from '../../kernel/errors/index.ts'
import { firstId, isId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type Blobs, collectReleased, collectUnnamed, evictCached } from '../../platform/blobs/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import type { WorkerPool } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Send } from '../../platform/net/index.ts'
import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import { type WorkContext, createScheduler } from '../../platform/scheduling/index.ts'
import type { Asset, BulkDeleteAssets, BulkDeletedAssets, Described } from './contract.ts'
import type { CompleteUpload, ImportAsset } from './intake/contract.ts'
import { fetchFile } from './intake/fetch-file.ts'
import { type KeptAsset, dropFile, keepAsset } from './intake/keep-asset.ts'
import { storeImage } from './intake/store-image.ts'
import { type ReceivedFile, takeFile } from './intake/take-file.ts'
import { checkUploadQuota } from './intake/upload-quota.ts'
import { createUploads, noneNamed, purgeUploads } from './intake/uploads.ts'
import { type AssetDeletion, deleteAsset, deleteAssets } from './library.ts'
import { assetFolder, incomingFolder, variantFolder } from './blob-keys.ts'
import { presentAsset } from './present.ts'
import { selectKnownIds, selectNamedKeys } from './store.ts'
import type { ReplacedAsset } from './versions/contract.ts'
import { presentReplaced, replaceFile } from './versions/versions.ts'

export interface AssetDeps {
  store: Store
  blobs: Blobs
  workers: WorkerPool
  send: Send
  log: Log
  metrics: Metrics
  /** Public URL of the CDN host. */
  cdnUrl: string
}

/** `isNew` is false if the project already had an asset with the same bytes. */
export interface SentAsset {
  asset: Asset
  isNew: boolean
}

/** Runs `write` in a transaction of its own, unless a repeated request already has a response. */
export type Transact = (write: (db: Db) => Promise<SentAsset>, bodyHash: string) => Promise<SentAsset>

/** The caller and the scheduling context of the inspection. */
export interface Submitter {
  caller: Caller
  work: WorkContext
}

/** Maximum number of images in memory during inspection, each up to `limits.imageBytes`. */
const inspectionsAtOnce = 4

export type Assets = ReturnType<typeof createAssets>

/** Operations on the bytes of assets; metadata is handled in library.ts. */
export function createAssets({ store, blobs, workers, send, log, metrics, cdnUrl }: AssetDeps) {
  const nowMs = () => store.read.nowMs()
  const inspections = createScheduler({ name: 'image_inspections', slots: inspectionsAtOnce })
  inspections.measure(metrics)
  const intakeFor = (work: WorkContext) => ({ blobs, nowMs, workers: workers.forCaller(work), inspections })
  const uploads = createUploads({ store, blobs, log })
  const present = ({ row, isNew }: KeptAsset): SentAsset => ({ asset: presentAsset(row, cdnUrl), isNew })

  function keep(
    caller: Caller,
    { taken, described }: { taken: ReceivedFile; described: Described & { name: string } },
    transact: Transact,
  ): Promise<SentAsset> {
    const bodyHash = bodyHashOf(taken.sha256, described)
    return keepAsset({ store, blobs }, { caller, taken, described }, (write) =>
      transact(async (db) => present(await write(db)), bodyHash),
    )
  }

  async function removeBytes(released: readonly string[]): Promise<void> {
    for (const key of released) {
      try {
        await collectReleased(blobs, [key], { named: (keys) => selectNamedKeys(store.read, keys) })
      } catch (error) {
        // Not a failure of the request: the asset is deleted, and the collector deletes its bytes later.
        log.warn('deleting the bytes of an asset failed; the collector retries', { blob: key, error })
      }
    }
  }

  return {
    /**
     * Streams a file into storage and inspects it; the caller must then call `keep` or `drop`. Fails like `takeFile`, and
     * like `checkUploadQuota` before a byte is stored.
     */
    async take(caller: Caller, parts: AsyncIterable<Uint8Array>, work: WorkContext): Promise<ReceivedFile> {
      await checkUploadQuota(store.read, caller, 1)
      return takeFile(intakeFor(work), parts, { files: caller.endUser?.files ?? 'all' })
    },
    drop: (taken: ReceivedFile) => dropFile(blobs, taken),
    keep,

    /** Stores an embedded image as an asset, or returns the reason why it cannot. */
    storeImage: (caller: Caller, work: WorkContext, image: { bytes: Uint8Array; name: string }) =>
      storeImage({ store, ...intakeFor(work) }, caller, image),

    /** Fetches a file by URL and stores it as an asset. FETCH_FAILED, and the errors of `take`. */
    async importUrl(
      { caller, work }: Submitter,
      { url, ...described }: ImportAsset,
      transact: Transact,
    ): Promise<SentAsset> {
      await checkUploadQuota(store.read, caller, 1)
      const { bytes, fileName } = await fetchFile(send, url)
      const taken = await takeFile(intakeFor(work), once(bytes), { files: caller.endUser?.files ?? 'all' })
      return keep(caller, { taken, described: { name: fileName, ...described } }, transact)
    },

    /** A URL for direct uploads to the bucket; see `uploads.ts`. */
    createUpload: uploads.create,

    /**
     * Turns a direct upload into an asset: copies the bytes to a key that no upload URL can write, inspects them and deletes
     * the upload. A repeated completion returns the same asset. UPLOAD_NOT_FOUND if nothing was uploaded, PAYLOAD_TOO_LARGE
     * if the upload exceeds the declared size, and the errors of `keep`.
     */
    async completeUpload(
      { caller, work }: Submitter,
      id: string,
      described: CompleteUpload,
      transact: Transact,
    ): Promise<SentAsset> {
      const upload = await uploads.open(caller, id)
      if (upload.row !== undefined) {
        const { row } = upload
        const bodyHash = bodyHashOf(row.contentHash, described)
        return transact(async () => present({ row, isNew: false }), bodyHash)
      }
      const taken = await takeFile(intakeFor(work), upload.bytes)
      if (taken.bytes > upload.maxBytes) {
        await dropFile(blobs, taken)
        fail('PAYLOAD_TOO_LARGE', `The upload was declared with ${upload.maxBytes} bytes; ${taken.bytes} were sent.`)
      }
      const answer = await keep(caller, { taken, described }, (write, bodyHash) =>
        transact(async (db) => {
          const sent = await write(db)
          await uploads.complete(db, caller, { id, assetId: sent.asset.id })
          return sent
        }, bodyHash),
      )
      await uploads.removeBytes(caller, id)
      return answer
    },

    /** Makes a received file the current version of an asset; fails like `replaceFile`. */
    async replace(
      caller: Caller,
      replacement: { id: string; ifMatch: string | undefined; taken: ReceivedFile },
      transact: (write: (db: Db) => Promise<ReplacedAsset>, bodyHash: string) => Promise<ReplacedAsset>,
    ): Promise<ReplacedAsset> {
      const { taken } = replacement
      let mayBeCommitted = false
      try {
        return await transact(async (db) => {
          mayBeCommitted = false
          const replaced = await replaceFile(db, caller, replacement)
          mayBeCommitted = replaced.isNew
          return presentReplaced(replaced, cdnUrl)
        }, taken.sha256)
      } finally {
        if (!mayBeCommitted) await dropFile(blobs, taken)
      }
    },

    /** Deletes one asset with its bytes. ASSET_NOT_FOUND, ASSET_IN_USE, PRECONDITION_FAILED. */
    async remove(caller: Caller, id: string, deletion: AssetDeletion): Promise<void> {
      await removeBytes(await store.tx((db) => deleteAsset(db, caller, id, deletion), underLocks))
    },

    /** Deletes many assets with their bytes; `transact` as for `keep`. */
    async removeMany(
      caller: Caller,
      body: BulkDeleteAssets,
      transact: (write: (db: Db) => Promise<BulkDeletedAssets>) => Promise<BulkDeletedAssets>,
    ): Promise<BulkDeletedAssets> {
      let gone: string[] = []
      const answer = await transact(async (db) => {
        const { answer: results, released } = await deleteAssets(db, caller, body)
        gone = released
        return results
      })
      await removeBytes(gone)
      return answer
    },
  }
}

/**
 * Deletes bytes without an asset, uploads that were never completed, and variants of deleted assets; returns the number
 * deleted. Blobs younger than `limits.orphanHours` are kept. Safe to run on several replicas.
 */
export async function purgeAssets(
  { store, blobs }: { store: Store; blobs: Blobs },
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<number> {
  const idAt = (key: string, place: number) => key.split('/')[place] ?? ''
  const begunBefore = (place: number) => (key: string, atMs: number) =>
    isId('asset', idAt(key, place)) && idAt(key, place) < firstId('asset', atMs)
  const round = { nowMs, signal }
  const named = (keys: readonly string[]) => selectNamedKeys(store.read, keys)
  const bytes = await collectUnnamed(blobs, { prefix: assetFolder, begunBefore: begunBefore(1), named }, round)
  const trimmed = await trimVariants(blobs)
  const ofAssets = async (keys: readonly string[]) => {
    const known = await selectKnownIds(store.read, [...new Set(keys.map((key) => idAt(key, 1)))])
    return new Set(keys.filter((key) => known.has(idAt(key, 1))))
  }
  const made = { prefix: variantFolder, begunBefore: begunBefore(1), named: ofAssets }
  const variants = await collectUnnamed(blobs, made, round)
  const sent = { prefix: incomingFolder, begunBefore: begunBefore(2), named: noneNamed }
  const uploads = await collectUnnamed(blobs, sent, round)
  await purgeUploads({ store, blobs }, { nowMs, signal })
  return bytes + trimmed + variants + uploads
}

function bodyHashOf(sha256: string, described: Described & { name: string }): string {
  return `${sha256} ${JSON.stringify(described)}`
}

/** Deletes the oldest variants until the total is within `limits.variantBytes`: each replica only counts its own. */
async function trimVariants(blobs: Blobs): Promise<number> {
  const entries = await blobs.list(variantFolder)
  let left = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  let removed = 0
  for (const { key, sizeBytes } of entries.toSorted((a, b) => a.storedAtMs - b.storedAtMs)) {
    if (left <= limits.variantBytes) break
    await evictCached(blobs, [key])
    left -= sizeBytes
    removed++
  }
  return removed
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}
