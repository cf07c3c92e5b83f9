import { type Node, type NodeId, type Operation, childrenOf, rootId, type Block } from '../../email/document/index.ts'
import { type Editor, type OutlineEntry, type Outline, selectTogether } from '../state/index.ts'
import { positionFor, newSection } from './insert.ts'
import { type InsertPosition, nameOf, fitsInto, isRow } from './position.ts'
import { isRefused, lockRefusal, whyNotMoved } from './refusals.ts'
import { batch } from '@preact/signals'
import { nameOfAll, entriesOf } from './chosen.ts'
import { type Direction, stepOf } from './neighbor.ts'

/**
 * Moves a node to a position that does not count the node itself. A block or column among rows is wrapped in a
 * section.
 */
export function moveTo(editor: Editor, id: NodeId, position: InsertPosition): void {
  const outline = editor.outline.peek()
  const entry = outline.entries.get(id)
  if (entry === undefined) return
  const name = nameOf(editor, entry.node)
  if (isRefused(editor, lockRefusal(editor, [id], 'move'))) return
  const placed = positionFor(entry.node, position.parent)
  const operations = placed === entry.node ? movesOf(editor, entry, position) : wrapsOf(editor, entry, placed, position)
  editor.change(editor.words.t('change.move', { name }), operations, { select: id })
  notify(editor, id, entry.parent)
}

/** True if the move changes nothing; the position counts the node itself. */
export function isAtPosition(editor: Editor, id: NodeId, { parent, index }: InsertPosition): boolean {
  const entry = editor.outline.peek().entries.get(id)
  return entry !== undefined && entry.parent === parent && (index === entry.index || index === entry.index + 1)
}

// Moving the last column of a section removes the section, which needs at least one.
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

/** Moves nodes one step, across the edge of a column into the next one. Several nodes must be adjacent. */
export function moveAllBy(editor: Editor, ids: readonly NodeId[], direction: Direction): void {
  const outline = editor.outline.peek()
  const entries = entriesOf(outline, ids)
  const position = stepOf(outline, entries, direction)
  const last = entries.at(-1)
  if (isRefused(editor, whyNotMoved(editor, ids, direction)) || position === undefined || last === undefined) return
  if (entries.length === 1) return moveTo(editor, last.node.id, position)
  const isHere = position.parent === last.parent && (direction === 'down' || direction === 'right')
  moveAllTo(editor, ids, isHere ? { ...position, index: position.index + 1 } : position)
}

/** Moves nodes to a position that counts the nodes themselves, and keeps them selected. */
export function moveAllTo(editor: Editor, ids: readonly NodeId[], position: InsertPosition): void {
  const outline = editor.outline.peek()
  const entries = entriesOf(outline, ids)
  if (isRefused(editor, lockRefusal(editor, ids, 'move'))) return
  const wraps = position.parent === rootId && entries.some(({ node }) => !isRow(node))
  if (!wraps && entries.some(({ node }) => !fitsInto(outline, node, position.parent)))
    return editor.announce(editor.words.t('said.end'))
  if (wraps && entries.some(({ node }) => isRow(node) || node.type === 'column'))
    return editor.announce(editor.words.t('drag.refused'))
  const name = nameOfAll(editor, entries)
  const operations = wraps ? wrapped(entries, position) : moves(outline, entries, position)
  batch(() => {
    editor.change(editor.words.t('change.move', { name }), operations)
    selectTogether(editor, ids)
  })
  editor.announce(editor.words.t('said.movedAll', { name }))
}

// Each position is counted after the preceding moves.
function moves(outline: Outline, entries: readonly OutlineEntry[], { parent, index }: InsertPosition): Operation[] {
  const ids = new Set(entries.map(({ node }) => node.id))
  const lists = new Map<NodeId, NodeId[]>()
  const listOf = (id: NodeId) => {
    const known = lists.get(id) ?? childIds(outline, id)
    lists.set(id, known)
    return known
  }
  const before = listOf(parent)
    .slice(index)
    .find((id) => !ids.has(id))
  return entries.map(({ node, parent: home }): Operation => {
    const from = listOf(home)
    from.splice(from.indexOf(node.id), 1)
    const list = listOf(parent)
    const at = before === undefined ? list.length : list.indexOf(before)
    list.splice(at, 0, node.id)
    return { op: 'move', id: node.id, parent, index: at }
  })
}

function wrapped(entries: readonly OutlineEntry[], position: InsertPosition): Operation[] {
  const section = newSection(
    [1],
    entries.map(({ node }) => node as Block),
  )
  return [
    ...entries.map(({ node }): Operation => ({ op: 'remove', id: node.id })),
    { op: 'insert', ...position, nodes: [section] },
  ]
}

function childIds(outline: Outline, parent: NodeId): NodeId[] {
  const home = outline.entries.get(parent)?.node
  const children = home === undefined ? outline.entries.get(outline.order[0] ?? '')?.siblings : childrenOf(home)
  return (children ?? []).map(({ id }) => id)
}
