import { type ErrorEntry, entry } from '../entry.ts'

/** Authentication, authorization and rate limits. */
export const callerErrors = {
  UNAUTHORIZED: entry(
    401,
    'auth',
    false,
    'The API key is missing, unknown, expired or revoked',
    'Send a valid key in the Svc-Api-Auth header.',
  ),
  PLUGIN_KEY_NOT_ACCEPTED: entry(
    401,
    'auth',
    false,
    'Plugin credentials are not an API key',
    'Use an API key (svc_ and 48 hexadecimal characters); svc_pk_ and svc_sk_ belong to the editor plugin.',
  ),
  FORBIDDEN: entry(
    403,
    'auth',
    false,
    'The key lacks the scope for this operation',
    'Use a key with the scope named in detail.',
  ),
  SIGN_IN_FAILED: entry(
    401,
    'auth',
    true,
    'Wrong email address or password',
    'Check both. svc users create creates an account.',
  ),
  SETUP_LINK_INVALID: entry(
    404,
    'auth',
    true,
    'The setup link was used, has expired or is unknown',
    'Run svc users create on the server instead.',
  ),
  CSRF_REJECTED: entry(
    403,
    'auth',
    true,
    'The request did not come from this console',
    'Reload the page and try again.',
  ),
  ORIGIN_NOT_ALLOWED: entry(
    403,
    'auth',
    false,
    'This origin is not on the project’s list',
    'Add the origin to the project’s allowed origins.',
  ),
  PLUGIN_AUTH_INVALID: entry(
    401,
    'auth',
    false,
    'Invalid plugin authentication',
    'Sign the token with the project’s Secret Key, as /docs/guide/embed describes.',
  ),
  PLUGIN_AUTH_EXPIRED: entry(
    401,
    'auth',
    true,
    'Plugin authentication token expired',
    'Issue a new token; tokens are valid for 24 hours.',
  ),
  METRICS_TOKEN_INVALID: entry(
    401,
    'auth',
    false,
    'The metrics token is missing or wrong',
    'Send SVC_METRICS_TOKEN as Authorization: Bearer.',
  ),
  SESSION_EXPIRED: entry(404, 'auth', true, 'Session expired or not found', 'Call init again.'),
} satisfies Record<string, ErrorEntry>
