/** Uploads that go straight into the bucket: bounded in length by their URL, in number and bytes by what is open. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Blobs, collectReleased } from '../../../platform/blobs/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import { incomingKey } from '../blob-keys.ts'
import * as rows from '../store.ts'
import type { CreateUpload, UploadAddress } from './contract.ts'
import { requireCapacity, requireOwnCapacity } from './keep-asset.ts'

/** An upload that may be completed: the bytes that were sent and how many they may be, or the asset that it is already. */
type OpenUpload = { row: rows.AssetRow } | { row?: undefined; bytes: ReadableStream<Uint8Array>; maxBytes: number }

const purgedPage = 500
/** A PUT that began before its URL expired may still be running. */
const settledMs = 2 * limits.uploadLinkSeconds * 1000

/** A completed upload was copied, so no row names what was sent. */
export const noneNamed = async () => new Set<string>()

/** The uploads of one installation. */
export function createUploads({ store, blobs, log }: { store: Store; blobs: Blobs; log: Log }) {
  return {
    /**
     * A URL that takes one file of the given length. NOT_CONFIGURED unless blobs lie in a bucket; LIMIT_REACHED when too many
     * uploads are open, or the plan has no space for them.
     */
    async create(caller: Caller, { bytes }: CreateUpload): Promise<UploadAddress> {
      const { companyId, projectId } = caller
      const nowMs = store.read.nowMs()
      const id = createId('asset', nowMs)
      const url = blobs.presignPut(incomingKey(projectId, id), { seconds: limits.uploadLinkSeconds, bytes })
      if (url === undefined)
        fail('NOT_CONFIGURED', 'Uploads to a bucket require SVC_BLOB_URL; send the file to POST /assets instead.')
      await store.tx(async (db) => {
        const taken = await rows.countUploads(db, { companyId, projectId })
        if (taken.open >= limits.openUploads || taken.bytes + bytes > limits.openUploadBytes)
          fail(
            'LIMIT_REACHED',
            `A project may have ${limits.openUploads} open uploads and send ${limits.openUploadBytes} bytes while their URLs work. Complete those that were sent, or wait until their URLs expire.`,
          )
        await requireCapacity(db, companyId, taken.companyBytes + bytes)
        await requireOwnCapacity(db, caller, (await rows.sumOpenUploads(db, projectId)) + bytes)
        await rows.insertUpload(db, { id, projectId, bytes, assetId: null, createdAt: nowMs })
      }, underLocks)
      const expires = new Date(nowMs + limits.uploadLinkSeconds * 1000).toISOString()
      return { id, method: 'PUT', url, max_bytes: bytes, expires_at: expires }
    },

    /** What was sent, or what became of it. UPLOAD_NOT_FOUND when nothing was, and for another project's. */
    async open({ projectId }: Caller, id: string): Promise<OpenUpload> {
      if (!isId('asset', id)) fail('UPLOAD_NOT_FOUND')
      const upload = await rows.selectUpload(store.read, projectId, id)
      if (upload?.assetId != null) {
        const row = await rows.selectAsset(store.read, projectId, upload.assetId)
        return { row: row ?? fail('UPLOAD_NOT_FOUND') }
      }
      const bytes = (await blobs.stream(incomingKey(projectId, id))) ?? fail('UPLOAD_NOT_FOUND')
      // A version that did not count uploads began those without a row.
      return { bytes, maxBytes: upload?.bytes ?? limits.fileBytes }
    },

    /** Notes within a transaction that an upload became an asset. */
    complete: (db: Db, { projectId }: Caller, change: { id: string; assetId: string }) =>
      rows.completeUpload(db, projectId, change),

    /** Deletes what was sent; what stays is deleted with the next collection. */
    async removeBytes({ projectId }: Caller, id: string): Promise<void> {
      await collectReleased(blobs, [incomingKey(projectId, id)], { named: noneNamed }).catch((error: unknown) =>
        log.warn('deleting the bytes of a completed upload failed; the collector retries', { upload: id, error }),
      )
    },
  }
}

/**
 * Forgets uploads whose URL has expired: those to which nothing was sent, and completed ones with what was sent to them since.
 * One that waits to be completed stays as long as its bytes do. Safe to run on several replicas.
 */
export async function purgeUploads(
  { store, blobs }: { store: Store; blobs: Blobs },
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    const page: rows.UploadRow[] = await rows.selectOldUploads(store.read, {
      beforeMs: nowMs - settledMs,
      after,
      limit: purgedPage,
    })
    const gone: string[] = []
    for (const { id, projectId, assetId } of page) {
      const key = incomingKey(projectId, id)
      if (assetId !== null) await collectReleased(blobs, [key], { named: noneNamed })
      else if ((await blobs.size(key)) !== undefined) continue
      gone.push(id)
    }
    await store.tx((db) => rows.deleteUploads(db, gone), underLocks)
    after = page.length < purgedPage ? undefined : page.at(-1)?.id
  }
}
