import type { Block, EmailDocument, Node, NodeId } from './model.ts'

/** A node, where it hangs, and the JSON Pointer to it. */
export interface Visit {
  node: Node
  parent: Node | undefined
  path: string
}

/** Every node, parents before children, in reading order; blocks that a loop or fallback shows instead come last. */
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

/** A list of nodes that comes and goes with a property of a node: what its loop shows instead of nothing, or its fallback. */
export type OtherKey = 'else' | 'fallback'

/** A list of nodes below a node; without `other` it is that of its children. */
export interface NodeList {
  other: OtherKey | undefined
  nodes: readonly Node[]
}

/** The lists of nodes below a node: its children, what its loop shows instead of nothing, its fallback. */
export function listsOf(node: Node): readonly NodeList[] {
  const children = childrenOf(node)
  const others = othersOf(node)
  if (children === undefined) return others
  return others.length === 0
    ? [{ other: undefined, nodes: children }]
    : [{ other: undefined, nodes: children }, ...others]
}

/** The lists of nodes below a node that are no children of it. */
export function othersOf(node: Node): readonly NodeList[] {
  const otherwise = node.each?.else
  const fallback = fallbackOf(node)
  if (otherwise === undefined && fallback === undefined) return none
  const lists: NodeList[] = []
  if (otherwise !== undefined) lists.push({ other: 'else', nodes: otherwise })
  if (fallback !== undefined) lists.push({ other: 'fallback', nodes: fallback })
  return lists
}

const none: readonly NodeList[] = []

/** The blocks that an interactive block shows where it cannot be interactive, when its author wrote some. */
export function fallbackOf(node: Node): readonly Block[] | undefined {
  if (!isInteractive(node)) return undefined
  const { fallback } = node as Block
  return Array.isArray(fallback) ? (fallback as Block[]) : undefined
}

/** Whether a node is a block that only AMP can render, and everything else shows by its fallback. */
export function isInteractive(node: Node): boolean {
  return interactiveTypes.has(node.type)
}

/** The types of blocks that the tree knows as interactive. */
export const interactiveTypes: ReadonlySet<string> = new Set(['carousel', 'accordion', 'form', 'dynamicList'])

/** The lists of nodes below a node, without their names. */
export function childLists(node: Node): readonly (readonly Node[])[] {
  const lists = listsOf(node)
  return lists.length === 0 ? noLists : lists.map(({ nodes }) => nodes)
}

const noLists: readonly (readonly Node[])[] = []

/** The node with one of its lists replaced. */
export function withList<T extends Node>(node: T, other: OtherKey | undefined, nodes: readonly Node[]): T {
  if (other === 'fallback') return { ...node, fallback: nodes }
  if (other === 'else') return { ...node, each: { ...node.each, else: nodes } }
  const key = childKey(node)
  return key === undefined ? node : { ...node, [key]: nodes }
}

/** The node with each of its lists as `change` gives it; the same node when all stay the same. */
export function withLists<T extends Node>(node: T, change: (nodes: readonly Node[]) => readonly Node[]): T {
  let result = node
  for (const { nodes, other } of listsOf(node)) {
    const changed = change(nodes)
    if (changed !== nodes) result = withList(result, other, changed)
  }
  return result
}

/** The property that holds a node's children. A table's `rows` are cells and no nodes, so the type decides. */
export function childKey(node: Node): 'rows' | 'columns' | 'blocks' | undefined {
  switch (node.type) {
    case 'section':
    case 'columns':
      return 'columns'
    case 'column':
    case 'dynamicList':
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
    for (const { nodes: list, other } of listsOf(node)) yield* walkList(list, node, `${at}/${listPath(node, other)}`)
  }
}

/** The path from a node to one of its lists, as part of a JSON Pointer. */
export function listPath(node: Node, other: OtherKey | undefined): string {
  return other === 'else' ? 'each/else' : (other ?? childKey(node) ?? '')
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
