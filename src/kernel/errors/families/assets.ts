import { type ErrorEntry, entry } from '../entry.ts'

/** Assets and the images made of them. */
export const assetErrors = {
  ASSET_NOT_FOUND: entry(404, 'validation', false, 'Asset not found', 'Check the id.'),
  ASSET_INVALID: entry(
    422,
    'validation',
    true,
    'The file cannot be taken as an asset',
    'The detail says what is wrong with it: save or export it again, or make it smaller.',
  ),
  ASSET_TYPE_REFUSED: entry(
    422,
    'validation',
    true,
    'Files of this type are not accepted',
    'Send a file of a type that the detail names. The type is found in the content; neither the name nor Content-Type decides.',
  ),
  ASSET_IN_USE: entry(
    409,
    'validation',
    true,
    'The asset is in use',
    'Repeat with force=true, or take it out of the documents first; GET /assets/{id}/usage names them.',
  ),
  UPLOAD_NOT_FOUND: entry(
    404,
    'validation',
    true,
    'Nothing was uploaded under this id',
    'PUT the bytes to the upload address first, or ask for a new one: it is valid for an hour.',
  ),
  FETCH_FAILED: entry(
    422,
    'validation',
    true,
    'The address could not be fetched',
    'Check that it is a public https address that answers 200 with the file; the detail says what came instead.',
  ),
  TRANSFORM_INVALID: entry(
    422,
    'validation',
    true,
    'The picture cannot be made that way',
    'Correct the parameters named in the detail.',
  ),
  IMAGES_BUSY: entry(
    503,
    'server',
    true,
    'Too many pictures are being made at the moment',
    'Repeat after the seconds in Retry-After.',
  ),
} satisfies Record<string, ErrorEntry>
