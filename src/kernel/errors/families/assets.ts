import { type ErrorEntry, entry } from '../entry.ts'

/** Assets and the images rendered from them. */
export const assetErrors = {
  ASSET_NOT_FOUND: entry(404, 'validation', false, 'Asset not found', 'Check the id.'),
  ASSET_INVALID: entry(
    422,
    'validation',
    true,
    'Invalid asset file',
    'See detail; save or export the file again, or make it smaller.',
  ),
  ASSET_TYPE_REFUSED: entry(
    422,
    'validation',
    true,
    'File type not accepted',
    'Send one of the types that the detail lists. The type is detected from the content; the file name and Content-Type are ignored.',
  ),
  ASSET_IN_USE: entry(
    409,
    'validation',
    true,
    'The asset is in use',
    'Remove it from the documents that GET /assets/{id}/usage lists, or retry with force=true.',
  ),
  UPLOAD_NOT_FOUND: entry(
    404,
    'validation',
    true,
    'Upload not found',
    'PUT the bytes to the upload URL first, or request a new one; it is valid for one hour.',
  ),
  FETCH_FAILED: entry(
    422,
    'validation',
    true,
    'The URL could not be fetched',
    'Check that it is a public https URL that responds with 200 and the file; the detail says what was received.',
  ),
  TRANSFORM_INVALID: entry(
    422,
    'validation',
    true,
    'Invalid image transformation',
    'Correct the parameters named in detail.',
  ),
  IMAGES_BUSY: entry(
    503,
    'server',
    true,
    'Too many image transformations in progress',
    'Retry after the seconds in Retry-After.',
  ),
} satisfies Record<string, ErrorEntry>
