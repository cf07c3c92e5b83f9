/** A visible line; lines of folded parents are left out. */
export interface Line {
  id: string
  depth: number
  hasChildren: boolean
  isOpen: boolean
}

/** The effect of a key (APG, tree view); left and right are those of left-to-right text. */
export type TreeMove = { kind: 'focus'; id: string } | { kind: 'open' | 'close'; id: string }

/** Undefined if the key has no meaning there. */
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

/** The next line, wrapping around, that starts with the typed letter. */
export function findByLetter(letter: string, labels: readonly string[], at: number): number {
  const order = [...labels.keys()].map((index) => (at + 1 + index) % labels.length)
  return order.find((index) => labels[index]?.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase())) ?? -1
}

/** The ids from one line to another; `to` is last. */
export function between(ids: readonly string[], from: string, to: string): string[] {
  const [at, end] = [ids.indexOf(from), ids.indexOf(to)]
  if (at === -1 || end === -1) return end === -1 ? [] : [to]
  return at <= end ? ids.slice(at, end + 1) : ids.slice(end, at + 1).toReversed()
}

/** True for keys that extend the selection with Shift. */
export function isAlong(key: string): boolean {
  return key === 'ArrowDown' || key === 'ArrowUp' || key === 'Home' || key === 'End'
}

/** True for keys that open the context menu. */
export function isMenuKey({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}
