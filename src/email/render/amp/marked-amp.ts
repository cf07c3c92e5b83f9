/** Range of a node in an AMP part, UTF-16 offsets; the end is exclusive. */
export interface NodeSpan {
  id: string
  start: number
  end: number
}

// All writers drop NUL, and ids contain no line break.
const mark = '\0'

/** Surrounds the HTML of a node with marks that stay until the document is complete. */
export function markNode(id: string, html: string): string {
  return `${mark}${id}\n${html}${mark}\n`
}

export function withoutMarks(marked: string): string {
  const [first = '', ...parts] = marked.split(mark)
  let out = first
  for (const part of parts) out += part.slice(cut(part))
  return out
}

/** Removes the marks and returns the range of each node; outer nodes precede inner ones. */
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

/** Returns the innermost node. */
export function nodeAt(nodes: readonly NodeSpan[], at: number): string | undefined {
  return nodes.findLast(({ end, start }) => start <= at && at < end)?.id
}

function cut(part: string): number {
  return part.indexOf('\n') + 1
}
