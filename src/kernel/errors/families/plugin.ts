import { type ErrorEntry, entry } from '../entry.ts'

/** The embedded editor and its SDK: codes, messages and kinds are part of the contract with host pages. */
export const pluginErrors = {
  INVALID_CONFIG: entry(
    400,
    'validation',
    true,
    'Invalid plugin configuration',
    'Provide pluginId, emailId and getAuthToken, correct the member that details names, and allow the page’s origin in the project.',
    true,
  ),
  TOKEN_RIGHT_MISSING: entry(
    403,
    'auth',
    false,
    'The token lacks a right',
    'Sign the right named in detail into the token’s `can` claim.',
  ),
  INVALID_FORMAT: entry(400, 'validation', true, 'Invalid export format', 'Use html, zip or pdf.'),
  INVALID_ARGS: entry(
    400,
    'validation',
    true,
    'Invalid arguments: html and css must be strings',
    'Pass what the message names: two strings to setHtml, a listed value elsewhere.',
    true,
  ),
  SAVE_FAILED: entry(500, 'server', true, 'Failed to save template', 'Retry; the content must be under 1 MB.'),
  EXPORT_FAILED: entry(500, 'server', true, 'Failed to export template', 'Retry.'),
  IFRAME_LOAD_TIMEOUT: entry(
    504,
    'network',
    true,
    'Editor iframe load timeout (30s)',
    'Check that the editor’s URL is reachable and allowed by the page’s Content-Security-Policy.',
    true,
  ),
  POSTMESSAGE_TIMEOUT: entry(
    504,
    'network',
    true,
    'Editor response timeout',
    'Retry; the editor normally responds within 10 seconds.',
    true,
  ),
  TOKEN_UNAVAILABLE: entry(
    401,
    'auth',
    true,
    'getAuthToken returned no token',
    'Check getAuthToken on the host page; it is called again with the next request.',
    true,
  ),
  NETWORK_ERROR: entry(
    503,
    'network',
    true,
    'The service cannot be reached',
    'Check the browser’s network connection. Unsaved changes stay in the browser until they can be saved.',
    true,
  ),
  NOT_INITIALIZED: entry(400, 'network', true, 'Plugin not initialized. Call init() first.', 'Call init first.', true),
} satisfies Record<string, ErrorEntry>
