import { type Node, type NodeId, childrenOf, rootId } from '../../email/document/index.ts'
import type { Outline, OutlineEntry } from '../state/index.ts'
import { areInARow } from './chosen.ts'
import { type InsertPosition, fitsInto } from './position.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

/** Position one step from adjacent nodes, not counting them; undefined if they cannot move there together. */
export function stepOf(
  outline: Outline,
  entries: readonly OutlineEntry[],
  direction: Direction,
): InsertPosition | undefined {
  const isOn = direction === 'down' || (direction === 'right' && entries[0]?.node.type === 'column')
  const edge = isOn ? entries.at(-1) : entries[0]
  if (edge === undefined || !areInARow(entries)) return undefined
  const position = neighborOf(outline, edge.node.id, direction)
  return position !== undefined && entries.every(({ node }) => fitsInto(outline, node, position.parent))
    ? position
    : undefined
}

/** Position one step from a node, not counting it; undefined at the edge of the email. */
export function neighborOf(outline: Outline, id: NodeId, direction: Direction): InsertPosition | undefined {
  const entry = outline.entries.get(id)
  if (entry === undefined) return undefined
  const { node, parent, index, siblings } = entry
  const step = direction === 'up' || direction === 'left' ? -1 : 1
  const isAcross = direction === 'left' || direction === 'right'
  const here = index + step >= 0 && index + step < siblings.length ? { parent, index: index + step } : undefined
  if (node.type === 'column') return isAcross ? here : undefined
  if (parent === rootId || outline.entries.get(parent)?.node.type === 'group') {
    return isAcross ? undefined : (here ?? outside(outline, parent, step))
  }
  if (!isAcross && here !== undefined) return here
  const next = isAcross ? besideColumn(outline, parent, step) : columnAlong(outline, parent, step)
  if (next === undefined) return undefined
  const count = childrenOf(next)?.length ?? 0
  return { parent: next.id, index: isAcross ? Math.min(index, count) : step < 0 ? count : 0 }
}

// Before or after the group.
function outside(outline: Outline, group: NodeId, step: number): InsertPosition | undefined {
  const entry = outline.entries.get(group)
  return entry === undefined ? undefined : { parent: entry.parent, index: entry.index + (step < 0 ? 0 : 1) }
}

function besideColumn(outline: Outline, column: NodeId, step: number): Node | undefined {
  const entry = outline.entries.get(column)
  return entry?.siblings[entry.index + step]
}

// The previous or next column in reading order, in any section.
function columnAlong(outline: Outline, column: NodeId, step: number): Node | undefined {
  const columns = outline.order.filter((id) => outline.entries.get(id)?.node.type === 'column')
  const next = columns[columns.indexOf(column) + step]
  return next === undefined ? undefined : outline.entries.get(next)?.node
}

/**
 * The next or previous block in reading order. With `isNear`, the block below or above: `isNear` picks the column
 * nearest to the caret. An empty column or a module counts as a block. Undefined at the edge of the email.
 */
export function blockAfter(
  outline: Outline,
  id: NodeId,
  by: 1 | -1,
  isNear?: (column: NodeId) => boolean,
): NodeId | undefined {
  for (let entry = outline.entries.get(id); entry !== undefined; entry = outline.entries.get(entry.parent)) {
    // For the up and down keys, the next column is not below this one; only what follows the section is.
    if (entry.node.type === 'column' && isNear !== undefined) continue
    const next = entry.siblings[entry.index + by]
    if (next !== undefined) return edgeOf(next, by, isNear).id
  }
  return undefined
}

function edgeOf(node: Node, by: 1 | -1, isNear?: (column: NodeId) => boolean): Node {
  const children = node.type === 'dynamicList' ? [] : (childrenOf(node) ?? [])
  const near = children[0]?.type === 'column' ? children.find(({ id }) => isNear?.(id) === true) : undefined
  const inside = near ?? children.at(by === 1 ? 0 : -1)
  return inside === undefined ? node : edgeOf(inside, by, isNear)
}
