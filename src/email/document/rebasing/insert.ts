import { isEqual } from '../comparison/equal.ts'
import type { Node, NodeId } from '../model.ts'
import type { OperationOf } from '../operations/applied.ts'
import { childLists, findNode, withLists } from '../walk.ts'
import { siblingsOf } from './others.ts'
import type { Outcome, Step } from './step.ts'
import { goneConflict, idNow, isLost, seenIds } from './names.ts'

/** Rebases an insertion to the current state of its parent. Generated ids are replaced if they are in use by now. */
export function rebaseInsert(operation: OperationOf<'insert'>, step: Step): Outcome {
  const { index, parent } = operation
  const nodes = siblingsOf(step.wanted, parent).slice(index, index + operation.nodes.length)
  if (isLost(parent, step)) return lose(nodes, step)
  const gone = goneConflict(parent, step)
  if (gone !== undefined) return { ...lose(nodes, step), conflicts: [gone] }
  const home = siblingsOf(step.now, idNow(parent, step))
  const [ids, given] = [[...allIds(nodes)], givenIds(operation.nodes)]
  const isPresent = (node: Node) => isEqual(findNode(step.now, node.id), node)
  if (ids.every((id) => given.has(id)) && nodes.every(isPresent)) return { operations: [] }
  const taken = ids.filter((id) => findNode(step.now, id) !== undefined)
  const clash = taken.find((id) => given.has(id))
  if (clash !== undefined) {
    const message = `The id ${clash} belongs to a node that another user inserted`
    const other = step.others.named(step.others.placedBy(clash))
    return {
      ...lose(nodes, step),
      conflicts: [{ operation: step.index, reason: 'taken', id: clash, ...other, message }],
    }
  }
  for (const id of taken) step.renamed.set(id, freeId(step))
  const at = positionIn(idsOf(home), seenIds(parent, step), index)
  const named = taken.length === 0 ? nodes : nodes.map((node) => renamed(node, step))
  return { operations: [{ op: 'insert', parent: idNow(parent, step), index: at, nodes: [...named] }] }
}

function lose(nodes: readonly Node[], { lost }: Step): { operations: [] } {
  for (const id of allIds(nodes)) lost.add(id)
  return { operations: [] }
}

function* allIds(nodes: readonly Node[]): Generator<NodeId, void, undefined> {
  for (const node of nodes) {
    yield node.id
    for (const list of childLists(node)) yield* allIds(list)
  }
}

// Ids from the author; nodes in the input may lack one.
function givenIds(nodes: readonly unknown[]): Set<unknown> {
  const ids = new Set<unknown>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      if ('id' in value) ids.add(value.id)
      Object.values(value).forEach(visit)
    }
  }
  visit(nodes)
  return ids
}

function freeId({ now, renamed: names, wanted }: Step): NodeId {
  const given = new Set(names.values())
  for (let at = 1; ; at++) {
    const id = `n${at}`
    if (!given.has(id) && findNode(now, id) === undefined && findNode(wanted, id) === undefined) return id
  }
}

function renamed(node: Node, step: Step): Node {
  const named = withLists(node, (list) => list.map((one) => renamed(one, step)))
  return { ...named, id: idNow(node.id, step) }
}

/**
 * Rebases an index of the list that the author saw to the current list: after the nearest preceding node in both lists, and
 * after nodes that others inserted there.
 */
export function positionIn(now: readonly NodeId[], seen: readonly NodeId[], index: number): number {
  const known = new Set(seen)
  let at = 0
  for (let left = index - 1; left >= 0; left--) {
    const found = now.indexOf(seen[left] ?? '')
    if (found < 0) continue
    at = found + 1
    break
  }
  while (at < now.length && !known.has(now[at] ?? '')) at++
  return at
}

export function idsOf(nodes: readonly Node[]): NodeId[] {
  return nodes.map(({ id }) => id)
}
