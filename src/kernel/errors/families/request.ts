import { type ErrorEntry, entry } from '../entry.ts'

/** The request itself cannot be read, or does not fit. */
export const requestErrors = {
  MALFORMED_BODY: entry(
    400,
    'validation',
    true,
    'The body cannot be read',
    'Send one JSON value in UTF-8 with Content-Type application/json, or a form or gzip that is whole.',
  ),
  MALFORMED_REQUEST: entry(
    400,
    'validation',
    true,
    'The request cannot be read',
    'Check the path, the query and the headers named in the detail.',
  ),
  ROUTE_NOT_FOUND: entry(404, 'validation', false, 'No such endpoint', 'See /docs for the list of operations.'),
  METHOD_NOT_ALLOWED: entry(
    405,
    'validation',
    false,
    'This path does not take that method',
    'Use one of the methods in the Allow header.',
  ),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    'validation',
    true,
    'The body has the wrong media type',
    'Send the media type that the operation documents.',
  ),
  PAYLOAD_TOO_LARGE: entry(
    413,
    'validation',
    true,
    'The body is too large',
    'Stay under the limit in the detail; see /docs/guide/limits.',
  ),
  VALIDATION_FAILED: entry(
    422,
    'validation',
    true,
    'The request does not fit the schema',
    'Correct the fields listed in issues.',
  ),
  INVALID_CURSOR: entry(
    422,
    'validation',
    true,
    'The cursor does not belong to this list',
    'Start again without a cursor; keep filters and sort unchanged between pages.',
  ),
  PRECONDITION_FAILED: entry(
    412,
    'validation',
    true,
    'The resource has changed since it was read',
    'Read it again, merge, and send the new ETag in If-Match.',
  ),
  IDEMPOTENCY_KEY_REUSED: entry(
    422,
    'validation',
    true,
    'This Idempotency-Key was used with another request',
    'Use a new key for a new request.',
  ),
  IDEMPOTENCY_IN_PROGRESS: entry(
    409,
    'server',
    true,
    'A request with this Idempotency-Key is still running',
    'Wait for the first answer, then repeat.',
  ),
  RATE_LIMIT_EXCEEDED: entry(429, 'server', true, 'Rate limit exceeded', 'Wait for the seconds in Retry-After.'),
  CLIENT_CLOSED_REQUEST: entry(
    499,
    'server',
    true,
    'The caller closed the connection before the response',
    'Keep the connection open until the response arrives. This code is in logs and metrics only.',
  ),
} satisfies Record<string, ErrorEntry>
