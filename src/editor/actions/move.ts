import { type Node, type NodeId, type Operation, childrenOf, rootId } from '../../email/document/index.ts'
import type { Editor, OutlineEntry } from '../state/index.ts'
import { positionFor } from './insert.ts'
import { type InsertPosition, nameOf } from './position.ts'
import { isRefused, whyHeld } from './refusals.ts'

/** Moves a node to a place, counted without it. A block or column among the rows gets a section of its own. */
export function moveTo(editor: Editor, id: NodeId, position: InsertPosition): void {
  const outline = editor.outline.peek()
  const entry = outline.entries.get(id)
  if (entry === undefined) return
  const name = nameOf(editor, entry.node)
  if (isRefused(editor, whyHeld(editor, [id], 'move'))) return
  const placed = positionFor(entry.node, position.parent)
  const operations = placed === entry.node ? movesOf(editor, entry, position) : wrapsOf(editor, entry, placed, position)
  editor.change(editor.words.t('change.move', { name }), operations, { select: id })
  notify(editor, id, entry.parent)
}

/** Whether a node is at a place already, counted with the node still there. */
export function standsAt(editor: Editor, id: NodeId, { parent, index }: InsertPosition): boolean {
  const entry = editor.outline.peek().entries.get(id)
  return entry !== undefined && entry.parent === parent && (index === entry.index || index === entry.index + 1)
}

// The last column of a section takes its section with it, which keeps at least one.
function movesOf(editor: Editor, { node, parent, siblings }: OutlineEntry, position: InsertPosition): Operation[] {
  const move = { op: 'move', id: node.id, ...position } as const
  if (node.type !== 'column' || siblings.length > 1 || position.parent === parent) return [move]
  if (editor.outline.peek().entries.get(parent)?.node.type !== 'section') return [move]
  return [
    { op: 'remove', id: parent },
    { op: 'insert', ...position, nodes: [node] },
  ]
}

function wrapsOf(
  editor: Editor,
  { node, parent, siblings }: OutlineEntry,
  placed: Node,
  position: InsertPosition,
): Operation[] {
  const isLast = node.type === 'column' && siblings.length === 1
  const home = editor.outline.peek().entries.get(parent)
  const index = isLast && home !== undefined && home.index < position.index ? position.index - 1 : position.index
  return [
    { op: 'remove', id: isLast ? parent : node.id },
    { op: 'insert', parent: position.parent, index, nodes: [placed] },
  ]
}

function notify(editor: Editor, id: NodeId, from: NodeId): void {
  const { entries } = editor.outline.peek()
  const entry = entries.get(id)
  if (entry === undefined) return
  const home = entries.get(entry.parent)
  const at = { name: nameOf(editor, entry.node), at: entry.index + 1, count: entry.siblings.length }
  if (entry.parent === from || entry.parent === rootId || home === undefined) {
    return editor.announce(editor.words.t('said.moved', at))
  }
  const beside = childrenOf(entries.get(home.parent)?.node ?? home.node)?.length ?? 1
  const position = beside > 1 ? `${nameOf(editor, home.node)} ${home.index + 1}` : nameOf(editor, home.node)
  editor.announce(editor.words.t('said.movedTo', { ...at, position }))
}
