import { type ErrorEntry, entry } from '../entry.ts'

/** The embedded editor and its SDK: codes, messages and kinds are those that hosts know. */
export const pluginErrors = {
  INVALID_CONFIG: entry(
    400,
    'validation',
    true,
    'Invalid plugin configuration',
    'Give pluginId, emailId and getAuthToken, and correct the member that the details name; the origin of the page is allowed in the project.',
    true,
  ),
  TOKEN_RIGHT_MISSING: entry(
    403,
    'auth',
    false,
    'The token does not allow this',
    'Have your server sign the right that the detail names into the claim can of the token.',
  ),
  INVALID_FORMAT: entry(400, 'validation', true, 'Invalid export format', 'Use html, zip or pdf.'),
  INVALID_ARGS: entry(
    400,
    'validation',
    true,
    'Invalid arguments: html and css must be strings',
    'Pass what the message names: two strings to setHtml, one of the listed values elsewhere.',
    true,
  ),
  SAVE_FAILED: entry(500, 'server', true, 'Failed to save template', 'Repeat; content must be under 1 MB.'),
  EXPORT_FAILED: entry(500, 'server', true, 'Failed to export template', 'Repeat.'),
  IFRAME_LOAD_TIMEOUT: entry(
    504,
    'network',
    true,
    'Editor iframe load timeout (30s)',
    'Check that the editor’s address is reachable and allowed by the page’s CSP.',
    true,
  ),
  POSTMESSAGE_TIMEOUT: entry(
    504,
    'network',
    true,
    'Editor response timeout',
    'Repeat; the editor answers within 10 seconds.',
    true,
  ),
  TOKEN_UNAVAILABLE: entry(
    401,
    'auth',
    true,
    'The host page gave no token',
    'See what getAuthToken does; it is asked again with the next call.',
    true,
  ),
  NETWORK_ERROR: entry(
    503,
    'network',
    true,
    'The service cannot be reached',
    'Check the connection of the browser; what is typed stays there until it can be saved.',
    true,
  ),
  NOT_INITIALIZED: entry(400, 'network', true, 'Plugin not initialized. Call init() first.', 'Call init first.', true),
} satisfies Record<string, ErrorEntry>
