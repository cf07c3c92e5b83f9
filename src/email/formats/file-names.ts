// Separators and what Windows forbids, controls, marks that turn the reading direction (they disguise an extension),
// and characters that cannot be seen. The zero-width joiner stays: emoji and Indic scripts are spelt with it.
const forbidden = /[/\\:*?"<>|\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]/gu
const reserved = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i
/** Bytes of a name without extension: disks take 255, and ours get a number or a folder beside them. */
const nameBytes = 180

/**
 * A file name from what a person called the thing, in any script: safe on every file system, never a path, at most
 * 180 bytes before the extension. `fallback` is used when nothing is left.
 */
export function fileName(name: string, extension = '', fallback = 'email'): string {
  const cleaned = trimmed(name.toWellFormed().normalize('NFC').replace(forbidden, ' ').replace(/\s+/gu, ' '))
  const short = trimmed(cut(cleaned, nameBytes))
  const stem = short === '' ? fallback : reserved.test(short) ? `_${short}` : short
  return extension === '' ? stem : `${stem}.${extension}`
}

/** The name, or with a number when it is taken, capitals aside; caches it in `taken`. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) {
    free = name.replace(/(\.[^./]*)?$/, (extension) => ` (${number})${extension}`)
  }
  taken.add(free.toLowerCase())
  return free
}

/**
 * The Content-Disposition header for a file (RFC 6266): plain ASCII for old clients, and `filename*` in UTF-8
 * (RFC 8187) when the name needs it.
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = asciiName(name)
  const plain = `${kind}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extendedValue(name)}`
}

// A name wholly in another script keeps its extension and becomes "email".
function asciiName(name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return (asciiOf(stem).trim() || 'email') + asciiOf(extension)
}

function asciiOf(text: string): string {
  // A percent sign is left out because some clients decode it here too (RFC 6266 appendix D).
  return text
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]|["\\%]/g, '')
    .replace(/ +/g, ' ')
}

function extendedValue(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => `%${hex(character)}`)
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase()
}

// Windows drops dots and spaces at the end, Unix hides a name that begins with a dot.
function trimmed(name: string): string {
  return name.replace(/^[.\s]+|(?<![.\s])[.\s]+$/gu, '')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const encoder = new TextEncoder()

// Between characters as people see them, so that an emoji or a letter with marks is not torn.
function cut(text: string, maxBytes: number): string {
  if (encoder.encode(text).length <= maxBytes) return text
  let bytes = 0
  let result = ''
  for (const { segment } of graphemes.segment(text)) {
    bytes += encoder.encode(segment).length
    if (bytes > maxBytes) break
    result += segment
  }
  return result
}
