import { type ErrorEntry, entry } from '../entry.ts'

/** The service itself. */
export const serviceErrors = {
  NOT_CONFIGURED: entry(
    501,
    'server',
    false,
    'This optional part is not configured',
    'The detail names the setting an operator has to give.',
  ),
  STORAGE_FULL: entry(
    507,
    'server',
    true,
    'The disk is full; reads still work',
    'Free space on the data directory’s disk, then repeat.',
  ),
  SERVICE_UNAVAILABLE: entry(
    503,
    'server',
    true,
    'The service is starting, stopping, overloaded, or cannot reach its storage',
    'Repeat after the seconds in Retry-After.',
  ),
  WRITE_OUTCOME_UNKNOWN: entry(
    503,
    'server',
    true,
    'The connection to the database was lost while this change was being saved: it may have been saved',
    'Repeat with the same Idempotency-Key, which cannot save it twice. Without a key, check first whether it was saved.',
  ),
  INTERNAL: entry(500, 'server', true, 'Internal error', 'Repeat later; quote the request id when you report it.'),
} satisfies Record<string, ErrorEntry>
