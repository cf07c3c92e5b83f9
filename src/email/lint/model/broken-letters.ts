// Bytes 0x80 to 0x9f in Windows-1252; five are undefined there and stay control characters.
const upper =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'
const trail = `[\\u00a0-\\u00bf${upper}]`
// UTF-8 of accented letters, quotes, dashes, emoji and the like, with each byte decoded as a character.
const misread = new RegExp(`[\\u00c2-\\u00df]${trail}|[\\u00e0-\\u00ef]${trail}{2}|[\\u00f0-\\u00f4]${trail}{3}`, 'g')
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An excerpt that shows a wrong encoding; undefined if there is none. */
export function isBroken(text: string): string | undefined {
  if (text.includes('\ufffd')) return around(text, text.indexOf('\ufffd'))
  if (!/[\u00c2-\u00f4]/.test(text)) return undefined
  for (const match of text.matchAll(misread)) if (fixed(match[0]) !== match[0]) return around(text, match.index)
  return undefined
}

/** Decodes UTF-8 that was decoded as Windows-1252; lost characters stay lost. */
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
    // Authors never write control characters.
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
