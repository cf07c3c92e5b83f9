import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Instant, closed, literals, pageOf, pageQuery } from '../../../kernel/schema/index.ts'

const exampleId = 'job_01kah3zqpfx9y8w7v6t5s4r3q2'

const statuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
const Count = Type.Integer({ minimum: 0 })

export const CreateBatch = closed(
  {
    emails: Type.Array(Type.String({ maxLength: limits.addressTextLength }), {
      minItems: 1,
      maxItems: limits.batchAddresses,
      description: 'Any texts; what is no address is answered as invalid. Addresses of one mailbox are examined once.',
    }),
    options: Type.Optional(
      closed(
        { skip_smtp: Type.Optional(Type.Boolean({ description: 'Ask no mail server.' })) },
        { title: 'BatchOptions' },
      ),
    ),
  },
  { title: 'CreateBatch', examples: [{ emails: ['anna@example.com', 'info@example.org'] }] },
)
export type CreateBatch = Static<typeof CreateBatch>

export const BatchTaken = closed(
  {
    job_id: Type.String({ examples: [exampleId] }),
    status: literals(statuses),
    total_emails: Count,
    unique_emails: Type.Integer({
      minimum: 0,
      description: 'Mailboxes that will be examined; as many credits are set aside.',
    }),
    estimated_time_seconds: Type.Integer({
      minimum: 0,
      description: 'By the limits towards providers; greylisting takes longer.',
    }),
    status_url: Type.String(),
  },
  {
    title: 'BatchTaken',
    examples: [
      {
        job_id: exampleId,
        status: 'pending',
        total_emails: 2,
        unique_emails: 2,
        estimated_time_seconds: 4,
        status_url: `https://api.example.com/v1/verify/batch/${exampleId}`,
      },
    ],
  },
)
export type BatchTaken = Static<typeof BatchTaken>

/** The form of an upload. */
export const UploadBatch = closed(
  {
    file: Type.String({
      contentMediaType: 'text/csv',
      description: 'CSV, or text with an address a line; UTF-8, UTF-16 or Windows-1252.',
    }),
    column: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Name of the column with the addresses, where it is not the one that is found.',
      }),
    ),
    skip_smtp: Type.Optional(literals(['true', 'false'], { description: 'Ask no mail server.' })),
  },
  { title: 'UploadBatch' },
)

const { examples: takenExamples, properties: takenMembers } = BatchTaken

export const BatchUploaded = closed(
  {
    ...takenMembers,
    parse_info: closed({
      total_rows: Type.Integer({ minimum: 0, description: 'Rows with an address, or what stood in its place.' }),
      duplicates_removed: Type.Integer({ minimum: 0, description: 'Rows that share the verdict of an earlier one.' }),
      invalid_skipped: Type.Integer({
        minimum: 0,
        description: 'Rows with no address, which are answered as invalid.',
      }),
      detected_column: Type.String(),
      delimiter: Type.String(),
    }),
  },
  {
    title: 'BatchUploaded',
    examples: [
      {
        ...(takenExamples as object[])[0],
        parse_info: {
          total_rows: 2,
          duplicates_removed: 0,
          invalid_skipped: 0,
          detected_column: 'E-Mail',
          delimiter: ';',
        },
      },
    ],
  },
)

const members = {
  job_id: Type.String({ examples: [exampleId] }),
  status: literals(statuses),
  progress: closed({ processed: Count, total: Count, percentage: Type.Integer({ minimum: 0, maximum: 100 }) }),
  summary: closed({ safe: Count, risky: Count, invalid: Count, unknown: Count }, { description: 'So far.' }),
  unique_emails: Count,
  credits_used: Type.Integer({ minimum: 0, description: 'So far.' }),
  download_url: Type.Optional(Type.String({ description: 'Where the results are, once it is over.' })),
  created_at: Instant,
  completed_at: Type.Optional(Instant),
  expires_at: { ...Instant, description: 'When the batch and its results are deleted.' },
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

export const ListBatches = closed({ ...pageQuery, status: Type.Optional(literals(statuses)) })
export type ListBatches = Static<typeof ListBatches>

export const BatchCancelled = closed(
  { job_id: Type.String(), status: Type.Literal('cancelled'), credits_used: Count },
  { title: 'BatchCancelled', examples: [{ job_id: exampleId, status: 'cancelled', credits_used: 380 }] },
)

/** Any text is taken: what is not the id of a batch of the caller's project is answered as not found. */
export const BatchParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the batch.', examples: [exampleId] }),
})

export const DownloadBatch = closed({
  format: Type.Optional(literals(['csv', 'json', 'ndjson'], { default: 'csv' })),
  category: Type.Optional(literals(['safe', 'risky', 'invalid', 'unknown'], { description: 'Only these.' })),
  partial: Type.Optional(Type.Boolean({ description: 'What there is already, of a batch that is not over.' })),
})
export type DownloadBatch = Static<typeof DownloadBatch>

export const BatchFile = Type.String({
  description: 'The results in the order of the addresses, one row for each that was given.',
})
