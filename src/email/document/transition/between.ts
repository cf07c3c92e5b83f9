import { limits } from '../../../kernel/limits.ts'
import { isEqual } from '../comparison/equal.ts'
import { type Tree, indexTree, propertyKeys, withoutOthers, parentIdAt } from '../comparison/tree.ts'
import { type Block, type EmailDocument, type Node, type NodeId, type Operation, rootId } from '../model.ts'
import { type OtherKey, childrenOf, fallbackOf } from '../walk.ts'
import { NodeTree } from './node-tree.ts'
import {
  type ReplacedAlternatives,
  findReplacedAlternatives,
  mustReleaseBlocks,
  otherBlocks,
  isSettable,
} from './alternatives.ts'
import { type Work, rearrange } from './rearrange.ts'
import { settingsBetween } from './settings.ts'

/**
 * Computes a short list of operations that converts one canonical document to another. Applied to `from` they give a
 * document equal to `to`, and their inverse reverts them; equal parts are not touched, so equal documents give an empty
 * list. A node that cannot be converted (another type, an id that another node needs first) is removed and inserted. If that
 * exceeds the maximum number of operations per call, all rows are replaced.
 */
export function operationsBetween(from: EmailDocument, to: EmailDocument): Operation[] {
  const trees = { before: indexTree(from), after: indexTree(to) }
  const { first, last } = settingsBetween(from, to, trees)
  const operations = [...first, ...rowsBetween(from, to, trees), ...last]
  return operations.length <= limits.operations ? operations : [...first, ...allRows(from, to), ...last]
}

interface Trees {
  before: Tree
  after: Tree
}

function allRows(from: EmailDocument, to: EmailDocument): Operation[] {
  const operations: Operation[] = []
  const [top] = from.rows
  if (top !== undefined) operations.push({ op: 'remove', id: top.id, count: from.rows.length })
  if (to.rows.length > 0) operations.push({ op: 'insert', parent: rootId, index: 0, nodes: to.rows })
  return operations
}

// Every intermediate state is valid, in both directions: loops are removed before nodes move and added after all moves; new
// nodes are inserted before old ones are removed.
function rowsBetween(from: EmailDocument, to: EmailDocument, trees: Trees): Operation[] {
  const alternatives = findReplacedAlternatives(trees.before, trees.after)
  const work: Work = { draft: new NodeTree(from), operations: [] }
  const replaced = findReplaced(trees.before, trees.after, alternatives)
  if (replaced.size > 0) removeListed(rootId, (id) => replaced.has(id), work)
  const persistent = persistentNodes(trees, alternatives, work)
  for (const id of persistent) endLoop(id, { trees, alternatives, work })
  for (const id of trees.before.keys()) if (work.draft.has(id)) releaseBlocks(id, { trees, alternatives, work })
  rearrange(to, work)
  removeListed(rootId, (id) => !trees.after.has(id), work)
  const inserted = insertedIds(work.operations)
  for (const id of persistent) {
    if (!inserted.has(id) && !inserted.has(outermost(id, trees.after))) setTo(id, { trees, alternatives, work })
  }
  return work.operations
}

// Removes the listed nodes; descendants go with their ancestor, adjacent nodes together.
function removeListed(parent: NodeId, isListed: (id: NodeId) => boolean, work: Work): void {
  const { draft, operations } = work
  let run: NodeId[] = []
  const flush = () => {
    const [id] = run
    if (id !== undefined) operations.push({ op: 'remove', id, ...(run.length === 1 ? {} : { count: run.length }) })
    for (const one of run) draft.remove(one)
    run = []
  }
  const children = [...draft.childrenOf(parent)]
  for (const id of children) {
    if (isListed(id)) run.push(id)
    else {
      flush()
      removeListed(id, isListed, work)
    }
  }
  flush()
}

// Nodes with the same identity before and after, including those in loops whose list is unchanged, in the order of `to`.
function persistentNodes({ after, before }: Trees, alternatives: ReplacedAlternatives, { draft }: Work): NodeId[] {
  return [...after.keys()].filter(
    (id) =>
      before.has(id) && !alternatives.before.has(id) && !alternatives.after.has(id) && draft.has(outermost(id, before)),
  )
}

/** The node itself, or the node whose loop or fallback contains it. */
function outermost(id: NodeId, tree: Tree): NodeId {
  let result = id
  for (let at = tree.get(id); at !== undefined; at = at.parent)
    if (at.other !== undefined) result = at.parent?.node.id ?? result
  return result
}

interface Change {
  trees: Trees
  alternatives: ReplacedAlternatives
  work: Work
}

function endLoop(id: NodeId, change: Change): void {
  const [old, node] = [change.trees.before.get(id)?.node, change.trees.after.get(id)?.node]
  if (old?.each === undefined || node === undefined || node.each !== undefined) return
  // A fallback is set last, after its blocks have been removed from other lists.
  if (fallbackOf(old) === undefined && fallbackOf(node) === undefined) setTo(id, change)
  else setProps(id, { each: null }, change.work)
}

