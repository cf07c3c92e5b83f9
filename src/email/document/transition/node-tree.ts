import { type EmailDocument, type Node, type NodeId, rootId } from '../model.ts'
import { loopsInside } from '../operations/rules.ts'
import { childKey, childLists, childrenOf, isInteractive, othersOf } from '../walk.ts'

/** Parents, children and loops between two operations. */
export class NodeTree {
  private readonly lists = new Map<NodeId, NodeId[]>()
  private readonly parents = new Map<NodeId, NodeId>()
  private readonly values = new Map<NodeId, Node>()

  constructor(document: EmailDocument) {
    this.lists.set(
      rootId,
      document.rows.map(({ id }) => id),
    )
    for (const row of document.rows) this.add(row, rootId)
  }

  has(id: NodeId): boolean {
    return this.parents.has(id)
  }

  parentOf(id: NodeId): NodeId | undefined {
    return this.parents.get(id)
  }

  /** The node at its last update; its children may have changed since. */
  valueOf(id: NodeId): Node | undefined {
    return this.values.get(id)
  }

  /** Child ids in order; read-only. */
  childrenOf(id: NodeId): readonly NodeId[] {
    return this.lists.get(id) ?? []
  }

  revalue(id: NodeId, node: Node): void {
    this.values.set(id, node)
  }

  /** Inserts new nodes with all their descendants. */
  insert(parent: NodeId, index: number, nodes: readonly Node[]): void {
    this.lists.get(parent)?.splice(index, 0, ...nodes.map(({ id }) => id))
    for (const node of nodes) this.add(node, parent)
  }

  /** Removes a node with all its descendants. */
  remove(id: NodeId): void {
    this.detach(id)
    this.forget(id)
  }

  /** Moves a node after `last`, or to the start; returns its index among the other children. */
  moveBehind(id: NodeId, parent: NodeId, last: NodeId | undefined): number {
    this.detach(id)
    const index = this.indexBehind(parent, last)
    this.lists.get(parent)?.splice(index, 0, id)
    this.parents.set(id, parent)
    return index
  }

  /** The index after `last`, or 0. */
  indexBehind(parent: NodeId, last: NodeId | undefined): number {
    return last === undefined ? 0 : this.childrenOf(parent).indexOf(last) + 1
  }

  /** Drops nodes that were removed with a property of another. */
  forget(id: NodeId): void {
    for (const child of this.childrenOf(id)) this.forget(child)
    for (const other of others(this.values.get(id))) this.forget(other.id)
    this.lists.delete(id)
    this.parents.delete(id)
    this.values.delete(id)
  }

  /** True if operations would reject the node in that parent: too many loops, columns in columns and the like. */
  refuses(id: NodeId, parent: NodeId, loopDepth: number): boolean {
    if (this.isWithin(parent, isColumns) && this.holds(id, isColumns)) return true
    if (this.isWithin(parent, isInteractive) && this.holds(id, isInteractive)) return true
    return this.loopsAround(parent) + this.loopsIn(id) > loopDepth
  }

  private add(node: Node, parent: NodeId): void {
    this.parents.set(node.id, parent)
    this.values.set(node.id, node)
    if (childKey(node) === undefined) return
    const children = childrenOf(node) ?? []
    this.lists.set(
      node.id,
      children.map(({ id }) => id),
    )
    for (const child of children) this.add(child, node.id)
  }

  private detach(id: NodeId): void {
    const list = this.lists.get(this.parents.get(id) ?? rootId)
    const at = list?.indexOf(id) ?? -1
    if (at >= 0) list?.splice(at, 1)
  }

  private isWithin(id: NodeId, is: Kind): boolean {
    for (let at: NodeId | undefined = id; at !== undefined; at = this.parents.get(at)) {
      const node = this.values.get(at)
      if (node !== undefined && is(node)) return true
    }
    return false
  }

  private loopsAround(id: NodeId): number {
    let loops = 0
    for (let at: NodeId | undefined = id; at !== undefined; at = this.parents.get(at)) {
      if (this.values.get(at)?.each !== undefined) loops++
    }
    return loops
  }

  private holds(id: NodeId, is: Kind): boolean {
    const node = this.values.get(id)
    if (node !== undefined && (is(node) || others(node).some((one) => isOrHolds(one, is)))) return true
    return this.childrenOf(id).some((child) => this.holds(child, is))
  }

  private loopsIn(id: NodeId): number {
    const node = this.values.get(id)
    const inside = [...others(node).map(loopsInside), ...this.childrenOf(id).map((child) => this.loopsIn(child))]
    return Math.max(0, ...inside) + (node?.each === undefined ? 0 : 1)
  }
}

type Kind = (node: Node) => boolean

function isColumns(node: Node): boolean {
  return node.type === 'columns'
}

function others(node: Node | undefined): readonly Node[] {
  return node === undefined ? [] : othersOf(node).flatMap(({ nodes }) => nodes)
}

function isOrHolds(node: Node, is: Kind): boolean {
  return is(node) || childLists(node).some((list) => list.some((one) => isOrHolds(one, is)))
}
