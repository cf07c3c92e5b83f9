import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, closed, idOf, literals } from '../../kernel/schema/index.ts'

const exampleId = 'job_01jd7q2v5w8x3y4z6a7b9c0d1e'

const JobStatus = literals(['queued', 'running', 'completed', 'failed', 'cancelled'], {
  title: 'JobStatus',
  description:
    '`queued`: runs as soon as there is capacity, or at `next_attempt_at`. `completed`, `failed` and `cancelled` are ' +
    'final; `failed` means that every attempt failed.',
})

export const JobProgress = closed(
  {
    done: Type.Integer({ minimum: 0, examples: [120] }),
    total: Type.Integer({ minimum: 0, examples: [500] }),
    percentage: Type.Integer({ minimum: 0, maximum: 100, examples: [24] }),
    note: Type.Optional(Type.String({ description: 'Current step, as human-readable text.' })),
  },
  { title: 'JobProgress' },
)

export const Job = closed(
  {
    id: idOf('job', { examples: [exampleId] }),
    kind: Type.String({ description: 'Type of the job.', examples: ['webhooks.recover'] }),
    status: JobStatus,
    progress: { ...Nullable(JobProgress), description: 'Progress; null until the job reports it.' },
    result: Type.Unknown({
      description: 'Result, depending on `kind`; null until the job is completed.',
      examples: [null],
    }),
    error: {
      ...Nullable(Type.String({ examples: ['The receiver did not respond within 15 s (timeout).'] })),
      description: 'Why the last attempt failed; null if no attempt failed.',
    },
    attempts: Type.Integer({ minimum: 0, description: 'Number of finished attempts.' }),
    created_at: Instant,
    next_attempt_at: {
      ...Nullable(Instant),
      description: 'When a job that is delayed or retried runs; null otherwise.',
    },
    started_at: { ...Nullable(Instant), description: 'Start of the last attempt.' },
    finished_at: { ...Nullable(Instant), description: 'When the job finished.' },
  },
  {
    title: 'Job',
    examples: [
      {
        id: exampleId,
        kind: 'webhooks.recover',
        status: 'running',
        progress: { done: 120, total: 500, percentage: 24 },
        result: null,
        error: null,
        attempts: 0,
        created_at: '2026-11-21T10:00:00.000Z',
        next_attempt_at: null,
        started_at: '2026-11-21T10:00:00.120Z',
        finished_at: null,
      },
    ],
  },
)
export type Job = Static<typeof Job>

/** Any text is accepted; a text that is not the id of a job that the caller may see is reported as not found. */
export const JobParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the job.', examples: [exampleId] }),
})
