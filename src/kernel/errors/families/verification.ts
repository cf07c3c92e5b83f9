import { type ErrorEntry, entry } from '../entry.ts'

/** Verification, its batches and their credits. */
export const verificationErrors = {
  INSUFFICIENT_CREDITS: entry(
    402,
    'validation',
    true,
    'Not enough credits',
    'Wait for the next billing period or upgrade the plan.',
  ),

  BATCH_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Batch not found',
    'List the project’s batches; expired results are deleted.',
  ),
  LIST_ENTRY_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'List entry not found',
    'List the entries of the project with GET /verify/lists; they are deleted when they expire.',
  ),
  LIST_ENTRY_EXISTS: entry(
    409,
    'validation',
    false,
    'The list entry exists',
    'Change it with PUT /verify/lists/{id}; `entry_id` in the response is its id.',
  ),
  RESULTS_EXPIRED: entry(
    410,
    'validation',
    false,
    'Results expired',
    'Verify the addresses again; results of the last 24 hours are free.',
  ),
  BATCH_FINISHED: entry(
    409,
    'validation',
    false,
    'The batch is finished',
    'A finished batch cannot be canceled; download the results.',
  ),
  BATCH_NOT_FINISHED: entry(
    409,
    'validation',
    true,
    'The batch is not finished',
    'Wait until it is completed, or download partial results with partial=true.',
  ),
} satisfies Record<string, ErrorEntry>
