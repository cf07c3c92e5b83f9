import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Http, type OnceContext, idAfter, readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { balanceOf } from '../credits/index.ts'
import { cancelBatch, createBatch, loadBatch } from './batches.ts'
import {
  Batch,
  BatchCancelled,
  BatchFile,
  BatchPage,
  BatchParams,
  BatchTaken,
  BatchUploaded,
  CreateBatch,
  DownloadBatch,
  ListBatches,
  UploadBatch,
} from './contract.ts'
import { downloadResults } from './download.ts'
import { type Prepared, prepareBatch } from './prepare.ts'
import { presentBatch, presentTaken } from './present.ts'
import { selectBatches } from './store.ts'
import { readUpload } from './upload.ts'

export interface BatchRouteParts {
  readonly http: Http
  readonly store: Store
  readonly baseUrl: string
  /** Addresses a minute that one provider is asked for. */
  readonly perMinute: number
}

/** What a form has around its file, bytes. */
const aroundFile = 64 * 1024

const file = { schema: BatchFile }

/** Verification of many addresses. */
export function batchRoutes({ baseUrl, http, perMinute, store }: BatchRouteParts) {
  function taken(
    context: OnceContext,
    caller: Caller,
    { prepared, skipsSmtp }: { prepared: Prepared; skipsSmtp: boolean },
  ): Promise<BatchTaken> {
    const { set } = context
    return http.once(context, async (db) => {
      const batch = await createBatch(db, caller, prepared, { skipsSmtp })
      const { remaining } = await balanceOf(db, caller.companyId)
      if (remaining !== null) set.headers['x-credits-remaining'] = String(remaining)
      set.status = 202
      set.headers['location'] = `/v1/verify/batch/${batch.id}`
      return presentTaken(batch, { baseUrl, byDomain: prepared.byDomain, perMinute })
    })
  }

  return http
    .surface('verification')
    .post(
      '/verify/batch',
      async ({ body, caller, request, set }) =>
        taken({ request, set }, caller, {
          prepared: await prepareBatch(body.emails.map((email) => ({ email }))),
          skipsSmtp: body.options?.skip_smtp === true,
        }),
      {
        scope: 'verification',
        once: true,
        body: CreateBatch,
        response: { 202: BatchTaken },
        errors: ['INSUFFICIENT_CREDITS'],
        detail: {
          operationId: 'verification.createBatch',
          summary: 'Verify many addresses',
          description:
            'Takes addresses in, and verifies them in the background: each as a single one is. A credit for each mailbox is set ' +
            'aside; what its verdict is not worth goes back at the end. `GET /v1/jobs/{id}/events` streams the progress, the ' +
            'webhook `verification.batch.completed` tells of the end.',
        },
      },
    )
    .post(
      '/verify/upload',
      async ({ caller, request, set }) => {
        const { bodyHash, parseInfo, prepared, skipsSmtp } = await readUpload(request)
        const answer = await taken({ request, set, bodyHash }, caller, { prepared, skipsSmtp })
        return { ...answer, parse_info: parseInfo }
      },
      {
        scope: 'verification',
        once: true,
        takes: {
          types: ['multipart/form-data'],
          maxBytes: limits.batchFileBytes + aroundFile,
          form: () => UploadBatch,
        },
        response: { 202: BatchUploaded },
        errors: ['INSUFFICIENT_CREDITS', 'PAYLOAD_TOO_LARGE', 'VALIDATION_FAILED', 'MALFORMED_REQUEST'],
        detail: {
          operationId: 'verification.uploadBatch',
          summary: 'Verify the addresses of a file',
          description:
            'Takes a CSV or a text with an address a line. Delimiter, encoding and the column of the addresses are found; the ' +
            'other columns come back in the CSV that is downloaded. Then it is a batch like the others.',
        },
      },
    )
    .get(
      '/verify/jobs',
      async ({ caller, query }) => {
        const { items, page } = await readPage(query, {
          key: `batches ${caller.projectId} ${query.status ?? ''}`,
          read: ({ after, limit }) =>
            selectBatches(store.read, caller.projectId, { limit, beforeId: idAfter(after), status: query.status }),
          positionOf: ({ id }) => [id],
        })
        return { data: items.map((row) => presentBatch(row, baseUrl)), page }
      },
      {
        scope: 'verification',
        query: ListBatches,
        response: { 200: BatchPage },
        errors: ['INVALID_CURSOR'],
        detail: {
          operationId: 'verification.listJobs',
          summary: 'List batches',
          description: 'The batches of the project, newest first, until they expire.',
        },
      },
    )
    .get(
      '/verify/batch/:id',
      async ({ caller, params }) => presentBatch(await loadBatch(store.read, caller, params.id), baseUrl),
      {
        scope: 'verification',
        params: BatchParams,
        response: { 200: Batch },
        errors: ['BATCH_NOT_FOUND'],
        detail: {
          operationId: 'verification.getBatch',
          summary: 'Get one batch',
          description: 'How far it is, and what came out so far.',
        },
      },
    )
    .get(
      '/verify/batch/:id/download',
      async ({ caller, params, query }) => {
        const batch = await loadBatch(store.read, caller, params.id)
        if (batch.completedAt === null && query.partial !== true)
          fail('BATCH_NOT_FINISHED', `${batch.processed} of ${batch.total} addresses have their verdicts.`)
        return downloadResults(store, batch, query)
      },
      {
        scope: 'verification',
        params: BatchParams,
        query: DownloadBatch,
        errors: ['BATCH_NOT_FOUND', 'BATCH_NOT_FINISHED'],
        detail: {
          operationId: 'verification.downloadBatch',
          summary: 'Download the results of a batch',
          description:
            'A row for each address that was given, in their order; of one verdict only with `category`. In CSV, what would be a ' +
            'formula to a spreadsheet begins with an apostrophe. `partial=true` gives what there is of a batch that still runs.',
          responses: {
            200: {
              description: 'The results.',
              content: { 'text/csv': file, 'application/json': { schema: {} }, 'application/x-ndjson': file },
            },
          },
        },
      },
    )
    .delete(
      '/verify/batch/:id',
      async ({ caller, params }) => {
        const { creditsUsed, id } = await store.tx((db) => cancelBatch(db, caller, params.id))
        return { job_id: id, status: 'cancelled' as const, credits_used: creditsUsed }
      },
      {
        scope: 'verification',
        params: BatchParams,
        response: { 200: BatchCancelled },
        errors: ['BATCH_NOT_FOUND', 'BATCH_FINISHED'],
        detail: {
          operationId: 'verification.cancelBatch',
          summary: 'Cancel a batch',
          description: 'Ends it where it is; verdicts that are there stay, and credits that were not spent go back.',
        },
      },
    )
}
