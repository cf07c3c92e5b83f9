import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Http, type OnceOfRequest, acceptsGzip, digestOf, readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Sweep } from '../../../platform/memory/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import type { SubscriptionDeps } from '../../webhooks/index.ts'
import { balanceOf, writeRemaining } from '../credits/index.ts'
import { cancelBatch, createBatch, loadBatch, loadResults } from './batches.ts'
import {
  Batch,
  BatchCancelled,
  BatchEstimate,
  BatchFile,
  BatchPage,
  BatchParams,
  AcceptedBatch,
  BatchUploaded,
  CreateBatch,
  DownloadBatch,
  ListBatches,
  UploadBatch,
  UploadEstimate,
} from './contract.ts'
import { downloadResults } from './download.ts'
import { type Prepared, prepareBatch } from './intake/prepare.ts'
import { readUpload } from './intake/upload.ts'
import { estimateSeconds, presentBatch, presentTaken, statusNamed } from './present.ts'
import { selectBatches } from './store.ts'
import { type BatchOptions, readOptions } from './options.ts'

export interface BatchRouteDeps extends SubscriptionDeps {
  readonly http: Http
  readonly store: Store
  readonly baseUrl: string
  /** Called with the number of rows stored or read. */
  readonly sweep: Sweep
  /** Rate limit of one provider, addresses per minute. */
  readonly perMinute: number
  /** True if a Gravatar server is configured. */
  readonly canQueryGravatar: boolean
}

/** Maximum size of the form without its file, bytes. */
const aroundFile = 64 * 1024

const file = { schema: BatchFile }

const batchErrors = ['INSUFFICIENT_CREDITS', 'NOT_CONFIGURED', 'LIMIT_REACHED', 'WEBHOOK_DISABLED'] as const
const fileErrors = ['PAYLOAD_TOO_LARGE', 'VALIDATION_FAILED', 'MALFORMED_REQUEST', 'MALFORMED_BODY'] as const

type ResponseDraft = { status?: number | string; headers: Record<string, string | number> }

/** At most one batch per Idempotency-Key; `bodyHash` identifies the body of a form. */
type Acceptance = { once: OnceOfRequest; set: ResponseDraft; bodyHash?: string }

