import { type EmailDocument, type Node, type NodeId, rootId } from '../model.ts'
import { type OtherKey, childKey, isInteractive, listsOf, othersOf, withList } from '../walk.ts'

/** A document taken apart, to be put together anew: the properties of nodes by id, and the lists of who is in whom. */
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

  /** The ids in a list of a parent, in order; not to be changed. */
  childrenOf(parent: NodeId, other?: OtherKey): readonly NodeId[] {
    return this.lists.get(listOf(parent, other)) ?? []
  }

  /** The node that a node is in; undefined for the rows of the document. */
  parentOf(id: NodeId): NodeId | undefined {
    const [parent] = (this.homes.get(id) ?? rootId).split('/')
    return parent === rootId ? undefined : parent
  }

  /** The ids of the nodes just below a node, those of its loop and fallback included. */
  idsBelow(id: NodeId): NodeId[] {
    return lists.flatMap((other) => this.childrenOf(id, other))
  }

  /** The ids of a node and of all that is in it. */
  *idsIn(id: NodeId): Generator<NodeId, void, undefined> {
    yield id
    for (const child of this.idsBelow(id)) yield* this.idsIn(child)
  }

  /** Puts a node, with all that is in it, into a list. */
  put(node: Node, { index, other, parent }: { parent: NodeId; other: OtherKey | undefined; index: number }): void {
    const key = listOf(parent, other)
    const list = this.lists.get(key) ?? []
    this.lists.set(key, list)
    list.splice(index, 0, node.id)
    this.homes.set(node.id, key)
    this.describe(node)
  }

  /** Takes a node away, with all that is in it. */
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

  /** Puts a node in the place of the one with its id. */
  exchange(node: Node): void {
    const key = this.homes.get(node.id) ?? ''
    const list = this.lists.get(key)
    const index = list?.indexOf(node.id) ?? 0
    this.take(node.id)
    list?.splice(index, 0, node.id)
    this.homes.set(node.id, key)
    this.describe(node)
  }

  /** The node with all that is in it now. */
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

  /** The document put together. */
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

// No id has a slash.
function listOf(parent: NodeId, other?: OtherKey): string {
  return other === undefined ? parent : `${parent}/${other}`
}

const others: readonly OtherKey[] = ['else', 'fallback']
const lists: readonly (OtherKey | undefined)[] = [undefined, ...others]
