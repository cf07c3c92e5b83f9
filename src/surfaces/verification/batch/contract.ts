import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  Nullable,
  closed,
  createdFilters,
  idOf,
  literals,
  pageOf,
  pageQuery,
  publishedMark,
  publishedUrl,
  repeated,
  shownOnce,
  sortBy,
} from '../../../kernel/schema/index.ts'
import { options } from '../verifier/index.ts'

const exampleId = 'job_01kah3zqpfx9y8w7v6t5s4r3q2'

const statuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
const Count = Type.Integer({ minimum: 0 })

const CallbackUrl = Type.String({
  minLength: 1,
  maxLength: limits.webhookUrlLength,
  [publishedMark]: publishedUrl,
  description:
    'URL that receives `verification.batch.completed` when this batch ends, signed and retried like every webhook. ' +
    'Signed with the secret of your webhook with this URL; if there is none, one is created and `callback` shows its ' +
    'secret once.',
  examples: ['https://example.com/hooks/batches'],
})

const maxWait = { minimum: 0, maximum: limits.batchMaxWaitSeconds }
const maxWaitMeaning =
  'Seconds after the creation during which temporary results (greylisting, deferrals, failed DNS queries) are retried. ' +
  'What is temporary then is `unknown` and free. Without it retries take up to several hours.'

const BatchOptions = closed(
  {
    ...options.properties,
    max_wait: Type.Optional(Type.Integer({ ...maxWait, description: maxWaitMeaning })),
    retries: Type.Optional(
      Type.Boolean({ description: '`false`: temporary results are not retried, as with `max_wait` 0.' }),
    ),
  },
  { title: 'BatchVerificationOptions' },
)

export const CreateBatch = closed(
  {
    emails: Type.Array(Type.String({ maxLength: limits.addressTextLength }), {
      minItems: 1,
      maxItems: limits.batchAddresses,
      description:
        'Any strings; a string that is not an email address is `invalid`. Email addresses of the same mailbox are ' +
        'verified once.',
    }),
    include_intelligence: Type.Optional(
      Type.Boolean({ description: 'Also report DNS and block list data of the domains, at no extra cost.' }),
    ),
    options: Type.Optional(BatchOptions),
    callback_url: Type.Optional(CallbackUrl),
    dry_run: Type.Optional(Type.Boolean({ description: 'Start nothing and return 200 with the estimated cost.' })),
  },
  { title: 'CreateBatch', examples: [{ emails: ['anna@example.com', 'info@example.org'] }] },
)
export type CreateBatch = Static<typeof CreateBatch>

const taken = {
  job_id: Type.String({ examples: [exampleId] }),
  status: literals(statuses),
  total_emails: Count,
  unique_emails: Type.Integer({
    minimum: 0,
    description: 'Mailboxes that will be verified; one credit is reserved for each.',
  }),
  estimated_time_seconds: Type.Integer({
    minimum: 0,
    description: 'Estimated from the rate limits of providers; greylisting takes longer.',
  }),
  status_url: Type.String(),
  expires_at: {
    ...Instant,
    description: 'When the results would be deleted if the batch ended now: 30 days after its end.',
  },
  callback: Type.Optional(
    closed(
      {
        webhook_id: idOf('webhook'),
        secret: Type.Optional(
          shownOnce({
            description: 'The signing secret, if it was just created; shown only once.',
            examples: [`whsec_${btoa('an example of 32 bytes, not real')}`],
          }),
        ),
      },
      { description: 'Id of the webhook for `callback_url`; its deliveries are under `/webhooks/{id}/deliveries`.' },
    ),
  ),
}

const exampleTaken = {
  job_id: exampleId,
  status: 'pending',
  total_emails: 2,
  unique_emails: 2,
  estimated_time_seconds: 4,
  status_url: `https://api.example.com/v1/verify/batch/${exampleId}`,
  expires_at: '2026-12-21T10:00:00.000Z',
}

export const AcceptedBatch = closed(taken, { title: 'AcceptedBatch', examples: [exampleTaken] })
export type AcceptedBatch = Static<typeof AcceptedBatch>

const estimated = {
  total_emails: Count,
  unique_emails: Type.Integer({ minimum: 0, description: 'Mailboxes that would be verified.' }),
  invalid_emails: Type.Integer({ minimum: 0, description: 'Strings that are not email addresses; not charged.' }),
  credits_required: Type.Integer({
    minimum: 0,
    description: 'Maximum credits that would be reserved; unused credits are returned.',
  }),
  credits_remaining: Nullable(
    Type.Integer({ minimum: 0, description: 'Remaining credits of the company; null if unlimited.' }),
  ),
  estimated_time_seconds: taken.estimated_time_seconds,
}
const exampleEstimate = {
  total_emails: 2,
  unique_emails: 2,
  invalid_emails: 0,
  credits_required: 2,
  credits_remaining: 248,
  estimated_time_seconds: 4,
}

export const BatchEstimate = closed(estimated, { title: 'BatchEstimate', examples: [exampleEstimate] })
export type BatchEstimate = Static<typeof BatchEstimate>

const flag = (description: string) => Type.Optional(literals(['true', 'false'], { description }))

