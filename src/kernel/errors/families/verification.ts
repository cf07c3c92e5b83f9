import { type ErrorEntry, entry } from '../entry.ts'

/** Verification, its batches and what they cost. */
export const verificationErrors = {
  INSUFFICIENT_CREDITS: entry(
    402,
    'validation',
    true,
    'Not enough credits',
    'Wait for the next period or raise the plan.',
  ),

  BATCH_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'There is no such batch',
    'List the batches of the project; results are deleted when they expire.',
  ),
  RESULTS_EXPIRED: entry(
    410,
    'validation',
    false,
    'The results have expired',
    'Verify the addresses again; what was found within 24 hours is free.',
  ),
  BATCH_FINISHED: entry(
    409,
    'validation',
    false,
    'The batch is finished',
    'There is nothing left to cancel; download the results.',
  ),
  BATCH_NOT_FINISHED: entry(
    409,
    'validation',
    true,
    'The batch is not finished',
    'Wait until it is completed, or ask for what there is with partial=true.',
  ),
} satisfies Record<string, ErrorEntry>
