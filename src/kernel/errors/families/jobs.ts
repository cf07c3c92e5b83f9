import { type ErrorEntry, entry } from '../entry.ts'

/** Work in the background. */
export const jobErrors = {
  JOB_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Job not found',
    'Check the id; finished jobs are kept for some days. The API key needs the scope of what the job does.',
  ),
  JOB_FINISHED: entry(409, 'validation', false, 'The job has finished', 'Read its result; there is nothing to cancel.'),
} satisfies Record<string, ErrorEntry>