export const UploadBatch = closed(
  {
    file: Type.String({
      contentMediaType: 'text/csv',
      description: 'CSV, or text with one email address per line; UTF-8, UTF-16 or Windows-1252, plain or gzip.',
    }),
    column: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Name of the column with the email addresses; detected by default.',
      }),
    ),
    include_intelligence: flag('Also report DNS and block list data of the domains.'),
    skip_smtp: flag('Skip the SMTP check.'),
    check_gravatar: flag('Look for Gravatar images; only if the operator set SVC_VERIFY_GRAVATAR.'),
    max_wait: Type.Optional(Type.String({ pattern: '^\\d{1,6}$', description: maxWaitMeaning, examples: ['600'] })),
    retries: flag('`false`: temporary results are not retried.'),
    callback_url: Type.Optional(CallbackUrl),
    dry_run: flag('Start nothing and return 200 with the estimated cost.'),
  },
  { title: 'UploadBatch' },
)

const parseInfo = closed({
  total_rows: Type.Integer({ minimum: 0, description: 'Rows whose email column is not empty.' }),
  duplicates_removed: Type.Integer({ minimum: 0, description: 'Rows that share the verdict of an earlier row.' }),
  invalid_skipped: Type.Integer({
    minimum: 0,
    description: 'Rows whose value is not an email address; they are `invalid`.',
  }),
  detected_column: Type.String(),
  delimiter: Type.String(),
})
const exampleInfo = {
  total_rows: 2,
  duplicates_removed: 0,
  invalid_skipped: 0,
  detected_column: 'E-Mail',
  delimiter: ';',
}

export const BatchUploaded = closed(
  { ...taken, parse_info: parseInfo },
  { title: 'BatchUploaded', examples: [{ ...exampleTaken, parse_info: exampleInfo }] },
)

export const UploadEstimate = closed(
  { ...estimated, parse_info: parseInfo },
  { title: 'UploadEstimate', examples: [{ ...exampleEstimate, parse_info: exampleInfo }] },
)

const members = {
  job_id: Type.String({
    description: 'Id of the batch and of its job, which `GET /jobs/{id}` reads and `POST /jobs/{id}/cancel` cancels.',
    examples: [exampleId],
  }),
  status: literals(statuses, {
    description: '`pending` and `processing` are `queued` and `running` of the job; the others are the same.',
  }),
  progress: closed({ processed: Count, total: Count, percentage: Type.Integer({ minimum: 0, maximum: 100 }) }),
  summary: closed({ safe: Count, risky: Count, invalid: Count, unknown: Count }, { description: 'Verdicts so far.' }),
  unique_emails: Count,
  credits_used: Type.Integer({ minimum: 0, description: 'Credits used so far.' }),
  download_url: Type.Optional(
    Type.String({ description: 'URL of the results; available from the end of the batch until the results expire.' }),
  ),
  created_at: Instant,
  completed_at: Type.Optional(Instant),
  expires_at: { ...Instant, description: 'When the results are deleted: 30 days after the end of the batch.' },
}

export const Batch = closed(members, {
  title: 'Batch',
  examples: [
    {
      job_id: exampleId,
      status: 'processing',
      progress: { processed: 400, total: 1000, percentage: 40 },
      summary: { safe: 300, risky: 40, invalid: 50, unknown: 10 },
      unique_emails: 990,
      credits_used: 380,
      created_at: '2026-11-21T10:00:00.000Z',
      expires_at: '2026-12-21T10:00:00.000Z',
    },
  ],
})
export type Batch = Static<typeof Batch>

export const BatchPage = pageOf(Batch, { title: 'BatchPage' })
export type BatchPage = Static<typeof BatchPage>

export const ListBatches = closed({
  ...pageQuery,
  status: repeated(
    literals([...statuses, 'queued', 'running']),
    'Only batches with one of these statuses; `queued` is `pending`, and `running` is `processing`.',
  ),
  ...createdFilters('batches'),
  sort: sortBy('-created_at', 'created_at'),
})
export type ListBatches = Static<typeof ListBatches>

export const BatchCancelled = closed(
  { job_id: Type.String(), status: Type.Literal('cancelled'), credits_used: Count },
  { title: 'BatchCancelled', examples: [{ job_id: exampleId, status: 'cancelled', credits_used: 380 }] },
)

/** Any text is valid: an id that is not of a batch of the caller's project results in 404, not 400. */
export const BatchParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the batch.', examples: [exampleId] }),
})

export const DownloadBatch = closed({
  format: Type.Optional(literals(['csv', 'json', 'ndjson'], { default: 'csv' })),
  category: Type.Optional(
    literals(['safe', 'risky', 'invalid', 'unknown'], { description: 'Only results of this category.' }),
  ),
  partial: Type.Optional(Type.Boolean({ description: 'Return the results so far if the batch is still running.' })),
  gzip: Type.Optional(
    Type.Boolean({
      description: 'Return a gzip file, such as `.csv.gz`. `Accept-Encoding: gzip` compresses only the transfer.',
    }),
  ),
})
export type DownloadBatch = Static<typeof DownloadBatch>

export const BatchFile = Type.String({
  description: 'One row per submitted email address, in the same order.',
})
