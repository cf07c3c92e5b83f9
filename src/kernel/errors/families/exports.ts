import { type ErrorEntry, entry } from '../entry.ts'

/** Exports, their targets, and pushes to ESPs. */
export const exportErrors = {
  EXPORT_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Export not found',
    'Check the id; exports are deleted at expires_at.',
  ),
  EXPORT_TOO_LARGE: entry(
    422,
    'validation',
    true,
    'The exported files are too large',
    'Export fewer templates, or leave images on the CDN with options.images "absolute".',
  ),
  EXPORT_IMAGE_MISSING: entry(
    422,
    'validation',
    true,
    'An image of the email cannot be packed',
    'Upload the images listed in issues, or omit options.strict to use gray placeholders.',
  ),
  EXPORT_TARGET_UNKNOWN: entry(422, 'validation', true, 'Unknown export target', 'Use an id of GET /export/formats.'),
  EXPORT_TARGET_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Export target not found',
    'Check the id; built-in targets (GET /export/formats) cannot be changed.',
  ),
  EXPORT_TARGET_EXISTS: entry(
    409,
    'validation',
    true,
    'The export target id is already in use',
    'Choose another id, or update the existing target.',
  ),
  EXPORT_NOT_EXPRESSIBLE: entry(
    422,
    'validation',
    true,
    'The target cannot express part of this email',
    'Change the items listed in issues, or omit options.strict to get warnings instead.',
  ),
  CONNECTION_NOT_FOUND: entry(404, 'validation', false, 'Connection not found', 'Check the id.'),
  PUSH_NOT_FOUND: entry(404, 'validation', false, 'Push not found', 'Check the id; pushes are deleted after 30 days.'),
  LINK_EXPIRED: entry(410, 'validation', true, 'The temporary link has expired', 'Request a new link.'),
  LINK_INVALID: entry(403, 'auth', false, 'Invalid link signature', 'Use the link unchanged.'),
  RANGE_NOT_SATISFIABLE: entry(
    416,
    'validation',
    true,
    'Range not satisfiable',
    'Request a range within the length in Content-Range, or the whole file.',
  ),
  FILE_NOT_FOUND: entry(404, 'validation', false, 'File not found', 'Check the URL.'),
} satisfies Record<string, ErrorEntry>
