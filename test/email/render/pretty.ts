const voids = new Set(['img', 'br', 'meta', 'link', 'hr', 'source', 'v:fill', 'w:anchorlock', 'o:allowpng'])
const pieces = /<!--[\s\S]*?(?:-->|>)|<[^>]+>|[^<]+/g

/** HTML with one tag, comment mark or text a line, indented by depth: what a person can read in a golden file. */
export function pretty(html: string): string {
  const lines: string[] = []
  let depth = 0
  for (const [piece] of tidyMarks(html).matchAll(pieces)) {
    if (piece.trim() === '') continue
    const name = /^<\/?([\w:]+)/.exec(piece)?.[1]?.toLowerCase()
    if (piece.startsWith('</')) depth = Math.max(0, depth - 1)
    lines.push(`${'  '.repeat(depth)}${piece}`)
    const opens = name !== undefined && !piece.startsWith('</') && !piece.endsWith('/>') && !voids.has(name)
    if (opens) depth++
  }
  return `${lines.join('\n')}\n`
}

// The ends of conditional comments are no tags.
function tidyMarks(html: string): string {
  return html.replaceAll('<![endif]-->', '<!--endif-->').replaceAll('<!--<!--endif-->', '<!--not mso ends-->')
}
