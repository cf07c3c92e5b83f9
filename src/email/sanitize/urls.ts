/** How much an address may do: `page` for links, `image` where only pixels are shown, `strict` for head CSS. */
export type AddressUse = 'page' | 'image' | 'strict'

// What runs code, reads the machine or carries another document. Other schemes open applications and stay.
const dangerous =
  /^(?:javascript|vbscript|livescript|mocha|data|file|blob|filesystem|view-source|jar|mhtml|ms-its|mk|res|about|wyciwyg|feed|chrome|resource|intent|x-javascript|jscript)$/
const imageData = /^data:image\/[a-z0-9.+-]+[;,]/

/**
 * Whether an address may stay. Judged as browsers read it: without white space and controls, in any case, and also as it
 * would read with every merge tag empty. A merge tag may be a whole address, not a scheme.
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

// By position, because a pattern would search to the end again for every mark that stays open.
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

// WHATWG URL 4.4 drops tabs and line breaks anywhere and controls and spaces in front; older engines dropped more.
function squeeze(value: string): string {
  // oxlint-disable-next-line no-control-regex
  return value
    .replace(/[\u0000-\u0020\u007f-\u00a0\u00ad\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/g, '')
    .toLowerCase()
}
