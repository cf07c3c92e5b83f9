import { type ErrorEntry, entry } from '../entry.ts'

/** Documents, and what is read and rendered of them. */
export const documentErrors = {
  DOCUMENT_INVALID: entry(
    422,
    'validation',
    true,
    'The email document is not valid',
    'Correct the places listed in issues.',
  ),
  DOCUMENT_TOO_LARGE: entry(
    413,
    'validation',
    true,
    'The email document is too large',
    'Stay under 1 MB of HTML and CSS; a document has at most 2.25 MB as JSON, and 5,000 nodes.',
  ),
  MJML_INVALID: entry(
    422,
    'validation',
    true,
    'The MJML cannot be read',
    'Send one mjml element with a mj-body, within the limits that the detail names.',
  ),
  CHROMIUM_UNAVAILABLE: entry(
    503,
    'server',
    true,
    'The browser that draws is busy or does not run',
    'Repeat later, or draw with engine "builtin"; operators see with svc doctor whether it runs.',
  ),
  DRAWING_TOO_COMPLEX: entry(
    422,
    'validation',
    true,
    'The email is too complex to be drawn as a picture',
    'Use fewer nested tables, elements or large pictures.',
  ),
  DESIGN_UNKNOWN: entry(
    422,
    'validation',
    true,
    'The design is of no editor that is known',
    'Send the JSON that Unlayer or Beefree saves, or the HTML that the editor exports.',
  ),
  IMPORT_TOO_COMPLEX: entry(
    422,
    'validation',
    true,
    'The email takes too long to import',
    'Send a shorter or simpler one, or write it as a document.',
  ),
  RENDER_TOO_LARGE: entry(
    422,
    'validation',
    true,
    'The rendered email is too large',
    'Shorten the document or its data; the limit is 2 MB of HTML, text or AMP.',
  ),
  DATA_INVALID: entry(
    422,
    'validation',
    true,
    'The data does not fit the template’s fields',
    'Give every required field listed in issues.',
  ),
  LIQUID_INVALID: entry(
    422,
    'validation',
    true,
    'The Liquid of an HTML block cannot be filled in',
    'Correct the tags named in issues; see /docs/guide/data for what HTML blocks may hold.',
  ),
  AMP_INVALID: entry(
    422,
    'validation',
    true,
    'The AMP part is not valid',
    'Change the nodes that the issues name, or export without strict: then they are warnings.',
  ),
} satisfies Record<string, ErrorEntry>
