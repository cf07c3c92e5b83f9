/** Restrictions of a URL by its use: `page` for links, `image` for images only, `strict` for CSS in the head. */
export type AddressUse = 'page' | 'image' | 'strict'

// Schemes that execute code, read local files or embed another document. Other schemes open applications and are allowed.
const dangerous =
  /^(?:javascript|vbscript|livescript|mocha|data|file|blob|filesystem|view-source|jar|mhtml|ms-its|mk|res|about|wyciwyg|feed|chrome|resource|intent|x-javascript|jscript)$/
const imageData = /^data:image\/[a-z0-9.+-]+[;,]/

/**
 * True if a URL is allowed. Parsed as browsers do: without white space and control characters, ignoring case, and also with
 * every merge tag empty. A merge tag may be a whole URL, but not a scheme.
 */
export function isSafeAddress(value: string, use: AddressUse): boolean {
  const text = squeeze(value)
  if (use === 'strict') return /^(?:https:\/\/|\/cdn\/|#|\{\{|$)/.test(text) && !mergedScheme(text)
  return (
    isSafe(text, use) &&
    isSafe(squeeze(withoutTags(withoutTags(value, '{{', '}}'), '{%', '%}')), use) &&
    !mergedScheme(text)
  )
}

function isSafe(text: string, use: AddressUse): boolean {
  if (use === 'image' && imageData.test(text)) return true
  const scheme = /^([a-z][a-z0-9+.-]*):/.exec(text)?.[1]
  return scheme === undefined || !dangerous.test(scheme)
}

// By offset, because a pattern would search to the end again for every unclosed mark.
function withoutTags(value: string, open: string, close: string): string {
  let out = ''
  let at = 0
  for (let start = value.indexOf(open); start >= 0; start = value.indexOf(open, at)) {
    const end = value.indexOf(close, start + open.length)
    if (end < 0) break
    out += value.slice(at, start)
    at = end + close.length
  }
  return out + value.slice(at)
}

function mergedScheme(text: string): boolean {
  return /^[a-z0-9+.-]*(?:\{\{.*?\}\}|\{%.*?%\})[a-z0-9+.-]*:/s.test(text)
}

// WHATWG URL 4.4 drops tabs and line breaks anywhere, and control characters and spaces at the start; older engines dropped
// more.
function squeeze(value: string): string {
  // oxlint-disable-next-line no-control-regex
  return value
    .replace(/[\u0000-\u0020\u007f-\u00a0\u00ad\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/g, '')
    .toLowerCase()
}
