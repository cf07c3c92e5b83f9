import { type EmailDocument, type Node, type NodeId, type Operation, rootId } from '../model.ts'
import { readItems } from '../reading/compile.ts'
import { withIds } from '../reading/ids.ts'
import { nodeReaders } from '../reading/node.ts'
import { type Reader, Reading } from '../reading/reading.ts'
import { checkTranslations } from '../reading/translations.ts'
import { childLists, walkNodes } from '../walk.ts'
import type { Applied, OperationOf } from './applied.ts'
import { homeOf, othersIn, readHome, changeOthers } from './home.ts'
import { type InsertPosition, childrenAt, findPosition, replaceChildren } from './position.ts'
import { countRefusal, isInInteractive, isNested, loopsAround, refusal } from './rules.ts'

/** Inserts new nodes under a parent and assigns missing ids. */
export function insertNodes(
  document: EmailDocument,
  operation: OperationOf<'insert'>,
  reading: Reading,
): Applied | undefined {
  const { index, parent } = operation
  if (readHome(parent).other !== undefined) return insertOthers(document, operation, reading)
  const target = findTarget(document, parent, reading)
  if (target === undefined) return undefined
  const { children, position } = target
  if (index > children.length) return reading.problem(`expected a position from 0 to ${children.length}`, 'index')
  const nodes = readNew(document, { position, nodes: operation.nodes }, reading)
  if (nodes === undefined) return undefined
  if (!mayHold(position, nodes, children.length + nodes.length, reading)) return undefined
  const next = replaceChildren(document, position, children.toSpliced(index, 0, ...nodes))
  if (document.translations !== undefined) checkTranslations(next, allNodes(nodes), reading)
  const count = nodes.length === 1 ? {} : { count: nodes.length }
  return { document: next, inverse: { op: 'remove', id: nodes[0]?.id ?? '', ...count } }
}

// Inserts alternative blocks.
function insertOthers(
  document: EmailDocument,
  { index, nodes, parent }: OperationOf<'insert'>,
  reading: Reading,
): Applied | undefined {
  const length = lengthOf(document, parent)
  if (index > length) return reading.problem(`expected a position from 0 to ${length}`, 'index')
  const change = (blocks: readonly Node[]) => blocks.toSpliced(index, 0, ...nodes)
  const next = changeOthers(document, { change, from: index, parent }, reading)
  const first = next === undefined ? undefined : listAt(next, parent)?.[index]
  if (next === undefined || first === undefined) return undefined
  const count = nodes.length === 1 ? {} : { count: nodes.length }
  return { document: next, inverse: { op: 'remove', id: first.id, ...count } }
}

function listAt(document: EmailDocument, parent: NodeId): readonly Node[] | undefined {
  const { id, other } = readHome(parent)
  const position = findPosition(document, id)
  return position === undefined || other === undefined ? undefined : othersIn(position.node, other)
}

// Infinite without such a list, so that the missing list is reported and not the index.
function lengthOf(document: EmailDocument, parent: NodeId): number {
  return listAt(document, parent)?.length ?? Number.POSITIVE_INFINITY
}

export function removeNodes(
  document: EmailDocument,
  operation: OperationOf<'remove'>,
  reading: Reading,
): Applied | undefined {
  const found = findMovable(document, operation.id, reading)
  if (found === undefined) return undefined
  const { children, index, parent, position } = found
  const count = operation.count ?? 1
  if (index + count > children.length) return reading.problem(`only ${children.length - index} nodes follow`, 'count')
  const home = homeOf(position)
  const problem = readHome(home).other === undefined ? countRefusal(parent?.node, children.length - count) : undefined
  if (problem !== undefined) return reading.problem(problem, 'id')
  const next = without(document, { ...found, count }, reading)
  if (next === undefined) return undefined
  const nodes = children.slice(index, index + count)
  return { document: next, inverse: { op: 'insert', parent: home, index, nodes } }
}

