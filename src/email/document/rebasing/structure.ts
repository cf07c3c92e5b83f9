import { isEqual } from '../comparison/equal.ts'
import { propertyKeys } from '../comparison/tree.ts'
import type { Block, Node, NodeId, Operation } from '../model.ts'
import type { OperationOf } from '../operations/applied.ts'
import { homeOf } from '../operations/home.ts'
import { findPosition } from '../operations/position.ts'
import { childLists, findNode } from '../walk.ts'
import type { Conflict, Outcome, Step } from './step.ts'
import { goneConflict, idNow, isLost, seenIds } from './names.ts'
import { siblingsOf } from './others.ts'
import { idsOf, positionIn } from './insert.ts'

/** Moves a node next to its siblings in the author's version, unless others moved it elsewhere. */
export function rebaseMove({ id, index, parent }: OperationOf<'move'>, step: Step): Outcome {
  if (step.lost.has(id) || isLost(parent, step)) return { operations: [] }
  const gone = goneConflict(id, step) ?? goneConflict(parent, step)
  if (gone !== undefined) return { conflicts: [gone] }
  const [moved, home] = [idNow(id, step), idNow(parent, step)]
  const others = (one: NodeId) => one !== moved
  const list = idsOf(siblingsOf(step.now, home))
  const at = positionIn(list.filter(others), seenIds(parent, step).filter(others), index)
  if (list.indexOf(moved) === at) return { operations: [] }
  if (step.others.hasMoved(id)) {
    const other = step.others.named(step.others.placedBy(id))
    return {
      conflicts: [{ operation: step.index, reason: 'moved', id, ...other, message: `${id} was moved by another user` }],
    }
  }
  return { operations: [{ op: 'move', id: moved, parent: home, index: at }] }
}

/** Removes nodes at their current position, unless others changed them or inserted something. */
export function rebaseRemove({ count = 1, id }: OperationOf<'remove'>, step: Step): Outcome {
  const position = findPosition(step.seen, id)
  const siblings = position === undefined ? [] : siblingsOf(step.seen, homeOf(position))
  const first = siblings.findIndex((node) => node.id === id)
  const conflicts: Conflict[] = []
  const present: Node[] = []
  for (const node of siblings.slice(first, first + count)) {
    const current = step.lost.has(node.id) ? undefined : findNode(step.now, idNow(node.id, step))
    if (current === undefined) continue
    const touched = findTouched(current, new Set(allIds(node, step)), step)
    if (touched === undefined) present.push(current)
    else conflicts.push(touched)
  }
  return conflicts.length > 0 ? { conflicts } : { operations: removalsOf(present, step) }
}

function* allIds(node: Node, step: Step): Generator<NodeId, void, undefined> {
  yield idNow(node.id, step)
  for (const list of childLists(node)) for (const child of list) yield* allIds(child, step)
}

// Concurrent changes inside a node that its removal would lose.
function findTouched(node: Node, seen: ReadonlySet<NodeId>, step: Step): Conflict | undefined {
  const { others } = step
  const conflict = { operation: step.index, reason: 'changed' as const, id: node.id }
  if (!seen.has(node.id)) {
    return { ...conflict, ...others.named(others.placedBy(node.id)), message: `${node.id} was added there by others` }
  }
  const property = changedByOthers(node.id, step)
  if (property !== undefined) {
    const other = others.named(others.setBy(node.id, property) ?? others.placedBy(node.id))
    return { ...conflict, property, ...other, message: `${node.id} was changed by another user` }
  }
  for (const list of childLists(node)) {
    for (const child of list) {
      const touched = findTouched(child, seen, step)
      if (touched !== undefined) return touched
    }
  }
  return undefined
}

function changedByOthers(id: NodeId, { others }: Step): string | undefined {
  const [old, node] = [others.before.get(id)?.node, others.after.get(id)?.node]
  if (old === undefined || node === undefined || old === node) return undefined
  return propertyKeys(old, node).find((key) => !isEqual((old as Block)[key], (node as Block)[key]))
}

// Adjacent nodes are removed together.
function removalsOf(nodes: readonly Node[], { now }: Step): Operation[] {
  const removals: OperationOf<'remove'>[] = []
  let next: NodeId | undefined
  for (const { id } of nodes) {
    const position = findPosition(now, id)
    const list = position === undefined ? [] : idsOf(siblingsOf(now, homeOf(position)))
    const last = removals.at(-1)
    if (last !== undefined && next === id) last.count = (last.count ?? 1) + 1
    else removals.push({ op: 'remove', id })
    next = list[list.indexOf(id) + 1]
  }
  return removals
}
