import { type ErrorEntry, entry } from '../entry.ts'

/** The request cannot be parsed or is not valid. */
export const requestErrors = {
  MALFORMED_BODY: entry(
    400,
    'validation',
    true,
    'Malformed request body',
    'Send one JSON value in UTF-8 with Content-Type application/json, or a complete form or gzip body.',
  ),
  MALFORMED_REQUEST: entry(
    400,
    'validation',
    true,
    'Malformed request',
    'Check the path, query or header named in detail.',
  ),
  ROUTE_NOT_FOUND: entry(404, 'validation', false, 'Endpoint not found', '/docs lists all operations.'),
  METHOD_NOT_ALLOWED: entry(405, 'validation', false, 'Method not allowed', 'Use a method from the Allow header.'),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    'validation',
    true,
    'Unsupported media type',
    'Send a media type that the operation documents.',
  ),
  PAYLOAD_TOO_LARGE: entry(
    413,
    'validation',
    true,
    'Request body too large',
    'Stay under the limit in the detail; /docs/guide/limits lists all limits.',
  ),
  VALIDATION_FAILED: entry(
    422,
    'validation',
    true,
    'The request does not match the schema',
    'Correct the fields listed in issues.',
  ),
  INVALID_CURSOR: entry(
    422,
    'validation',
    true,
    'The cursor does not belong to this list',
    'Start again without a cursor, and keep filters and sort unchanged between pages.',
  ),
  PRECONDITION_FAILED: entry(
    412,
    'validation',
    true,
    'The resource has changed since it was read',
    'Read it again, merge your change, and send the new ETag in If-Match.',
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
    'Wait for the first response, then retry.',
  ),
  RATE_LIMIT_EXCEEDED: entry(429, 'server', true, 'Rate limit exceeded', 'Wait for the seconds in Retry-After.'),
  CLIENT_CLOSED_REQUEST: entry(
    499,
    'server',
    true,
    'Client closed the connection before the response',
    'Keep the connection open until the response arrives. This code appears only in logs and metrics.',
  ),
} satisfies Record<string, ErrorEntry>
