import { type EmailDocument, type Node, type NodeId, rootId } from '../model.ts'
import { type OtherKey, childKey, isInteractive, listsOf, othersOf, withList } from '../walk.ts'

/** A mutable form of a document: nodes by id, and their child ids by list. */
export class Draft {
  private readonly document: EmailDocument
  private readonly nodes = new Map<NodeId, Node>()
  private readonly lists = new Map<string, NodeId[]>()
  private readonly homes = new Map<NodeId, string>()

  constructor(document: EmailDocument) {
    this.document = document
    this.list(listOf(rootId), document.rows)
  }

  has(id: NodeId): boolean {
    return this.homes.has(id)
  }

  node(id: NodeId): Node | undefined {
    return this.nodes.get(id)
  }

  /** Child ids of one list in order; read-only. */
  childrenOf(parent: NodeId, other?: OtherKey): readonly NodeId[] {
    return this.lists.get(listOf(parent, other)) ?? []
  }

  /** Undefined for top-level rows. */
  parentOf(id: NodeId): NodeId | undefined {
    const [parent] = (this.homes.get(id) ?? rootId).split('/')
    return parent === rootId ? undefined : parent
  }

  /** Ids of direct descendants, including alternative blocks. */
  idsBelow(id: NodeId): NodeId[] {
    return lists.flatMap((other) => this.childrenOf(id, other))
  }

  /** Ids of a node and all its descendants. */
  *idsIn(id: NodeId): Generator<NodeId, void, undefined> {
    yield id
    for (const child of this.idsBelow(id)) yield* this.idsIn(child)
  }

  /** Inserts a node with all its descendants. */
  put(node: Node, { index, other, parent }: { parent: NodeId; other: OtherKey | undefined; index: number }): void {
    const key = listOf(parent, other)
    const list = this.lists.get(key) ?? []
    this.lists.set(key, list)
    list.splice(index, 0, node.id)
    this.homes.set(node.id, key)
    this.describe(node)
  }

  /** Removes a node with all its descendants. */
  take(id: NodeId): void {
    const list = this.lists.get(this.homes.get(id) ?? '')
    list?.splice(list.indexOf(id), 1)
    const all = [...this.idsIn(id)]
    for (const gone of all) {
      this.homes.delete(gone)
      this.nodes.delete(gone)
      for (const other of lists) this.lists.delete(listOf(gone, other))
    }
  }

  /** Replaces the node with the same id. */
  exchange(node: Node): void {
    const key = this.homes.get(node.id) ?? ''
    const list = this.lists.get(key)
    const index = list?.indexOf(node.id) ?? 0
    this.take(node.id)
    list?.splice(index, 0, node.id)
    this.homes.set(node.id, key)
    this.describe(node)
  }

  /** The node with its current descendants. */
  whole(id: NodeId): Node | undefined {
    const node = this.nodes.get(id)
    if (node === undefined) return undefined
    const key = childKey(node)
    const inside = key === undefined ? {} : { [key]: this.childrenOf(id).map((child) => this.whole(child)) }
    let whole = { ...node, ...inside } as Node
    for (const other of others) {
      const shown = this.childrenOf(id, other).flatMap((child) => this.whole(child) ?? [])
      const mayShow = other === 'fallback' ? isInteractive(node) : node.each !== undefined
      const shows = shown.length > 0 || othersOf(node).some((list) => list.other === other)
      if (mayShow && shows) whole = withList(whole, other, shown)
    }
    return whole
  }

  finish(): EmailDocument {
    const rows = this.childrenOf(rootId).map((id) => this.whole(id))
    return { ...this.document, rows: rows as EmailDocument['rows'] }
  }

  private describe(node: Node): void {
    this.nodes.set(node.id, node)
    for (const { nodes, other } of listsOf(node)) this.list(listOf(node.id, other), nodes)
  }

  private list(key: string, nodes: readonly Node[]): void {
    this.lists.set(
      key,
      nodes.map(({ id }) => id),
    )
    for (const node of nodes) {
      this.homes.set(node.id, key)
      this.describe(node)
    }
  }
}

// Ids contain no slash, so the keys are unique.
function listOf(parent: NodeId, other?: OtherKey): string {
  return other === undefined ? parent : `${parent}/${other}`
}

const others: readonly OtherKey[] = ['else', 'fallback']
const lists: readonly (OtherKey | undefined)[] = [undefined, ...others]
