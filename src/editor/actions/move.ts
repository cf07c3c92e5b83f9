import { type Node, type NodeId, type Operation, childrenOf, rootId } from '../../email/document/index.ts'
import type { Editor, OutlineEntry } from '../state/index.ts'
import { placeFor } from './insert.ts'
import { type InsertPosition, nameOf } from './place.ts'
import { isRefused, whyHeld } from './refusals.ts'

/** Moves a node to a place, counted without it. A block or column among the rows gets a section of its own. */
export function moveTo(editor: Editor, id: NodeId, place: InsertPosition): void {
  const outline = editor.outline.peek()
  const spot = outline.spots.get(id)
  if (spot === undefined) return
  const name = nameOf(editor, spot.node)
  if (isRefused(editor, whyHeld(editor, [id], 'move'))) return
  const placed = placeFor(spot.node, place.parent)
  const operations = placed === spot.node ? movesOf(editor, spot, place) : wrapsOf(editor, spot, placed, place)
  editor.change(editor.words.t('change.move', { name }), operations, { select: id })
  notify(editor, id, spot.parent)
}

/** Whether a node stands at a place already, counted with the node still there. */
export function standsAt(editor: Editor, id: NodeId, { parent, index }: InsertPosition): boolean {
  const spot = editor.outline.peek().spots.get(id)
  return spot !== undefined && spot.parent === parent && (index === spot.index || index === spot.index + 1)
}

// The last column of a section takes its section with it, which keeps at least one.
function movesOf(editor: Editor, { node, parent, siblings }: OutlineEntry, place: InsertPosition): Operation[] {
  const move = { op: 'move', id: node.id, ...place } as const
  if (node.type !== 'column' || siblings.length > 1 || place.parent === parent) return [move]
  if (editor.outline.peek().spots.get(parent)?.node.type !== 'section') return [move]
  return [
    { op: 'remove', id: parent },
    { op: 'insert', ...place, nodes: [node] },
  ]
}

function wrapsOf(editor: Editor, { node, parent, siblings }: OutlineEntry, placed: Node, place: InsertPosition): Operation[] {
  const isLast = node.type === 'column' && siblings.length === 1
  const home = editor.outline.peek().spots.get(parent)
  const index = isLast && home !== undefined && home.index < place.index ? place.index - 1 : place.index
  return [
    { op: 'remove', id: isLast ? parent : node.id },
    { op: 'insert', parent: place.parent, index, nodes: [placed] },
  ]
}

function notify(editor: Editor, id: NodeId, from: NodeId): void {
  const { spots } = editor.outline.peek()
  const spot = spots.get(id)
  if (spot === undefined) return
  const home = spots.get(spot.parent)
  const at = { name: nameOf(editor, spot.node), at: spot.index + 1, count: spot.siblings.length }
  if (spot.parent === from || spot.parent === rootId || home === undefined) {
    return editor.announce(editor.words.t('said.moved', at))
  }
  const beside = childrenOf(spots.get(home.parent)?.node ?? home.node)?.length ?? 1
  const place = beside > 1 ? `${nameOf(editor, home.node)} ${home.index + 1}` : nameOf(editor, home.node)
  editor.announce(editor.words.t('said.movedTo', { ...at, place }))
}