export function moveNode(
  document: EmailDocument,
  operation: OperationOf<'move'>,
  reading: Reading,
): Applied | undefined {
  const found = findMovable(document, operation.id, reading)
  if (found === undefined) return undefined
  const { children, index, parent, position } = found
  const to = readHome(operation.parent)
  if (isInside(document, to.id, operation.id)) {
    return reading.problem('a node cannot be moved into itself or into its descendants', 'parent')
  }
  const home = homeOf(position)
  const isFree = home === operation.parent || readHome(home).other !== undefined
  const problem = isFree ? undefined : countRefusal(parent?.node, children.length - 1)
  if (problem !== undefined) return reading.problem(problem, 'id')
  const left = without(document, { ...found, count: 1 }, reading)
  if (left === undefined) return undefined
  const inverse: Operation = { op: 'move', id: operation.id, parent: home, index }
  if (to.other !== undefined) {
    const length = lengthOf(left, operation.parent)
    if (operation.index > length) return reading.problem(`expected a position from 0 to ${length}`, 'index')
    const change = (blocks: readonly Node[]) => blocks.toSpliced(operation.index, 0, position.node)
    const moved = changeOthers(left, { change, from: operation.index, parent: operation.parent }, reading)
    return moved === undefined ? undefined : { document: moved, inverse }
  }
  const target = findTarget(left, operation.parent, reading)
  if (target === undefined) return undefined
  const last = target.children.length
  if (operation.index > last) return reading.problem(`expected a position from 0 to ${last}`, 'index')
  if (!mayHold(target.position, [position.node], last + 1, reading)) return undefined
  return {
    document: replaceChildren(left, target.position, target.children.toSpliced(operation.index, 0, position.node)),
    inverse,
  }
}

// Reading a list again changes no ids: all its nodes have one.
function without(
  document: EmailDocument,
  { children, count, index, parent, position }: Movable & { count: number },
  reading: Reading,
): EmailDocument | undefined {
  const home = homeOf(position)
  if (readHome(home).other === undefined) {
    return replaceChildren(document, parent, children.toSpliced(index, count))
  }
  const scratch = new Reading(reading.blocks, reading.options)
  scratch.assets = reading.assets
  const change = (blocks: readonly Node[]) => blocks.toSpliced(index, count)
  return changeOthers(document, { change, from: index, parent: home }, scratch)
}

interface Target {
  position: InsertPosition | undefined
  children: readonly Node[]
}

function findTarget(document: EmailDocument, id: NodeId, reading: Reading): Target | undefined {
  const position = id === rootId ? undefined : findPosition(document, id)
  if (id !== rootId && position === undefined) return reading.problem(`no node has the id ${id}`, 'parent')
  const children = childrenAt(document, position)
  if (children === undefined) return reading.problem(`a ${position?.node.type} cannot contain nodes`, 'parent')
  return { position, children }
}

interface Movable {
  position: InsertPosition
  parent: InsertPosition | undefined
  children: readonly Node[]
  index: number
}

function findMovable(document: EmailDocument, id: NodeId, reading: Reading): Movable | undefined {
  const position = findPosition(document, id)
  if (position === undefined) return reading.problem(`no node has the id ${id}`, 'id')
  const step = position.steps.at(-1)
  if (step === undefined) return undefined
  const above = position.above.at(-1)
  const parent =
    above === undefined
      ? undefined
      : { node: above, steps: position.steps.slice(0, -1), above: position.above.slice(0, -1) }
  const others = step.other === undefined || above === undefined ? undefined : othersIn(above, step.other)
  return { position, parent, children: others ?? childrenAt(document, parent) ?? [], index: step.index }
}

function mayHold(parent: InsertPosition | undefined, nodes: readonly Node[], count: number, reading: Reading): boolean {
  const problem =
    countRefusal(parent?.node, count) ?? nodes.map((node) => refusal(node, parent)).find((one) => one !== undefined)
  if (problem !== undefined) reading.problem(problem, 'parent')
  return problem === undefined
}

// New nodes in canonical form, with unused ids.
function readNew(
  document: EmailDocument,
  { nodes, position }: { nodes: readonly unknown[]; position: InsertPosition | undefined },
  reading: Reading,
): readonly Node[] | undefined {
  for (const { node } of walkNodes(document)) reading.ids.add(node.id)
  reading.loops = loopsAround(position)
  reading.nested = position !== undefined && isNested(position)
  reading.interactive = position !== undefined && isInInteractive(position)
  reading.path.push('nodes')
  const read = readItems(nodes, childReader(position, reading), reading)
  reading.path.pop()
  return reading.issues.length > 0 ? undefined : withIds(read as readonly Node[], reading.ids)
}

function childReader(parent: InsertPosition | undefined, reading: Reading): Reader {
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
  const position = id === rootId ? undefined : findPosition(document, id)
  return position !== undefined && (id === ancestor || position.above.some((node) => node.id === ancestor))
}

function* allNodes(nodes: readonly Node[]): Generator<Node, void, undefined> {
  for (const node of nodes) {
    yield node
    for (const list of childLists(node)) yield* allNodes(list)
  }
}
