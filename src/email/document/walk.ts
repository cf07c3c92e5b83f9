import type { Block, EmailDocument, Node, NodeId } from './model.ts'

/** `path` is a JSON Pointer. */
export interface Visit {
  node: Node
  parent: Node | undefined
  path: string
}

/** Every node, parents before children, in reading order; alternative blocks come last. */
export function* walkNodes(document: EmailDocument): Generator<Visit, void, undefined> {
  yield* walkList(document.rows, undefined, '/rows')
}

export function findNode(document: EmailDocument, id: NodeId): Node | undefined {
  return findIn(document.rows, id)
}

export function countNodes(document: EmailDocument): number {
  return countList(document.rows)
}

/** Counts all descendants as well. */
export function countList(nodes: readonly Node[]): number {
  let count = 0
  for (const node of nodes) {
    count++
    for (const list of childLists(node)) count += countList(list)
  }
  return count
}

/** A list of alternative blocks: those shown when a loop has no items, or the fallback of an interactive block. */
export type OtherKey = 'else' | 'fallback'

/** A list of nodes below a node; `other` is undefined for its children. */
export interface NodeList {
  other: OtherKey | undefined
  nodes: readonly Node[]
}

/** All lists of a node: children, alternative blocks of its loop, fallback. */
export function listsOf(node: Node): readonly NodeList[] {
  const children = childrenOf(node)
  const others = othersOf(node)
  if (children === undefined) return others
  return others.length === 0
    ? [{ other: undefined, nodes: children }]
    : [{ other: undefined, nodes: children }, ...others]
}

/** Alternative lists: those of the loop and the fallback. */
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

/** The authored fallback of an interactive block; undefined without one. */
export function fallbackOf(node: Node): readonly Block[] | undefined {
  if (!isInteractive(node)) return undefined
  const { fallback } = node as Block
  return Array.isArray(fallback) ? (fallback as Block[]) : undefined
}

/** True for a block that only AMP can render; other output uses its fallback. */
export function isInteractive(node: Node): boolean {
  return interactiveTypes.has(node.type)
}

export const interactiveTypes: ReadonlySet<string> = new Set(['carousel', 'accordion', 'form', 'dynamicList'])

/** All lists of nodes below a node. */
export function childLists(node: Node): readonly (readonly Node[])[] {
  const lists = listsOf(node)
  return lists.length === 0 ? noLists : lists.map(({ nodes }) => nodes)
}

const noLists: readonly (readonly Node[])[] = []

export function withList<T extends Node>(node: T, other: OtherKey | undefined, nodes: readonly Node[]): T {
  if (other === 'fallback') return { ...node, fallback: nodes }
  if (other === 'else') return { ...node, each: { ...node.each, else: nodes } }
  const key = childKey(node)
  return key === undefined ? node : { ...node, [key]: nodes }
}

/** Replaces each list with the result of `change`; returns the same node if all stay the same. */
export function withLists<T extends Node>(node: T, change: (nodes: readonly Node[]) => readonly Node[]): T {
  let result = node
  for (const { nodes, other } of listsOf(node)) {
    const changed = change(nodes)
    if (changed !== nodes) result = withList(result, other, changed)
  }
  return result
}

/** The property with the node's children. A table's `rows` are cells and not nodes, so the type decides. */
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

/** Path from a node to one of its lists, as part of a JSON Pointer. */
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
