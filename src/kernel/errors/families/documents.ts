import { type ErrorEntry, entry } from '../entry.ts'

/** Documents, and reading and rendering them. */
export const documentErrors = {
  DOCUMENT_INVALID: entry(
    422,
    'validation',
    true,
    'The email document is not valid',
    'Correct the members listed in issues.',
  ),
  DOCUMENT_TOO_LARGE: entry(
    413,
    'validation',
    true,
    'The email document is too large',
    'Keep HTML and CSS under 1 MB together, the document under 2.25 MB of JSON and 5,000 nodes.',
  ),
  MJML_INVALID: entry(
    422,
    'validation',
    true,
    'Invalid MJML',
    'Send one mjml element with an mj-body, within the limits named in detail.',
  ),
  CHROMIUM_UNAVAILABLE: entry(
    503,
    'server',
    true,
    'Chromium is busy or not running',
    'Retry later or use engine "builtin". Operators can check Chromium with svc doctor.',
  ),
  DRAWING_TOO_COMPLEX: entry(
    422,
    'validation',
    true,
    'The email is too complex to render as an image',
    'Use fewer nested tables, elements or large images.',
  ),
  DESIGN_UNKNOWN: entry(
    422,
    'validation',
    true,
    'Unsupported design format',
    'Send JSON saved by Unlayer or Beefree, or HTML exported by any editor.',
  ),
  IMPORT_TOO_COMPLEX: entry(
    422,
    'validation',
    true,
    'The email is too complex to import',
    'Send a shorter or simpler email, or create it as a document.',
  ),
  RENDER_TOO_LARGE: entry(
    422,
    'validation',
    true,
    'The rendered email is too large',
    'Shorten the document or its data: HTML, text and AMP are limited to 2 MB each.',
  ),
  DATA_INVALID: entry(
    422,
    'validation',
    true,
    'The data does not match the template’s fields',
    'Provide the required fields listed in issues.',
  ),
  LIQUID_INVALID: entry(
    422,
    'validation',
    true,
    'Invalid Liquid in an HTML block',
    'Correct the tags listed in issues; /docs/guide/data describes the Liquid that HTML blocks support.',
  ),
  AMP_INVALID: entry(
    422,
    'validation',
    true,
    'The AMP part is not valid',
    'Change the nodes listed in issues, or export without strict to get warnings instead.',
  ),
} satisfies Record<string, ErrorEntry>
