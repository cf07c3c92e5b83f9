/** How the bytes of a document become text. */
export interface Charset {
  /** In the spelling of the Encoding Standard. */
  readonly name: string
  /** The declared name, if there is no such encoding. */
  readonly unknown?: string
}

/** Bytes at the start that are enough for `detectCharset`. */
export const charsetBytes = 256

/** By the byte order mark, the zero bytes of UTF-16, and the XML declaration (XML 1.0, appendix F); otherwise UTF-8. */
export function detectCharset(head: Uint8Array): Charset {
  const [first, second, third] = head
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le' }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be' }
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8' }
  if (first === 0x3c && second === 0) return { name: 'utf-16le' }
  if (first === 0 && second === 0x3c) return { name: 'utf-16be' }
  const start = String.fromCharCode(...head.subarray(0, charsetBytes))
  const [, label] = /<\?xml[^<>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start) ?? []
  if (label === undefined) return { name: 'utf-8' }
  const name = nameOf(label)
  if (name === undefined) return { name: 'utf-8', unknown: label }
  // The declaration was read byte by byte, so it is not UTF-16.
  return { name: name.startsWith('utf-16') ? 'utf-8' : name }
}

function nameOf(label: string): string | undefined {
  try {
    return new TextDecoder(label as 'utf-8').encoding
  } catch {
    return undefined
  }
}
