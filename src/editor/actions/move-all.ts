import { batch } from '@preact/signals'
import { type Block, type NodeId, type Operation, childrenOf, rootId } from '../../email/document/index.ts'
import { type Editor, type Outline, type OutlineEntry, selectTogether } from '../state/index.ts'
import { nameOfAll, spotsOf } from './chosen.ts'
import { newSection } from './insert.ts'
import { moveTo } from './move.ts'
import { type Direction, stepOf } from './neighbour.ts'
import { type InsertPosition, fitsInto, isRow } from './place.ts'
import { isRefused, whyHeld, whyNotMoved } from './refusals.ts'

/** Moves nodes one step, across the edge of a column into the next one. Several go where they stand beside each other. */
export function moveAllBy(editor: Editor, ids: readonly NodeId[], direction: Direction): void {
  const outline = editor.outline.peek()
  const spots = spotsOf(outline, ids)
  const place = stepOf(outline, spots, direction)
  const last = spots.at(-1)
  if (isRefused(editor, whyNotMoved(editor, ids, direction)) || place === undefined || last === undefined) return
  if (spots.length === 1) return moveTo(editor, last.node.id, place)
  const isHere = place.parent === last.parent && (direction === 'down' || direction === 'right')
  moveAllTo(editor, ids, isHere ? { ...place, index: place.index + 1 } : place)
}

/** Moves nodes to a place, counted with them still where they are, and keeps them selected. */
export function moveAllTo(editor: Editor, ids: readonly NodeId[], place: InsertPosition): void {
  const outline = editor.outline.peek()
  const spots = spotsOf(outline, ids)
  if (isRefused(editor, whyHeld(editor, ids, 'move'))) return
  const wraps = place.parent === rootId && spots.some(({ node }) => !isRow(node))
  if (!wraps && spots.some(({ node }) => !fitsInto(outline, node, place.parent)))
    return editor.announce(editor.words.t('said.end'))
  if (wraps && spots.some(({ node }) => isRow(node) || node.type === 'column'))
    return editor.announce(editor.words.t('drag.refused'))
  const name = nameOfAll(editor, spots)
  const operations = wraps ? wrapped(spots, place) : moves(outline, spots, place)
  batch(() => {
    editor.change(editor.words.t('change.move', { name }), operations)
    selectTogether(editor, ids)
  })
  editor.announce(editor.words.t('said.movedAll', { name }))
}

// Each move is counted after the ones before it.
function moves(outline: Outline, spots: readonly OutlineEntry[], { parent, index }: InsertPosition): Operation[] {
  const ids = new Set(spots.map(({ node }) => node.id))
  const lists = new Map<NodeId, NodeId[]>()
  const listOf = (id: NodeId) => {
    const known = lists.get(id) ?? childIds(outline, id)
    lists.set(id, known)
    return known
  }
  const before = listOf(parent)
    .slice(index)
    .find((id) => !ids.has(id))
  return spots.map(({ node, parent: home }): Operation => {
    const from = listOf(home)
    from.splice(from.indexOf(node.id), 1)
    const list = listOf(parent)
    const at = before === undefined ? list.length : list.indexOf(before)
    list.splice(at, 0, node.id)
    return { op: 'move', id: node.id, parent, index: at }
  })
}

function wrapped(spots: readonly OutlineEntry[], place: InsertPosition): Operation[] {
  const section = newSection(
    [1],
    spots.map(({ node }) => node as Block),
  )
  return [
    ...spots.map(({ node }): Operation => ({ op: 'remove', id: node.id })),
    { op: 'insert', ...place, nodes: [section] },
  ]
}

function childIds(outline: Outline, parent: NodeId): NodeId[] {
  const home = outline.spots.get(parent)?.node
  const children = home === undefined ? outline.spots.get(outline.order[0] ?? '')?.siblings : childrenOf(home)
  return (children ?? []).map(({ id }) => id)
}
