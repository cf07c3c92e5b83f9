import { blockTypes } from '../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Node,
  type NodeId,
  type Operation,
  applyOperations,
  findNode,
  operationsBetween,
  rebaseOperations,
  rootId,
} from '../../email/document/index.ts'
import { positionFor } from '../actions/index.ts'
import { outlineOf } from '../state/index.ts'

/** A node, or the settings of the email, that both sides changed in conflict. */
export interface EditPart {
  /** Undefined for the settings of the email. */
  id: NodeId | undefined
  /** This window's changes, split into steps about one property each. */
  operations: Operation[]
  /** The node in this window and as saved by others; undefined if removed. */
  mine: Node | undefined
  theirs: Node | undefined
}

/** Both versions merged, except for conflicting parts. */
export interface Merge {
  /** The version of others with all changes of this window that do not conflict. */
  document: EmailDocument
  parts: EditPart[]
}

/** Merges two versions of a document; conflicting parts are listed and stay as saved by others. */
export function mergeDocuments(base: EmailDocument, mine: EmailDocument, theirs: EmailDocument): Merge {
  const since = operationsBetween(base, theirs)
  let operations = stepsOf(base, operationsBetween(base, mine))
  const parts = new Map<NodeId | undefined, EditPart>()
  const setAside = (indices: ReadonlySet<number>, ids: ReadonlyMap<number, NodeId | undefined>) => {
    for (const index of [...indices].sort((one, other) => one - other)) {
      const operation = operations[index]
      if (operation === undefined) continue
      const id = ids.get(index) ?? idOf(operation)
      const part = parts.get(id) ?? partOf(id, mine, theirs)
      part.operations.push(operation)
      parts.set(id, part)
    }
    operations = operations.filter((_, index) => !indices.has(index))
  }
  for (;;) {
    const rebased = rebaseOperations({ base, since, operations }, blockTypes)
    if ('operations' in rebased) return { document: rebased.document, parts: [...parts.values()] }
    if ('conflicts' in rebased) {
      const ids = new Map(rebased.conflicts.map(({ operation, id }) => [operation, id]))
      setAside(new Set(ids.keys()), ids)
    } else {
      // It depends on a conflicting step.
      const [, index = '0'] = /^\/(\d+)/.exec(rebased.issues[0]?.path ?? '') ?? []
      setAside(new Set([Number(index)]), new Map())
    }
  }
}

/** The merged document with the chosen parts from this window. */
export function chooseMine({ document, parts }: Merge, chosen: ReadonlySet<NodeId | undefined>, mine: EmailDocument) {
  let result = document
  for (const part of parts) {
    if (!chosen.has(part.id)) continue
    for (const operation of forced(part, result, mine)) {
      const applied = applyOperations(result, [operation], blockTypes)
      if (!('issues' in applied)) result = applied.document
    }
  }
  return result
}

function partOf(id: NodeId | undefined, mine: EmailDocument, theirs: EmailDocument): EditPart {
  const find = (document: EmailDocument) => (id === undefined ? undefined : findNode(document, id))
  return { id, operations: [], mine: find(mine), theirs: find(theirs) }
}

// This window's change as operations on the current document.
function forced({ id, mine: node, operations }: EditPart, result: EmailDocument, mine: EmailDocument): Operation[] {
  if (id === undefined) return operations
  const isThere = findNode(result, id) !== undefined
  if (node === undefined) return isThere ? [{ op: 'remove', id }] : []
  if (!isThere) return [restoreMine(node, result, mine)]
  return operations.filter(({ op }) => op === 'set' || op === 'move')
}

function restoreMine(node: Node, result: EmailDocument, mine: EmailDocument): Operation {
  const entry = outlineOf(mine).entries.get(node.id)
  const isHomeThere = entry !== undefined && (entry.parent === rootId || findNode(result, entry.parent) !== undefined)
  const parent = isHomeThere ? entry.parent : rootId
  const count = (parent === rootId ? result.rows : siblingsIn(result, parent)).length
  const index = Math.min(isHomeThere ? entry.index : count, count)
  return { op: 'insert', parent, index, nodes: [positionFor(node, parent)] }
}

function siblingsIn(document: EmailDocument, parent: NodeId): readonly Node[] {
  return [...outlineOf(document).entries.values()].filter((entry) => entry.parent === parent).map(({ node }) => node)
}

function idOf(operation: Operation): NodeId | undefined {
  if (operation.op === 'insert') return operation.nodes[0]?.id
  return 'id' in operation ? operation.id : undefined
}

/** Splits operations so that each is about one property or one node. */
export function stepsOf(from: EmailDocument, operations: readonly Operation[]): Operation[] {
  let document = from
  return operations.flatMap((operation) => {
    const steps = single(operation, document)
    const applied = applyOperations(document, [operation], blockTypes)
    if (!('issues' in applied)) document = applied.document
    return steps
  })
}

function single(operation: Operation, document: EmailDocument): Operation[] {
  if (operation.op === 'set' || operation.op === 'settings') {
    return Object.entries(operation.props).map(([prop, value]) => ({ ...operation, props: { [prop]: value } }))
  }
  if (operation.op !== 'remove' || operation.count === undefined) return [operation]
  const { index = 0, siblings = [] } = outlineOf(document).entries.get(operation.id) ?? {}
  return siblings.slice(index, index + operation.count).map(({ id }) => ({ op: 'remove', id }))
}
