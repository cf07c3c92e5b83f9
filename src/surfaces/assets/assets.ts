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
import { deleteAsset, deleteAssets } from './library.ts'
import { assetFolder, assetKey, incomingFolder, variantFolder } from './blob-keys.ts'
import { presentAsset } from './present.ts'
import { type AssetRow, selectKnownIds, selectNamedKeys } from './store.ts'

export interface AssetDeps {
  store: Store
  blobs: Blobs
  workers: WorkerPool
  send: Send
  log: Log
  metrics: Metrics
  /** Public address of the CDN host. */
  cdnUrl: string
}

/** An asset as a call that sends one is answered; `isNew` unless the project held the same bytes already. */
export interface SentAsset {
  asset: Asset
  isNew: boolean
}

/** Runs the writing of an asset, in a transaction of its own unless a repeated call has its answer already. */
export type Transact = (write: (db: Db) => Promise<SentAsset>, bodyHash: string) => Promise<SentAsset>

/** Who sends a file, and in whose name threads inspect it. */
export interface Submitter {
  caller: Caller
  work: WorkContext
}

/** Images that are in memory to be inspected, each up to `limits.imageBytes`. */
const inspectionsAtOnce = 4

export type Assets = ReturnType<typeof createAssets>

/** What involves the bytes of assets; what is said of them is in library.ts. */
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

  async function removeBytes(deleted: readonly AssetRow[]): Promise<void> {
    for (const row of deleted) {
      try {
        await collectReleased(blobs, [assetKey(row)], { named: (keys) => selectNamedKeys(store.read, keys) })
      } catch (error) {
        // The asset is gone all the same; its bytes go with the next collection.
        log.warn('deleting the bytes of an asset failed; the collector retries', { asset: row.id, error })
      }
    }
  }

  return {
    /**
     * Stores a file of the caller while it arrives, and inspects it; `keep` or `drop` it then. Fails as `takeFile` does, and
     * as `checkUploadQuota` before a byte is stored.
     */
    async take(caller: Caller, parts: AsyncIterable<Uint8Array>, work: WorkContext): Promise<ReceivedFile> {
      await checkUploadQuota(store.read, caller, 1)
      return takeFile(intakeFor(work), parts, { files: caller.endUser?.files ?? 'all' })
    },
    drop: (taken: ReceivedFile) => dropFile(blobs, taken),
    keep,

    /** Keeps an image that is in something else, or says why not. */
    storeImage: (caller: Caller, work: WorkContext, image: { bytes: Uint8Array; name: string }) =>
      storeImage({ store, ...intakeFor(work) }, caller, image),

    /** Fetches a file from an address and keeps it. FETCH_FAILED, and as `keep`. */
    async importUrl(
      { caller, work }: Submitter,
      { url, ...described }: ImportAsset,
      transact: Transact,
    ): Promise<SentAsset> {
      const { bytes, fileName } = await fetchFile(send, url)
      const taken = await takeFile(intakeFor(work), once(bytes))
      return keep(caller, { taken, described: { name: fileName, ...described } }, transact)
    },

    /** A URL to which a client may send bytes past the service; see `uploads.ts`. */
    createUpload: uploads.create,

    /**
     * Makes an asset of what was sent to such a URL: the bytes are copied to where no URL leads, inspected, and deleted where
     * they were sent. Completed again, it answers the asset. UPLOAD_NOT_FOUND when nothing was sent, PAYLOAD_TOO_LARGE when it is more than was
     * requested, and as `keep`.
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

    /** Deletes one asset with its bytes. ASSET_NOT_FOUND, ASSET_IN_USE. */
    async remove(caller: Caller, id: string, { force }: { force: boolean }): Promise<void> {
      const row = await store.tx((db) => deleteAsset(db, caller, id, { force }), underLocks)
      await removeBytes([row])
    },

    /** Deletes many with their bytes; `transact` as for `keep`. */
    async removeMany(
      caller: Caller,
      body: BulkDeleteAssets,
      transact: (write: (db: Db) => Promise<BulkDeletedAssets>) => Promise<BulkDeletedAssets>,
    ): Promise<BulkDeletedAssets> {
      let gone: AssetRow[] = []
      const answer = await transact(async (db) => {
        const { answer: results, deleted } = await deleteAssets(db, caller, body)
        gone = deleted
        return results
      })
      await removeBytes(gone)
      return answer
    },
  }
}

/**
 * Deletes bytes that no asset refers to, uploads that were never completed, and what was made of assets that are gone;
 * answers how many. What is younger than `limits.orphanHours` is left alone. Safe to run on several replicas.
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

/** What tells one call that sends a file from another. */
function bodyHashOf(sha256: string, described: Described & { name: string }): string {
  return `${sha256} ${JSON.stringify(described)}`
}

/** Deletes the oldest of what was made of assets, until all of it is within `limits.variantBytes`: replicas count their own. */
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