export function batchRoutes(parts: BatchRouteDeps) {
  const { baseUrl, canQueryGravatar, http, perMinute, store, sweep } = parts

  const secondsFor = ({ byDomain, uniqueCount }: Prepared, { skipsSmtp }: BatchOptions) =>
    estimateSeconds({ byDomain, uniqueCount, skipsSmtp, perMinute })

  function checkOptions({ includesGravatar }: BatchOptions): void {
    if (includesGravatar && !canQueryGravatar)
      fail('NOT_CONFIGURED', 'check_gravatar requires SVC_VERIFY_GRAVATAR, the server to query.')
  }

  async function take(
    { once, set, bodyHash }: Acceptance,
    caller: Caller,
    prepared: Prepared,
    options: BatchOptions,
  ): Promise<AcceptedBatch> {
    const taken = await once(
      async (db) => {
        const { batch, callback } = await createBatch(db, caller, prepared, options, parts)
        const { remaining } = await balanceOf(db, caller.companyId)
        writeRemaining(set.headers, remaining)
        set.status = 202
        return presentTaken(batch, { baseUrl, callback, seconds: secondsFor(prepared, options) })
      },
      bodyHash === undefined ? {} : { bodyHash },
    )
    sweep(prepared.total)
    return taken
  }

  async function estimate(
    { headers }: ResponseDraft,
    caller: Caller,
    prepared: Prepared,
    options: BatchOptions,
  ): Promise<BatchEstimate> {
    const { remaining } = await balanceOf(store.read, caller.companyId)
    writeRemaining(headers, remaining)
    return {
      total_emails: prepared.total,
      unique_emails: prepared.uniqueCount,
      invalid_emails: prepared.invalidCount,
      credits_required: prepared.uniqueCount,
      credits_remaining: remaining,
      estimated_time_seconds: secondsFor(prepared, options),
    }
  }

  return http
    .surface('verification')
    .post(
      '/verify/batch',
      async ({ body, caller, once, set }) => {
        const options = readOptions(body)
        checkOptions(options)
        const prepared = await prepareBatch(body.emails.map((email) => ({ email })))
        return body.dry_run === true
          ? estimate(set, caller, prepared, options)
          : take({ once, set }, caller, prepared, options)
      },
      {
        id: 'verification.createBatch',
        summary: 'Verify many email addresses',
        description:
          'Verifies email addresses in the background, each like a single verification. One credit per mailbox is ' +
          'reserved; credits of free results are returned. `GET /v1/jobs/{id}/events` streams the progress; the webhook ' +
          '`verification.batch.completed` and `callback_url` report completion, `verification.batch.partial` that only postponed ' +
          'addresses remain. With `dry_run` nothing is started, and the ' +
          'response estimates the cost. The body may be sent with `Content-Encoding: gzip`.',
        scope: 'verification',
        once: underLocks,
        location: '/v1/verify/batch/{job_id}',
        body: CreateBatch,
        response: { 200: BatchEstimate, 202: AcceptedBatch },
        errors: [...batchErrors],
      },
    )
    .post(
      '/verify/upload',
      async ({ caller, once, request, set }) => {
        const { bodyHash, isDry, parseInfo, prepared, options } = await readUpload(request, sweep)
        checkOptions(options)
        const answer = isDry
          ? await estimate(set, caller, prepared, options)
          : await take({ once, set, bodyHash }, caller, prepared, options)
        return { ...answer, parse_info: parseInfo }
      },
      {
        id: 'verification.uploadBatch',
        summary: 'Verify the email addresses in a file',
        description:
          'Accepts CSV, or text with one email address per line, plain or gzip. Delimiter, encoding and email column are ' +
          'detected; the other columns are included in the CSV download. The result is a batch like any other.',
        scope: 'verification',
        once: underLocks,
        location: '/v1/verify/batch/{job_id}',
        takes: {
          types: ['multipart/form-data'],
          maxBytes: limits.batchFileBytes + aroundFile,
          form: () => UploadBatch,
        },
        response: { 200: UploadEstimate, 202: BatchUploaded },
        errors: [...batchErrors, ...fileErrors],
      },
    )
    .get(
      '/verify/jobs',
      async ({ caller, query }) => {
        const statuses = query.status?.map((status) => statusNamed[status])
        const { items, page } = await readCreatedPage(query, {
          key: ['batches', caller.projectId, statuses],
          kind: 'job',
          sort: '-created_at',
          read: (wanted) => selectBatches(store.read, caller.projectId, wanted, statuses),
        })
        return { data: items.map((row) => presentBatch(row, baseUrl, store.read.nowMs())), page }
      },
      {
        id: 'verification.listJobs',
        summary: 'List batches',
        description:
          'Batches of the project, newest first by default. Batches with expired results are listed for another year.',
        scope: 'verification',
        query: ListBatches,
        response: { 200: BatchPage },
        errors: ['INVALID_CURSOR'],
      },
    )
    .get(
      '/verify/batch/:id',
      async ({ caller, params }) =>
        presentBatch(await loadBatch(store.read, caller, params.id), baseUrl, store.read.nowMs()),
      {
        id: 'verification.getBatch',
        summary: 'Get one batch',
        description: 'Returns the progress and the results so far.',
        scope: 'verification',
        etag: digestOf,
        params: BatchParams,
        response: { 200: Batch },
        errors: ['BATCH_NOT_FOUND'],
      },
    )
    .get(
      '/verify/batch/:id/download',
      async ({ caller, params, query, request }) => {
        const batch = await loadResults(store.read, caller, params.id, query.partial === true)
        return downloadResults(parts, batch, { ...query, takesGzip: acceptsGzip(request) })
      },
      {
        id: 'verification.downloadBatch',
        summary: 'Download the results of a batch',
        description:
          'One row per submitted email address, in the same order; `category` selects one verdict. In CSV, values that ' +
          'spreadsheets would run as formulas start with an apostrophe. `partial=true` returns the results so far of a ' +
          'running batch, `gzip=true` a gzip file such as `.csv.gz`. Fails with 410 when the results have expired after 30 ' +
          'days.',
        scope: 'verification',
        params: BatchParams,
        query: DownloadBatch,
        responses: {
          200: {
            description: 'The results.',
            content: {
              'text/csv': file,
              'application/json': { schema: {} },
              'application/x-ndjson': file,
              'application/gzip': file,
            },
          },
        },
        errors: ['BATCH_NOT_FOUND', 'BATCH_NOT_FINISHED', 'RESULTS_EXPIRED'],
      },
    )
    .delete(
      '/verify/batch/:id',
      async ({ caller, params }) => {
        const { creditsUsed, id } = await store.tx((db) => cancelBatch(db, caller, params.id), underLocks)
        return { job_id: id, status: 'cancelled' as const, credits_used: creditsUsed }
      },
      {
        id: 'verification.cancelBatch',
        summary: 'Cancel a batch',
        description:
          'Cancels a running batch. Existing verdicts are kept, and unused credits are returned. Deprecated: use ' +
          '`POST /jobs/{id}/cancel`, which does the same.',
        deprecated: true,
        scope: 'verification',
        params: BatchParams,
        response: { 200: BatchCancelled },
        errors: ['BATCH_NOT_FOUND', 'BATCH_FINISHED'],
      },
    )
}
