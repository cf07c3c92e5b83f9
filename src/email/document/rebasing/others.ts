import type { BlockSchemas } from '../block-schema.ts'
import { stayedIn } from '../comparison/compare.ts'
import { alwaysIncreasing } from '../comparison/order.ts'
import { type TreeEntry, type Tree, indexTree, parentIdAt } from '../comparison/tree.ts'
import { type EmailDocument, type Node, type NodeId, type Operation, rootId } from '../model.ts'
import type { Applied } from '../operations/applied.ts'
import { applyOperation } from '../operations/apply.ts'
import { homeId, othersIn, readHome } from '../operations/home.ts'
import { isRecord } from '../reading/reading.ts'
import { childLists, childrenOf, findNode, othersOf } from '../walk.ts'

/** Concurrent changes since the document was read: the documents before and after, and the operation behind each change. */
export class Others {
  readonly before: Tree
  readonly after: Tree
  document: EmailDocument
  private readonly since: readonly Operation[]
  private readonly removed = new Map<NodeId, number>()
  private readonly inserted = new Map<NodeId, number>()
  private readonly moved = new Map<NodeId, number>()
  private readonly changed = new Map<string, number>()

  /** Throws if the operations do not apply to the document. */
  constructor(base: EmailDocument, since: readonly Operation[], blocks: BlockSchemas) {
    this.since = since
    this.document = base
    this.before = indexTree(base)
    for (const [index, operation] of since.entries()) {
      const applied = applyOperation(this.document, operation, blocks)
      if ('issues' in applied) {
        throw new Error(
          `Operation ${index} after the base revision does not apply to it: ${JSON.stringify(applied.issues[0])}`,
        )
      }
      this.note(operation, index, applied)
      this.document = applied.document
    }
    this.after = indexTree(this.document)
  }

  /** Index of the operation that removed the node. */
  removedBy(id: NodeId): number | undefined {
    return this.removed.get(id)
  }

  /** Index of the operation that moved or inserted the node. */
  placedBy(id: NodeId): number | undefined {
    return this.moved.get(id) ?? this.inserted.get(id)
  }

  /** Index of the last operation that set a property of a node, or a settings member if `id` is undefined. */
  setBy(id: NodeId | undefined, property: string): number | undefined {
    return this.changed.get(`${id ?? ''} ${property}`)
  }

  /** Formats a concurrent operation for a conflict. */
  named(index: number | undefined): { other?: { index: number; operation: Operation } } {
    const operation = index === undefined ? undefined : this.since[index]
    return index === undefined || operation === undefined ? {} : { other: { index, operation } }
  }

  /** True if a node was moved and still exists. */
  hasMoved(id: NodeId): boolean {
    const [old, entry] = [this.before.get(id), this.after.get(id)]
    if (old === undefined || entry === undefined) return false
    if (homeAt(old) !== homeAt(entry)) return true
    if (!this.moved.has(id)) return false
    const stayed = stayedIn(siblingsOf(this.document, homeAt(entry)), this.before, this.after)
    const at = stayed.findIndex((one) => one.id === id)
    const isSteady = alwaysIncreasing(stayed.map(({ index }) => index)).has(at)
    return !isSteady
  }

  private note(operation: Operation, index: number, { document, inverse }: Applied): void {
    switch (operation.op) {
      case 'insert':
        this.come(
          siblingsOf(document, operation.parent).slice(operation.index, operation.index + operation.nodes.length),
          index,
        )
        break
      case 'remove':
        if (inverse.op === 'insert') this.go(inverse.nodes, index)
        break
      case 'move':
        this.moved.set(operation.id, index)
        break
      case 'set':
        for (const key of Object.keys(operation.props)) this.changed.set(`${operation.id} ${key}`, index)
        if ('each' in operation.props || 'fallback' in operation.props)
          this.noteOthers(findNode(this.document, operation.id), findNode(document, operation.id), index)
        break
      case 'settings':
        for (const [key, value] of Object.entries(operation.props)) {
          this.changed.set(` ${key}`, index)
          if (isRecord(value)) for (const member of Object.keys(value)) this.changed.set(` ${key}.${member}`, index)
        }
    }
  }

  private noteOthers(old: Node | undefined, node: Node | undefined, index: number): void {
    for (const { nodes } of old === undefined ? [] : othersOf(old)) this.go(nodes, index)
    for (const { nodes } of node === undefined ? [] : othersOf(node)) this.come(nodes, index)
  }

  private come(nodes: readonly Node[], index: number): void {
    for (const node of nodes) {
      this.inserted.set(node.id, index)
      this.removed.delete(node.id)
      for (const list of childLists(node)) this.come(list, index)
    }
  }

  private go(nodes: readonly Node[], index: number): void {
    for (const node of nodes) {
      this.removed.set(node.id, index)
      for (const list of childLists(node)) this.go(list, index)
    }
  }
}

function homeAt(entry: TreeEntry): NodeId {
  return homeId(parentIdAt(entry), entry.other)
}

/** Nodes of a list by its parent in operations; empty if the list does not exist. */
export function siblingsOf(document: EmailDocument, parent: NodeId): readonly Node[] {
  if (parent === rootId) return document.rows
  const { id, other } = readHome(parent)
  const node = findNode(document, id)
  if (node === undefined) return []
  return (other === undefined ? childrenOf(node) : othersIn(node, other)) ?? []
}
