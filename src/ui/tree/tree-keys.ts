/** One line of a tree as it is seen: lines of folded parents are left out. */
export interface Line {
  id: string
  depth: number
  hasChildren: boolean
  isOpen: boolean
}

/** What a key does in a tree (APG, tree view). Left and right are those of a text read from the left. */
export type TreeMove = { kind: 'focus'; id: string } | { kind: 'open' | 'close'; id: string }

/** What a key means on a line; undefined when it means nothing there. */
export function readTreeKey(key: string, lines: readonly Line[], at: number): TreeMove | undefined {
  const line = lines[at]
  if (line === undefined) return undefined
  const focus = (index: number): TreeMove | undefined => {
    const target = lines[index]
    return target === undefined ? undefined : { kind: 'focus', id: target.id }
  }
  switch (key) {
    case 'ArrowDown':
      return focus(at + 1)
    case 'ArrowUp':
      return focus(at - 1)
    case 'Home':
      return focus(0)
    case 'End':
      return focus(lines.length - 1)
    case 'ArrowRight':
      if (!line.hasChildren) return undefined
      return line.isOpen ? focus(at + 1) : { kind: 'open', id: line.id }
    case 'ArrowLeft':
      if (line.hasChildren && line.isOpen) return { kind: 'close', id: line.id }
      return focus(lines.findLastIndex((other, index) => index < at && other.depth < line.depth))
    default:
      return undefined
  }
}

/** The line that begins with what is typed, searched from the one behind on and around. */
export function findByLetter(letter: string, labels: readonly string[], at: number): number {
  const order = [...labels.keys()].map((index) => (at + 1 + index) % labels.length)
  return order.find((index) => labels[index]?.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase())) ?? -1
}

/** All lines from one to another, the other one last. */
export function between(ids: readonly string[], from: string, to: string): string[] {
  const [at, end] = [ids.indexOf(from), ids.indexOf(to)]
  if (at === -1 || end === -1) return end === -1 ? [] : [to]
  return at <= end ? ids.slice(at, end + 1) : ids.slice(end, at + 1).toReversed()
}

/** True if a key walks along the lines, so that with Shift it takes them along. */
export function isAlong(key: string): boolean {
  return key === 'ArrowDown' || key === 'ArrowUp' || key === 'Home' || key === 'End'
}

/** True if a key press asks what can be done with a line. */
export function isMenuKey({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}
