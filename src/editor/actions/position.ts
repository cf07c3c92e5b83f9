import { blockTypes } from '../../email/blocks/index.ts'
import { type Node, type NodeId, childrenOf, rootId } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { TextKey } from '../locale/index.ts'
import { type Editor, type Outline, mayHold } from '../state/index.ts'

/** A position among the children of a node, or of `root`. */
export interface InsertPosition {
  parent: NodeId
  index: number
}

/** What people call a node: the name somebody gave it, or its kind. */
export function nameOf(editor: Editor, node: Node): string {
  const key = `node.${node.type}` as TextKey
  const word = editor.words.t(key)
  return node.name ?? (word === key ? (blockTypes.get(node.type)?.label ?? node.type) : word)
}

const rows = new Set(['section', 'group', 'module'])

/** Whether a node stands among the rows of an email. */
export function isRow({ type }: Node): boolean {
  return rows.has(type)
}

/** Whether a node may are under a parent: by kind, by depth, by number, and by the locks there. */
export function fitsInto(outline: Outline, node: Node, parent: NodeId): boolean {
  if (!mayHold(outline, parent === rootId ? undefined : parent)) return false
  const home = outline.entries.get(parent)?.node
  if (home === undefined) return parent === rootId && rows.has(node.type)
  if (isWithin(outline, parent, node.id)) return false
  switch (home.type) {
    case 'group':
      return node.type === 'section'
    case 'section':
    case 'columns':
      return node.type === 'column' && hasCapacity(outline, home, node) && !(isNested(outline, parent) && nests(node))
    case 'column':
    case 'dynamicList':
      return !rows.has(node.type) && node.type !== 'column' && !(isNested(outline, parent) && nests(node))
    default:
      return false
  }
}

function hasCapacity(outline: Outline, home: Node, column: Node): boolean {
  const isHere = outline.entries.get(column.id)?.parent === home.id
  return isHere || (childrenOf(home)?.length ?? 0) < limits.sectionColumns
}

// Columns nest once.
function nests(node: Node): boolean {
  return node.type === 'columns' || (childrenOf(node)?.some(nests) ?? false)
}

function isNested(outline: Outline, id: NodeId): boolean {
  for (let entry = outline.entries.get(id); entry !== undefined; entry = outline.entries.get(entry.parent)) {
    if (entry.node.type === 'columns') return true
  }
  return false
}

function isWithin(outline: Outline, id: NodeId, ancestor: NodeId): boolean {
  for (let entry = outline.entries.get(id); entry !== undefined; entry = outline.entries.get(entry.parent)) {
    if (entry.node.id === ancestor) return true
  }
  return false
}
