import { type AddressUse, isSafeAddress } from './urls.ts'
import { findCssEdits } from './css-scan.ts'

// Attributes that contain one URL, and whether only an image is loaded from it.
const addresses = new Map<string, AddressUse>([
  ...[
    'href',
    'xlink:href',
    'action',
    'cite',
    'longdesc',
    'usemap',
    'classid',
    'codebase',
    'profile',
    'manifest',
    'data',
    'archive',
  ].map((name) => [name, 'page'] as const),
  ...['src', 'background', 'poster', 'lowsrc', 'dynsrc', 'icon', 'o:href'].map((name) => [name, 'image'] as const),
])
const addressLists = new Set(['srcset', 'imagesrcset'])
const refused = new Set([
  'srcdoc',
  'formaction',
  'ping',
  'shadowrootmode',
  'nonce',
  'autofocus',
  'contenteditable',
  'datasrc',
  'datafld',
  'dataformatas',
  'fscommand',
  'seeksegmenttime',
])

/**
 * The reason to remove an attribute; undefined if it is allowed. The declarations of a style attribute are checked
 * separately.
 */
export function attributeProblem(name: string, value: string, inSvg: boolean): string | undefined {
  const lower = name.toLowerCase()
  if (lower.startsWith('on') || /[:.]on[a-z]+$/.test(lower) || refused.has(lower)) return `attribute ${short(lower)}`
  if (inSvg && (lower === 'href' || lower === 'xlink:href')) return `attribute ${short(lower)}`
  if (inSvg && /url\s*\(\s*(?:['"]\s*)?[^#\s'"]/i.test(value)) return `URL in ${short(lower)}`
  if (addressLists.has(lower)) return isSafeList(value) ? undefined : `URL in ${short(lower)}`
  const use = addresses.get(lower) ?? addresses.get(lower.replace(/^.*:/, ''))
  if (use !== undefined && !isSafeAddress(value, use)) return `URL in ${short(lower)}`
  // An unknown attribute on an element that might use it as a URL.
  return use === undefined && lower !== 'style' && isScript(value) ? `script in ${short(lower)}` : undefined
}

/** True if a style attribute contains a forbidden declaration. */
export function hasBadStyle(value: string): boolean {
  return findCssEdits(value, 'image', true).some((edit) => edit.what !== undefined)
}

// Texts such as alt and title may mention javascript: only a value that starts with it is a URL.
function isScript(value: string): boolean {
  return /^[\s\0]*(?:java|vb)script\s*:\S/i.test(value)
}

// Data URLs contain commas too; they are validated as a whole.
function isSafeList(value: string): boolean {
  const rest = value.replace(/\bdata:image\/\S+/gi, '')
  return rest.split(',').every((one) => isSafeAddress(one.trim().split(/\s+/, 1)[0] ?? '', 'image'))
}

function short(name: string): string {
  return name.slice(0, 40)
}
