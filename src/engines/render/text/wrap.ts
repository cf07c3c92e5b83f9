/**
 * Breaks text at spaces so that lines keep to `width` columns; longer words such as addresses stay whole. Line breaks in
 * the text are kept. Lines after the first of each begin with `indent`.
 */
export function wrapText(text: string, width: number, indent = ''): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width, indent))
    .join('\n')
}

function wrapLine(line: string, width: number, indent: string): string {
  const lines: string[] = []
  let current = ''
  let used = 0
  for (const word of line.split(/[ \t]+/)) {
    if (word === '') continue
    const length = columnsOf(word)
    if (current !== '' && used + 1 + length > width) {
      lines.push(current)
      current = indent + word
      used = indent.length + length
    } else {
      current = current === '' ? word : `${current} ${word}`
      used += used === 0 ? length : 1 + length
    }
  }
  lines.push(current)
  return lines.join('\n')
}

/** Columns a text takes: East Asian wide characters and emoji take two. */
export function columnsOf(text: string): number {
  if (/^[\u0020-\u04ff]*$/.test(text)) return text.length
  let columns = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    if (/\p{Mark}/u.test(char) || code === 0x200d) continue
    columns += isWide(code) ? 2 : 1
  }
  return columns
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    code >= 0x20000
  )
}