function releaseBlocks(id: NodeId, { alternatives, trees, work }: Change): void {
  const entry = trees.before.get(id)
  if (entry === undefined) return
  for (const other of ['else', 'fallback'] as const) {
    const value = work.draft.valueOf(id)
    if (
      value === undefined ||
      !hasReplacedAlternatives(value, other, alternatives) ||
      !mustReleaseBlocks(entry, other, trees.after)
    )
      continue
    setProps(id, other === 'else' ? { each: withoutOthers(value.each) } : { fallback: null }, work)
  }
}

function setProps(id: NodeId, props: Record<string, unknown>, { draft, operations }: Work): void {
  operations.push({ op: 'set', id, props })
  const value: Record<string, unknown> = { ...draft.valueOf(id), ...props }
  for (const [key, one] of Object.entries(props)) if (one === null) delete value[key]
  draft.revalue(id, value as Block)
}

function hasReplacedAlternatives(node: Node, key: OtherKey, alternatives: ReplacedAlternatives): boolean {
  const [other] = otherBlocks(node, key) ?? []
  return other !== undefined && alternatives.before.has(other.id)
}

function setTo(id: NodeId, { alternatives, trees, work }: Change): void {
  const old = work.draft.valueOf(id) ?? trees.before.get(id)?.node
  const node = trees.after.get(id)?.node
  if (old === node || old === undefined || node === undefined) return
  const props = propsBetween(old, node)
  // If the list is unchanged, the alternative blocks are set individually.
  const isSameList = (key: OtherKey) =>
    otherBlocks(old, key)?.length === otherBlocks(node, key)?.length && !hasReplacedAlternatives(old, key, alternatives)
  if (isSameList('else') && isEqual(withoutOthers(old.each), withoutOthers(node.each))) delete props['each']
  if (fallbackOf(old) !== undefined && isSameList('fallback')) delete props['fallback']
  if (Object.keys(props).length === 0) return
  work.operations.push({ op: 'set', id, props })
  work.draft.revalue(id, node)
}

function propsBetween(old: Node, node: Node): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const key of propertyKeys(old, node)) {
    const [before, after] = [(old as Block)[key], (node as Block)[key]]
    if (!isEqual(before, after)) props[key] = after ?? null
  }
  return props
}

function insertedIds(operations: readonly Operation[]): Set<NodeId> {
  const ids = new Set<NodeId>()
  const add = (node: Node) => {
    ids.add(node.id)
    for (const child of childrenOf(node) ?? []) add(child)
  }
  for (const operation of operations) if (operation.op === 'insert') operation.nodes.forEach(add)
  return ids
}

/**
 * Nodes that cannot be kept during the transition, with all their descendants: they are removed first and, if necessary,
 * inserted as new nodes.
 */
function findReplaced(before: Tree, after: Tree, alternatives: ReplacedAlternatives): Set<NodeId> {
  const replaced = new Set<NodeId>()
  const isOverLimit = sizeOfUnion(before, after) > limits.documentNodes
  for (const [id, { node }] of before) {
    if (alternatives.before.has(id)) continue
    const next = after.get(id)
    if (next === undefined ? isOverLimit : alternatives.after.has(id) || !canStay(node, next.node)) replaced.add(id)
  }
  for (const [id, { node }] of before) {
    if (!alternatives.before.has(id) && losesAllColumns(node, { after, replaced })) replaced.add(id)
  }
  return replaced
}

function sizeOfUnion(before: Tree, after: Tree): number {
  let size = before.size
  for (const id of after.keys()) if (!before.has(id)) size++
  return size
}

// New columns are inserted before the old ones are removed, so both together must be within the limit.
function canStay(old: Node, node: Node): boolean {
  if (old === node) return true
  if (old.type !== node.type || !isSettable(old, node)) return false
  if (!keepsColumns(old)) return true
  const ids = new Set([...(childrenOf(old) ?? []), ...(childrenOf(node) ?? [])].map(({ id }) => id))
  return ids.size <= limits.sectionColumns
}

// A section always keeps at least one column, so that the others can be removed. A section that is removed for good can wait
// until the end.
function losesAllColumns(node: Node, { after, replaced }: { after: Tree; replaced: ReadonlySet<NodeId> }): boolean {
  if (!keepsColumns(node)) return false
  let leaves = false
  for (const { id } of childrenOf(node) ?? []) {
    const next = after.get(id)
    if (replaced.has(id) || (next !== undefined && parentIdAt(next) !== node.id)) leaves = true
    else return false
  }
  return leaves
}

function keepsColumns(node: Node): boolean {
  return node.type === 'section' || node.type === 'columns'
}
