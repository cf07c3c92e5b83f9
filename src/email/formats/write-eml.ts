export interface Message {
  subject: string
  text: string
  /** Must not be the last part: some clients show only that one. */
  amp?: string
  html: string
  /** Images that the HTML references as `cid:name`. */
  images?: readonly InlineImage[]
}

export interface InlineImage {
  name: string
  mime: string
  content: Uint8Array
}

/**
 * Writes a message file (RFC 5322) that mail programs open as a draft: multipart/alternative with text, AMP and HTML
 * in this order, the HTML in multipart/related with its images, if any. The same message gives the same bytes.
 */
export function writeEml(message: Message): string {
  const { amp, html, images = [], subject, text } = message
  const page = part('text/html; charset=utf-8', html)
  const rich =
    images.length === 0 ? page : multipart('related', [page, ...images.map(inlinePart)], '; type="text/html"')
  const parts = [
    part('text/plain; charset=utf-8', text),
    ...(amp === undefined ? [] : [part('text/x-amp-html; charset=utf-8', amp)]),
    rich,
  ]
  // Outlook opens a message with this header in its editor.
  const head = [`Subject: ${encodedWords(subject)}`, 'X-Unsent: 1', 'MIME-Version: 1.0']
  return `${head.join('\r\n')}\r\n${multipart('alternative', parts)}\r\n`
}

function part(type: string, content: string): string {
  return `Content-Type: ${type}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(content)}`
}

function inlinePart({ content, mime, name }: InlineImage): string {
  const lines = toBase64(content).replace(/.{76}(?=.)/g, '$&\r\n')
  return [
    `Content-Type: ${mime}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-ID: <${name}>`,
    `Content-Disposition: inline; filename="${name}"`,
    '',
    lines,
  ].join('\r\n')
}

function multipart(kind: 'alternative' | 'related', parts: readonly string[], more = ''): string {
  const boundary = boundaryOf(kind, parts)
  const body = parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('')
  return `Content-Type: multipart/${kind};\r\n boundary="${boundary}"${more}\r\n\r\n${body}--${boundary}--`
}

// `=_` never occurs in quoted-printable or base64 (RFC 2045 6.7), so no part contains the boundary.
function boundaryOf(kind: string, parts: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const text of parts)
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `=_${kind}_${(hash >>> 0).toString(16).padStart(8, '0')}`
}

const encoder = new TextEncoder()

/** RFC 2045 6.7: lines of at most 76 characters, line breaks CRLF. */
function quotedPrintable(text: string): string {
  return text
    .replace(/\r\n?|\n/g, '\n')
    .split('\n')
    .map(quotedLine)
    .join('\r\n')
}

function quotedLine(line: string): string {
  let out = ''
  let width = 0
  const bytes = encoder.encode(line)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const isLast = at === bytes.length - 1
    const isPlain = byte >= 33 && byte <= 126 && byte !== 61
    const isSpace = (byte === 32 || byte === 9) && !isLast
    // Some mail systems change a dot or “From ” at the start of a line.
    const isSafeAtLineStart = width > 0 || (byte !== 46 && byte !== 70)
    const piece = (isPlain || isSpace) && isSafeAtLineStart ? String.fromCharCode(byte) : `=${hex(byte)}`
    if (width + piece.length > 75) {
      out += '=\r\n'
      width = 0
    }
    out += piece
    width += piece.length
  }
  return out
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}

/** RFC 2047: words of at most 75 characters; no character is split between two. */
function encodedWords(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ')
  if (/^[\x20-\x7e]{0,60}$/.test(line) && !line.includes('=?')) return line
  const words: string[] = []
  let bytes: number[] = []
  for (const character of line) {
    const next = [...encoder.encode(character)]
    if (bytes.length + next.length > 42) {
      words.push(word(bytes))
      bytes = []
    }
    bytes.push(...next)
  }
  if (bytes.length > 0) words.push(word(bytes))
  return words.join('\r\n ')
}

function word(bytes: readonly number[]): string {
  return `=?UTF-8?B?${toBase64(Uint8Array.from(bytes))}?=`
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}
