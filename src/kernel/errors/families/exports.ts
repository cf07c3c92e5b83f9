import { type ErrorEntry, entry } from '../entry.ts'

/** Exports, what they are written for, and pushes to ESPs. */
export const exportErrors = {
  EXPORT_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Export not found',
    'Check the id; exports are kept for the time in expires_at.',
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
    'Upload the images that the issues name, or leave options.strict out: a grey picture stands for them then.',
  ),
  EXPORT_TARGET_UNKNOWN: entry(
    422,
    'validation',
    true,
    'There is no such export target',
    'Use an id of GET /export/formats.',
  ),
  EXPORT_TARGET_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Export target not found',
    'Check the id; the built-in targets are in GET /export/formats and cannot be changed.',
  ),
  EXPORT_TARGET_EXISTS: entry(
    409,
    'validation',
    true,
    'There is an export target of this id already',
    'Choose another id, or change the one that is there.',
  ),
  EXPORT_NOT_EXPRESSIBLE: entry(
    422,
    'validation',
    true,
    'The export target has no words for something in the email',
    'Change what the issues name, or leave options.strict out and read the warnings.',
  ),
  CONNECTION_NOT_FOUND: entry(404, 'validation', false, 'Connection not found', 'Check the id.'),
  PUSH_NOT_FOUND: entry(404, 'validation', false, 'Push not found', 'Check the id; pushes are kept for 30 days.'),
  LINK_EXPIRED: entry(410, 'validation', true, 'The temporary link has expired', 'Ask for a new one.'),
  LINK_INVALID: entry(403, 'auth', false, 'The link’s signature is not valid', 'Use the link exactly as it was given.'),
  RANGE_NOT_SATISFIABLE: entry(
    416,
    'validation',
    true,
    'The file has no bytes in that range',
    'Ask for a range within the length in Content-Range, or for the whole file.',
  ),
  FILE_NOT_FOUND: entry(404, 'validation', false, 'File not found', 'Check the address.'),
} satisfies Record<string, ErrorEntry>
