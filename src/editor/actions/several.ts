import { batch } from '@preact/signals'
import { type Block, type Node, type NodeId, type Operation, childrenOf, rootId } from '../../engines/document/index.ts'
import {
  type Editor,
  type Outline,
  type Spot,
  mayDuplicate,
  mayMove,
  mayRemove,
  selectTogether,
  withNewIds,
} from '../state/index.ts'
import { newSection } from './insert.ts'
import { moveBy } from './move.ts'
import { type Direction, neighbourOf } from './neighbour.ts'
import { type Place, fitsInto, isRow, nameOf } from './place.ts'
import { duplicateNode, removeNode } from './remove.ts'

/** Takes nodes away as one entry of the log; where one of them is locked, none goes. */
export function removeAll(editor: Editor, ids: readonly NodeId[]): void {
  const [one] = ids
  if (ids.length < 2) return one === undefined ? undefined : removeNode(editor, one)
  const outline = editor.outline.peek()
  const spots = spotsOf(outline, ids)
  if (isHeld(editor, spots, mayRemove)) return
  const name = nameOfAll(editor, spots)
  const gone = withEmptied(outline, ids)
  const last = spots.at(-1)
  const next = last?.siblings.slice(last.index + 1).find(({ id }) => !gone.includes(id))
  const operations = gone.map((id): Operation => ({ op: 'remove', id }))
  editor.change(editor.words.t('change.delete', { name }), operations, next === undefined ? {} : { select: next.id })
  editor.announce(editor.words.t('said.deleted', { name }))
}

/** Puts copies behind nodes, behind all of them where they follow each other, and selects the copies. */
export function duplicateAll(editor: Editor, ids: readonly NodeId[]): void {
  const [one] = ids
  if (ids.length < 2) return one === undefined ? undefined : duplicateNode(editor, one)
  const outline = editor.outline.peek()
  const spots = spotsOf(outline, ids)
  if (isHeld(editor, spots, mayDuplicate)) return
  const name = nameOfAll(editor, spots)
  const copies = spots.map(({ node }) => withNewIds(node))
  const behind = areInARow(spots) ? spots.at(-1) : undefined
  const operations: Operation[] =
    behind === undefined
      ? spots
          .map(({ parent, index }, at): Operation => ({
            op: 'insert',
            parent,
            index: index + 1,
            nodes: [copies[at] as Node],
          }))
          .reverse()
      : [{ op: 'insert', parent: behind.parent, index: behind.index + 1, nodes: copies }]
  batch(() => {
    editor.change(editor.words.t('change.duplicate', { name }), operations)
    selectTogether(
      editor,
      copies.map(({ id }) => id),
    )
  })
  editor.announce(editor.words.t('said.duplicated', { name }))
}

/** Moves nodes one step. Several go where they stand beside each other. */
export function moveAllBy(editor: Editor, ids: readonly NodeId[], direction: Direction): void {
  const outline = editor.outline.peek()
  const spots = spotsOf(outline, ids)
  const [first, last] = [spots[0], spots.at(-1)]
  if (first === undefined || last === undefined) return
  if (ids.length < 2) return moveBy(editor, first.node.id, direction)
  const place = areInARow(spots)
    ? neighbourOf(outline, (direction === 'up' ? first : last).node.id, direction)
    : undefined
  if (place === undefined) return editor.announce(editor.words.t('said.end'))
  const isHere = place.parent === last.parent && direction === 'down'
  moveAllTo(editor, ids, isHere ? { ...place, index: place.index + 1 } : place)
}

/** Moves nodes to a place, counted with them still where they are, and keeps them selected. */
export function moveAllTo(editor: Editor, ids: readonly NodeId[], place: Place): void {
  const outline = editor.outline.peek()
  const spots = spotsOf(outline, ids)
  if (isHeld(editor, spots, mayMove)) return
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

/** What people call several nodes. */
export function nameOfAll(editor: Editor, spots: readonly Spot[]): string {
  const [one] = spots
  return spots.length === 1 && one !== undefined
    ? nameOf(editor, one.node)
    : editor.words.t('node.many', { count: spots.length })
}

/** Where nodes stand. */
export function spotsOf(outline: Outline, ids: readonly NodeId[]): Spot[] {
  return ids.flatMap((id) => outline.spots.get(id) ?? [])
}

function isHeld(editor: Editor, spots: readonly Spot[], may: (outline: Outline, id: NodeId) => boolean): boolean {
  const held = spots.find(({ node }) => !may(editor.outline.peek(), node.id))
  if (held !== undefined) editor.announce(editor.words.t('said.locked', { name: nameOf(editor, held.node) }))
  return held !== undefined
}

function areInARow(spots: readonly Spot[]): boolean {
  const [first] = spots
  return spots.every(({ parent, index }, at) => parent === first?.parent && index === first.index + at)
}

// A section keeps at least one column: it goes with its last.
function withEmptied(outline: Outline, ids: readonly NodeId[]): NodeId[] {
  const gone = new Set(ids)
  for (const id of ids) {
    const spot = outline.spots.get(id)
    if (spot?.node.type !== 'column' || !spot.siblings.every((column) => gone.has(column.id))) continue
    for (const column of spot.siblings) gone.delete(column.id)
    gone.add(spot.parent)
  }
  return [...gone]
}

// Each move is counted after the ones before it.
function moves(outline: Outline, spots: readonly Spot[], { parent, index }: Place): Operation[] {
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

function wrapped(spots: readonly Spot[], place: Place): Operation[] {
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
