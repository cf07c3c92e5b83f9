import type { Block, EmailDocument, Node, NodeId } from './model.ts'

/** A node, where it hangs, and the JSON Pointer to it. */
export interface Visit {
  node: Node
  parent: Node | undefined
  path: string
}

/** Every node, parents before children, in reading order; the blocks a loop shows instead of nothing come last. */
export function* walkNodes(document: EmailDocument): Generator<Visit, void, undefined> {
  yield* walkList(document.rows, undefined, '/rows')
}

/** The node with that id. */
export function findNode(document: EmailDocument, id: NodeId): Node | undefined {
  return findIn(document.rows, id)
}

/** How many nodes the document has. */
export function countNodes(document: EmailDocument): number {
  return countList(document.rows)
}

/** How many nodes a list holds with all that is in them. */
export function countList(nodes: readonly Node[]): number {
  let count = 0
  for (const node of nodes) {
    count++
    for (const list of childLists(node)) count += countList(list)
  }
  return count
}

/** The lists of nodes below a node, its loop's other blocks included. */
export function childLists(node: Node): readonly (readonly Node[])[] {
  const children = childrenOf(node)
  const others = node.each?.else
  if (others === undefined) return children === undefined ? none : [children]
  return children === undefined ? [others] : [children, others]
}

const none: readonly (readonly Node[])[] = []

/** The property that holds a node's children. A table's `rows` are cells and no nodes, so the type decides. */
export function childKey(node: Node): 'rows' | 'columns' | 'blocks' | undefined {
  switch (node.type) {
    case 'section':
    case 'columns':
      return 'columns'
    case 'column':
      return 'blocks'
    case 'group':
      return 'rows'
    default:
      return undefined
  }
}

/** The children of a node in order. */
export function childrenOf(node: Node): readonly Node[] | undefined {
  const key = childKey(node)
  const list = key === undefined ? undefined : (node as Block)[key]
  return Array.isArray(list) ? (list as Node[]) : undefined
}

function* walkList(nodes: readonly Node[], parent: Node | undefined, path: string): Generator<Visit, void, undefined> {
  for (const [index, node] of nodes.entries()) {
    const at = `${path}/${index}`
    yield { node, parent, path: at }
    const children = childrenOf(node)
    if (children !== undefined) yield* walkList(children, node, `${at}/${childKey(node)}`)
    if (node.each?.else !== undefined) yield* walkList(node.each.else, node, `${at}/each/else`)
  }
}

function findIn(nodes: readonly Node[], id: NodeId): Node | undefined {
  for (const node of nodes) {
    if (node.id === id) return node
    for (const list of childLists(node)) {
      const found = findIn(list, id)
      if (found !== undefined) return found
    }
  }
  return undefined
}
