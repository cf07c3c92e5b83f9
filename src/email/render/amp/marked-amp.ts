/** Where in an AMP part a node was rendered: from its first UTF-16 unit to behind its last. */
export interface NodeSpan {
  id: string
  start: number
  end: number
}

// No writer lets a NUL through, and no id holds a line break.
const mark = '\0'

/** What was rendered for a node, with marks around it that stay until the whole is rendered. */
export function markNode(id: string, html: string): string {
  return `${mark}${id}\n${html}${mark}\n`
}

/** The text without its marks. */
export function withoutMarks(marked: string): string {
  const [first = '', ...parts] = marked.split(mark)
  let out = first
  for (const part of parts) out += part.slice(cut(part))
  return out
}

/** The text without its marks, and where each node is in it; of nodes in nodes the outer ones come first. */
export function readMarked(marked: string): { text: string; nodes: NodeSpan[] } {
  const [first = '', ...parts] = marked.split(mark)
  const nodes: NodeSpan[] = []
  const open: NodeSpan[] = []
  let text = first
  for (const part of parts) {
    const from = cut(part)
    if (from === 1) {
      const span = open.pop()
      if (span !== undefined) span.end = text.length
    } else {
      const span = { id: part.slice(0, from - 1), start: text.length, end: text.length }
      nodes.push(span)
      open.push(span)
    }
    text += part.slice(from)
  }
  return { text, nodes }
}

/** The innermost node around a place. */
export function nodeAt(nodes: readonly NodeSpan[], at: number): string | undefined {
  return nodes.findLast(({ end, start }) => start <= at && at < end)?.id
}

function cut(part: string): number {
  return part.indexOf('\n') + 1
}
