import { type ErrorEntry, entry } from '../entry.ts'

/** The service itself. */
export const serviceErrors = {
  NOT_CONFIGURED: entry(
    501,
    'server',
    false,
    'Optional feature not configured',
    'The detail names the setting that the operator must set.',
  ),
  STORAGE_FULL: entry(
    507,
    'server',
    true,
    'Disk full; reads still work',
    'Free space on the disk of the data directory, then retry.',
  ),
  SERVICE_UNAVAILABLE: entry(
    503,
    'server',
    true,
    'The service is starting, stopping, overloaded, or cannot reach its storage',
    'Retry after the seconds in Retry-After.',
  ),
  WRITE_OUTCOME_UNKNOWN: entry(
    503,
    'server',
    true,
    'The database connection was lost during a commit; the change may have been saved',
    'Retry with the same Idempotency-Key, which cannot save twice. Without a key, first check whether the change was saved.',
  ),
  INTERNAL: entry(500, 'server', true, 'Internal error', 'Retry later; include the request id when you report it.'),
} satisfies Record<string, ErrorEntry>
