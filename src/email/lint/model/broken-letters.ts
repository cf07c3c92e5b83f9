// The bytes 0x80 to 0x9f as Windows-1252 reads them; five mean nothing there and stay controls.
const upper =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'
const trail = `[\\u00a0-\\u00bf${upper}]`
// UTF-8 of letters with accents, and of quotes, dashes, emoji and the like, each byte read as a letter.
const misread = new RegExp(`[\\u00c2-\\u00df]${trail}|[\\u00e0-\\u00ef]${trail}{2}|[\\u00f0-\\u00f4]${trail}{3}`, 'g')
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A piece of text that shows that it was read in the wrong encoding; undefined for text in order. */
export function isBroken(text: string): string | undefined {
  if (text.includes('\ufffd')) return around(text, text.indexOf('\ufffd'))
  if (!/[\u00c2-\u00f4]/.test(text)) return undefined
  for (const match of text.matchAll(misread)) if (fixed(match[0]) !== match[0]) return around(text, match.index)
  return undefined
}

/** The text with what was UTF-8 read as Windows-1252 read anew; what was lost stays lost. */
export function fixLetters(text: string): string {
  return text.replace(misread, fixed)
}

function fixed(letters: string): string {
  const bytes = Uint8Array.from(letters, (letter) => {
    const at = upper.indexOf(letter)
    return at < 0 ? letter.charCodeAt(0) : at + 0x80
  })
  try {
    const read = utf8.decode(bytes)
    // Controls were never written.
    return /[\u0080-\u009f]/.test(read) ? letters : read
  } catch {
    return letters
  }
}

function around(text: string, at: number): string {
  return text
    .slice(Math.max(0, at - 10), at + 10)
    .toWellFormed()
    .trim()
}
