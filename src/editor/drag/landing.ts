import { type Node, type NodeId, childrenOf, rootId } from '../../email/document/index.ts'
import { type InsertPosition, fitsInto } from '../actions/index.ts'
import type { Box } from '../canvas/index.ts'
import type { Outline } from '../state/index.ts'

/** A node that accepts the dragged one: its box and the boxes of its children. */
export interface DropTarget {
  id: NodeId
  box: Box
  /** True if the children are side by side. */
  isRow: boolean
  children: readonly Box[]
}

export interface Landing {
  position: InsertPosition
  home: Box
  line: Box
}

/**
 * Height of the strip at the top and bottom edge of a section in which a block is dropped between sections, in px of
 * the email.
 */
const strip = 10
/** Thickness of the drop line, in px of the email. */
const thickness = 3

/**
 * The possible parents of a node: columns for blocks, sections for columns, the email for rows. Each is measured once;
 * `boxOf` returns px of the email.
 */
export function dropTargetsFor(
  outline: Outline,
  node: Node,
  boxOf: (id: NodeId) => Box | undefined,
  page: Box,
): DropTarget[] {
  const homes: DropTarget[] = []
  for (const id of [rootId, ...outline.order]) {
    const home = outline.entries.get(id)?.node
    const isRoot = id === rootId
    // Between rows, a block or column is wrapped in a section.
    if (!isRoot && !fitsInto(outline, node, id)) continue
    const box = isRoot ? page : boxOf(id)
    if (box === undefined) continue
    const nodes = isRoot ? rowsOf(outline) : (childrenOf(home as Node) ?? [])
    const children = nodes.map(
      ({ id: child }) => boxOf(child) ?? { left: box.left, top: box.top, width: box.width, height: 0 },
    )
    const isRow = home?.type === 'section' || home?.type === 'columns'
    homes.push({ id, box, isRow: isRow && !areStacked(children), children })
  }
  return homes
}

/** Undefined if no target accepts the node. Rows win only near their edges, so that blocks are dropped into columns. */
export function landingAt(homes: readonly DropTarget[], x: number, y: number, isRow: boolean): Landing | undefined {
  const root = homes.find(({ id }) => id === rootId)
  const inner = nearest(
    homes.filter(({ id }) => id !== rootId),
    x,
    y,
  )
  if (root !== undefined && (isRow || inner === undefined || isBetweenRows(root, y))) {
    // Sections can also be dropped into groups.
    const group = isRow ? homes.find((home) => home.id !== rootId && contains(home.box, x, y)) : undefined
    return landingIn(group ?? root, x, y)
  }
  return inner === undefined ? undefined : landingIn(inner, x, y)
}

/** Before the first child whose center is behind the point. */
export function landingIn({ id, box, isRow, children }: DropTarget, x: number, y: number): Landing {
  let [low, high] = [0, children.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const child = children[middle] as Box
    if (isRow ? child.left + child.width / 2 < x : child.top + child.height / 2 < y) low = middle + 1
    else high = middle
  }
  return { position: { parent: id, index: low }, home: box, line: lineAt(box, children, low, isRow) }
}

// The drop line: in the middle of the gap between two children, or at the edge of the first or last one.
function lineAt(box: Box, children: readonly Box[], index: number, isRow: boolean): Box {
  const [before, after] = [children[index - 1], children[index]]
  if (isRow) {
    const start = before === undefined ? (after?.left ?? box.left) : before.left + before.width
    const at = before === undefined || after === undefined ? start : (start + after.left) / 2
    return { left: at - thickness / 2, top: box.top, width: thickness, height: box.height }
  }
  const start = before === undefined ? (after?.top ?? box.top) : before.top + before.height
  const at = before === undefined || after === undefined ? start : (start + after.top) / 2
  return { left: box.left, top: at - thickness / 2, width: box.width, height: thickness }
}

function nearest(homes: readonly DropTarget[], x: number, y: number): DropTarget | undefined {
  let best: DropTarget | undefined
  let min = Number.POSITIVE_INFINITY
  for (const home of homes) {
    const distance = distanceTo(home.box, x, y)
    // A nested column is visited later at the same distance, and wins.
    if (distance > min) continue
    best = home
    min = distance
  }
  return best
}

function distanceTo({ left, top, width, height }: Box, x: number, y: number): number {
  const dx = Math.max(left - x, 0, x - left - width)
  const dy = Math.max(top - y, 0, y - top - height)
  return dx * dx + dy * dy
}

function contains(box: Box, x: number, y: number): boolean {
  return distanceTo(box, x, y) === 0
}

function isBetweenRows({ children }: DropTarget, y: number): boolean {
  const [first, last] = [children[0], children.at(-1)]
  if (first === undefined || last === undefined || y < first.top || y > last.top + last.height) return true
  return children.some(
    ({ top, height }) => height > 4 * strip && (Math.abs(y - top) < strip || Math.abs(y - top - height) < strip),
  )
}

function areStacked([first, second]: readonly Box[]): boolean {
  return first !== undefined && second !== undefined && second.top >= first.top + first.height - 1
}

function rowsOf(outline: Outline): readonly Node[] {
  const first = outline.entries.get(outline.order[0] ?? '')
  return first?.siblings ?? []
}
