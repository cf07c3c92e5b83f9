import { type EmailDocument, type Node, type NodeId, rootId } from '../model.ts'
import { readItems } from '../reading/compile.ts'
import { withIds } from '../reading/ids.ts'
import { nodeReaders } from '../reading/node.ts'
import type { Reader, Reading } from '../reading/reading.ts'
import { checkTranslations } from '../reading/translations.ts'
import { type OtherKey, childLists, walkNodes } from '../walk.ts'
import type { Applied, OperationOf } from './applied.ts'
import { type Place, childrenAt, findPlace, parentIdOf, replaceChildren } from './place.ts'
import { countRefusal, isInInteractive, isNested, loopsAround, refusal } from './rules.ts'

/** Puts new nodes under a parent; ids they lack are given. */
export function insertNodes(
  document: EmailDocument,
  operation: OperationOf<'insert'>,
  reading: Reading,
): Applied | undefined {
  const target = findTarget(document, operation.parent, reading)
  if (target === undefined) return undefined
  const { children, place } = target
  const { index } = operation
  if (index > children.length) return reading.problem(`expected a position from 0 to ${children.length}`, 'index')
  const nodes = readNew(document, { place, nodes: operation.nodes }, reading)
  if (nodes === undefined) return undefined
  if (!mayHold(place, nodes, children.length + nodes.length, reading)) return undefined
  const next = replaceChildren(document, place, children.toSpliced(index, 0, ...nodes))
  if (document.translations !== undefined) checkTranslations(next, allNodes(nodes), reading)
  const count = nodes.length === 1 ? {} : { count: nodes.length }
  return { document: next, inverse: { op: 'remove', id: nodes[0]?.id ?? '', ...count } }
}

/** Takes nodes away with all that is in them. */
export function removeNodes(
  document: EmailDocument,
  operation: OperationOf<'remove'>,
  reading: Reading,
): Applied | undefined {
  const found = findMovable(document, operation.id, reading)
  if (found === undefined) return undefined
  const { children, index, parent, place } = found
  const count = operation.count ?? 1
  if (index + count > children.length) return reading.problem(`only ${children.length - index} nodes follow`, 'count')
  const problem = countRefusal(parent?.node, children.length - count)
  if (problem !== undefined) return reading.problem(problem, 'id')
  return {
    document: replaceChildren(document, parent, children.toSpliced(index, count)),
    inverse: { op: 'insert', parent: parentIdOf(place), index, nodes: children.slice(index, index + count) },
  }
}

/** Moves one node with all that is in it. */
export function moveNode(
  document: EmailDocument,
  operation: OperationOf<'move'>,
  reading: Reading,
): Applied | undefined {
  const found = findMovable(document, operation.id, reading)
  if (found === undefined) return undefined
  const { children, index, parent, place } = found
  if (isInside(document, operation.parent, operation.id)) {
    return reading.problem('a node cannot be moved into itself or into one of its own nodes', 'parent')
  }
  const same = parentIdOf(place) === operation.parent
  const problem = same ? undefined : countRefusal(parent?.node, children.length - 1)
  if (problem !== undefined) return reading.problem(problem, 'id')
  const without = replaceChildren(document, parent, children.toSpliced(index, 1))
  const target = findTarget(without, operation.parent, reading)
  if (target === undefined) return undefined
  const last = target.children.length
  if (operation.index > last) return reading.problem(`expected a position from 0 to ${last}`, 'index')
  if (!mayHold(target.place, [place.node], last + 1, reading)) return undefined
  return {
    document: replaceChildren(without, target.place, target.children.toSpliced(operation.index, 0, place.node)),
    inverse: { op: 'move', id: operation.id, parent: parentIdOf(place), index },
  }
}

interface Target {
  place: Place | undefined
  children: readonly Node[]
}

function findTarget(document: EmailDocument, id: NodeId, reading: Reading): Target | undefined {
  const place = id === rootId ? undefined : findPlace(document, id)
  if (id !== rootId && place === undefined) return reading.problem(`no node has the id ${id}`, 'parent')
  const children = childrenAt(document, place)
  if (children === undefined) return reading.problem(`a ${place?.node.type} holds no nodes`, 'parent')
  return { place, children }
}

interface Movable {
  place: Place
  parent: Place | undefined
  children: readonly Node[]
  index: number
}

function findMovable(document: EmailDocument, id: NodeId, reading: Reading): Movable | undefined {
  const place = findPlace(document, id)
  if (place === undefined) return reading.problem(`no node has the id ${id}`, 'id')
  const step = place.steps.at(-1)
  if (step === undefined || step.other !== undefined) return reading.problem(bound[step?.other ?? 'else'], 'id')
  const above = place.above.at(-1)
  const parent =
    above === undefined ? undefined : { node: above, steps: place.steps.slice(0, -1), above: place.above.slice(0, -1) }
  return { place, parent, children: childrenAt(document, parent) ?? [], index: step.index }
}

const bound: Readonly<Record<OtherKey, string>> = {
  else: 'is shown instead of an empty loop; change it by setting each of the looping node',
  fallback: 'is shown as a fallback; change it by setting fallback of the interactive block',
}

function mayHold(parent: Place | undefined, nodes: readonly Node[], count: number, reading: Reading): boolean {
  const problem =
    countRefusal(parent?.node, count) ?? nodes.map((node) => refusal(node, parent)).find((one) => one !== undefined)
  if (problem !== undefined) reading.problem(problem, 'parent')
  return problem === undefined
}

// The new nodes in canonical form, with ids that are not in use.
function readNew(
  document: EmailDocument,
  { nodes, place }: { nodes: readonly unknown[]; place: Place | undefined },
  reading: Reading,
): readonly Node[] | undefined {
  for (const { node } of walkNodes(document)) reading.ids.add(node.id)
  reading.loops = loopsAround(place)
  reading.nested = place !== undefined && isNested(place)
  reading.interactive = place !== undefined && isInInteractive(place)
  reading.path.push('nodes')
  const read = readItems(nodes, childReader(place, reading), reading)
  reading.path.pop()
  return reading.issues.length > 0 ? undefined : withIds(read as readonly Node[], reading.ids)
}

function childReader(parent: Place | undefined, reading: Reading): Reader {
  const readers = nodeReaders(reading.blocks)
  switch (parent?.node.type) {
    case undefined:
      return readers.row
    case 'group':
      return readers.section
    case 'column':
    case 'dynamicList':
      return readers.block
    default:
      return readers.column
  }
}

function isInside(document: EmailDocument, id: NodeId, ancestor: NodeId): boolean {
  const place = id === rootId ? undefined : findPlace(document, id)
  return place !== undefined && (id === ancestor || place.above.some((node) => node.id === ancestor))
}

function* allNodes(nodes: readonly Node[]): Generator<Node, void, undefined> {
  for (const node of nodes) {
    yield node
    for (const list of childLists(node)) yield* allNodes(list)
  }
}
