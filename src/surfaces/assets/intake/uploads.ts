/**
 * Direct uploads to the bucket. The URL limits the length of one upload; the number and bytes of open uploads are limited
 * too.
 */
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

/** An upload that can be completed: the uploaded bytes and the declared size, or the asset of a completed upload. */
type OpenUpload = { row: rows.AssetRow } | { row?: undefined; bytes: ReadableStream<Uint8Array>; maxBytes: number }

const purgedPage = 500
/** A PUT that began before its URL expired may still be running. */
const settledMs = 2 * limits.uploadLinkSeconds * 1000

/** Completed uploads are copied, so no row refers to the uploaded blob. */
export const noneNamed = async () => new Set<string>()

export function createUploads({ store, blobs, log }: { store: Store; blobs: Blobs; log: Log }) {
  return {
    /**
     * A URL that accepts one file of the declared length. NOT_CONFIGURED unless blobs are stored in a bucket; LIMIT_REACHED
     * if too many uploads are open, or the plan has no capacity.
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
            `A project is limited to ${limits.openUploads} open uploads and ${limits.openUploadBytes} uploaded bytes while ` +
              'their URLs are valid. Complete the uploads that were sent, or wait until their URLs expire.',
          )
        await requireCapacity(db, companyId, taken.companyBytes + bytes)
        await requireOwnCapacity(db, caller, (await rows.sumOpenUploads(db, projectId)) + bytes)
        await rows.insertUpload(db, { id, projectId, bytes, assetId: null, createdAt: nowMs })
      }, underLocks)
      const expires = new Date(nowMs + limits.uploadLinkSeconds * 1000).toISOString()
      return { id, method: 'PUT', url, max_bytes: bytes, expires_at: expires }
    },

    /** UPLOAD_NOT_FOUND if nothing was uploaded, or for an upload of another project. */
    async open({ projectId }: Caller, id: string): Promise<OpenUpload> {
      if (!isId('asset', id)) fail('UPLOAD_NOT_FOUND')
      const upload = await rows.selectUpload(store.read, projectId, id)
      if (upload?.assetId != null) {
        const row = await rows.selectAsset(store.read, projectId, upload.assetId)
        return { row: row ?? fail('UPLOAD_NOT_FOUND') }
      }
      const bytes = (await blobs.stream(incomingKey(projectId, id))) ?? fail('UPLOAD_NOT_FOUND')
      // Uploads started by a version of svc that did not count them have no row.
      return { bytes, maxBytes: upload?.bytes ?? limits.fileBytes }
    },

    /** Records within a transaction which asset the upload became. */
    complete: (db: Db, { projectId }: Caller, change: { id: string; assetId: string }) =>
      rows.completeUpload(db, projectId, change),

    /** Deletes the uploaded blob; on failure the collector deletes it later. */
    async removeBytes({ projectId }: Caller, id: string): Promise<void> {
      await collectReleased(blobs, [incomingKey(projectId, id)], { named: noneNamed }).catch((error: unknown) =>
        log.warn('deleting the bytes of a completed upload failed; the collector retries', { upload: id, error }),
      )
    },
  }
}

/**
 * Deletes rows of uploads whose URL has expired: those without a blob, and completed ones together with blobs uploaded
 * since. An upload that is not completed yet is kept as long as its blob. Safe to run on several replicas.
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
