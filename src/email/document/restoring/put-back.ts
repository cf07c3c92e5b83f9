import { limits } from '../../../kernel/limits.ts'
import { type TreeEntry, type Tree, withoutOthers } from '../comparison/tree.ts'
import { type Block, type EmailDocument, type Node, type NodeId, rootId } from '../model.ts'
import { childKey, childrenOf, fallbackOf, listsOf } from '../walk.ts'
import type { Draft } from './draft.ts'

/** State of a restoration: the resulting document, and the version. */
export interface Restoring {
  draft: Draft
  version: EmailDocument
  old: Tree
  /** Nodes that are restored as a whole: a node that the version has elsewhere must not be inserted into them. */
  closed: ReadonlySet<NodeId>
}

/**
 * Restores a node at its position in the version, after the nearest preceding sibling. Removed ancestors are restored
 * without their other descendants. If the section has no capacity for another column, a block goes to the end of the last
 * one. Alternative blocks of a removed loop become blocks beside it, or are dropped if no position is available.
 */
export function putBack(node: Node, entry: TreeEntry, restoring: Restoring): void {
  const { draft } = restoring
  const { other, parent } = entry
  const home = parent === undefined ? undefined : draft.node(parent.node.id)
  const isHome =
    parent === undefined || (home?.type === parent.node.type && (other !== 'else' || home.each !== undefined))
  if (isHome) {
    const position = { parent: parent?.node.id ?? rootId, other }
    draft.put(node, { ...position, index: indexIn(draft.childrenOf(position.parent, other), entry, restoring) })
    return
  }
  if (other !== undefined) return restoreAlternative(node, parent, restoring)
  const column = fullSection(parent, restoring)
  if (column === undefined) putBack(around(node, parent.node, draft), parent, restoring)
  else draft.put(node, { parent: column, other: undefined, index: draft.childrenOf(column).length })
}

// Beside the loop in its column; for the loop of a section, in one of its columns, which may be elsewhere now.
function restoreAlternative(node: Node, loop: TreeEntry, restoring: Restoring): void {
  const { closed, draft } = restoring
  const position = entryAfterLoop(loop)
  if (position !== undefined) return putBack(node, { ...position, node }, restoring)
  const column = firstColumn(loop)
  if (column?.parent === undefined) return
  const section = column.parent.node
  if (draft.node(section.id)?.type !== section.type) return putBack(around(node, column.node, draft), column, restoring)
  const open = draft.childrenOf(section.id).find((id) => !closed.has(id))
  if (open !== undefined) draft.put(node, { parent: open, other: undefined, index: draft.childrenOf(open).length })
}

function indexIn(now: readonly NodeId[], { index, other, parent }: TreeEntry, { version }: Restoring): number {
  const lists = parent === undefined ? [] : listsOf(parent.node)
  const siblings = parent === undefined ? version.rows : lists.find((list) => list.other === other)?.nodes
  for (let left = index - 1; left >= 0; left--) {
    const at = now.indexOf(siblings?.[left]?.id ?? '')
    if (at >= 0) return at + 1
  }
  return 0
}

// The position after a loop in its column, or at the end of the column that is the loop.
function entryAfterLoop(loop: TreeEntry): TreeEntry | undefined {
  for (let at = loop; at.parent !== undefined; at = at.parent) {
    if (at.node.type === 'column')
      return { ...loop, parent: at, index: childrenOf(at.node)?.length ?? 0, other: undefined }
    if (at.parent.node.type === 'column') return { ...at, index: at.index + 1, other: undefined }
  }
  return undefined
}

function firstColumn(loop: TreeEntry): TreeEntry | undefined {
  let at: TreeEntry | undefined = loop
  while (at !== undefined && at.node.type !== 'column') {
    const [first]: readonly Node[] = childrenOf(at.node) ?? []
    at = first === undefined ? undefined : { node: first, parent: at, index: 0, other: undefined }
  }
  return at
}

// The last column of a section that has no capacity for a removed column.
function fullSection({ node, parent }: TreeEntry, { closed, draft }: Restoring): NodeId | undefined {
  if (node.type !== 'column' || parent === undefined) return undefined
  const columns = draft.childrenOf(parent.node.id)
  return draft.node(parent.node.id)?.type === parent.node.type && columns.length >= limits.sectionColumns
    ? columns.findLast((id) => !closed.has(id))
    : undefined
}

function around(node: Node, parent: Node, draft: Draft): Node {
  const shell: Record<string, unknown> = { ...(parent as Block), id: freeId(parent.id, draft) }
  const key = childKey(parent)
  if (key !== undefined) shell[key] = [node]
  if (parent.each !== undefined) shell['each'] = withoutOthers(parent.each)
  if (fallbackOf(parent) !== undefined) delete shell['fallback']
  return shell as Block
}

// A node of another type may use the id by now.
function freeId(wanted: NodeId, draft: Draft): NodeId {
  if (!draft.has(wanted)) return wanted
  let at = 1
  while (draft.has(`n${at}`)) at++
  return `n${at}`
}
