// Separators, characters that Windows forbids, controls, bidirectional marks (they disguise an extension), and
// invisible characters. The zero-width joiner stays: emoji and Indic scripts require it.
const forbidden = /[/\\:*?"<>|\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]/gu
const reserved = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i
/** Maximum bytes of a name without extension: file systems allow 255, and a number or extension may be appended. */
const nameBytes = 180

/**
 * A file name from a title in any script: valid on every file system, never a path, at most 180 bytes before the
 * extension. `fallback` is used if nothing remains.
 */
export function fileName(name: string, extension = '', fallback = 'email'): string {
  const cleaned = trimmed(name.toWellFormed().normalize('NFC').replace(forbidden, ' ').replace(/\s+/gu, ' '))
  const short = trimmed(cut(cleaned, nameBytes))
  const stem = short === '' ? fallback : reserved.test(short) ? `_${short}` : short
  return extension === '' ? stem : `${stem}.${extension}`
}

/** Appends a number if the name is taken, ignoring case; adds the result to `taken`. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) {
    free = name.replace(/(\.[^./]*)?$/, (extension) => ` (${number})${extension}`)
  }
  taken.add(free.toLowerCase())
  return free
}

/**
 * The Content-Disposition header of a file (RFC 6266): ASCII for old clients, and `filename*` in UTF-8 (RFC 8187) if
 * required.
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = asciiName(name)
  const plain = `${kind}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extendedValue(name)}`
}

// A name entirely in another script becomes "email", with its extension.
function asciiName(name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return (asciiOf(stem).trim() || 'email') + asciiOf(extension)
}

function asciiOf(text: string): string {
  // A percent sign is removed because some clients decode it here too (RFC 6266 appendix D).
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

// Windows drops trailing dots and spaces; Unix hides names with a leading dot.
function trimmed(name: string): string {
  return name.replace(/^[.\s]+|(?<![.\s])[.\s]+$/gu, '')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const encoder = new TextEncoder()

// Cuts between graphemes, so that emoji and combining marks stay whole.
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
