import { type ErrorEntry, entry } from '../entry.ts'

/** Background jobs. */
export const jobErrors = {
  JOB_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Job not found',
    'Check the id; finished jobs are deleted after some days. The API key needs the scope of the job’s operation.',
  ),
  JOB_FINISHED: entry(
    409,
    'validation',
    false,
    'The job has finished',
    'Read its result; a finished job cannot be canceled.',
  ),
} satisfies Record<string, ErrorEntry>
