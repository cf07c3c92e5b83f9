/** CSS text as a browser understands it: no comments, escapes resolved, compatibility characters folded, in lower case. */
export function readCss(text: string): string {
  return unescapeCss(text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ''))
    .normalize('NFKC')
    .replaceAll('\0', '')
    .toLowerCase()
}

/** Resolves the escapes of CSS (CSS Syntax 4.3.7). */
export function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:([0-9a-fA-F]{1,6})[ \t\n\r\f]?|(\r\n|[\n\r\f])|([\s\S]))/g,
    (_, hex?: string, line?: string, other?: string) => {
      if (hex === undefined) return line === undefined ? (other ?? '') : ''
      const code = Number.parseInt(hex, 16)
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
    },
  )
}
