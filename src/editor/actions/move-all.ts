import { batch } from '@preact/signals'
import { type Block, type NodeId, type Operation, childrenOf, rootId } from '../../email/document/index.ts'
import { type Editor, type Outline, type OutlineEntry, selectTogether } from '../state/index.ts'
import { nameOfAll, entriesOf } from './chosen.ts'
import { newSection } from './insert.ts'
import { moveTo } from './move.ts'
import { type Direction, stepOf } from './neighbour.ts'
import { type InsertPosition, fitsInto, isRow } from './position.ts'
import { isRefused, whyHeld, whyNotMoved } from './refusals.ts'

/** Moves nodes one step, across the edge of a column into the next one. Several go where they are beside each other. */
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

/** Moves nodes to a place, counted with them still where they are, and keeps them selected. */
export function moveAllTo(editor: Editor, ids: readonly NodeId[], position: InsertPosition): void {
  const outline = editor.outline.peek()
  const entries = entriesOf(outline, ids)
  if (isRefused(editor, whyHeld(editor, ids, 'move'))) return
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

// Each move is counted after the ones before it.
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
