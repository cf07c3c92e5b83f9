import { blockTypes } from '../../email/blocks/index.ts'
import { type Node, type NodeId, childrenOf, rootId } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { EditorWords, TextKey } from '../locale/index.ts'
import { labelIn, ownOf } from './own-blocks.ts'
import { type Editor, type Outline, mayEditChildren } from '../state/index.ts'

/** A position among the children of a node or of `root`. */
export interface InsertPosition {
  parent: NodeId
  index: number
}

/** The author's name of the node, or the name of its kind. */
export function nameOf(editor: Editor, node: Node): string {
  const own = ownOf(node)?.declaration.label
  return node.name ?? (own === undefined ? kindName(editor.words, node.type) : labelIn(own, editor.config.locale))
}

/** Name of a block type or structure node in the language of the editor; the type itself if unknown. */
export function kindName({ names, t }: EditorWords, type: string): string {
  const key = Object.hasOwn(structure, type) ? structure[type] : undefined
  return names[type] ?? blockTypes.get(type)?.label ?? (key === undefined ? type : t(key))
}

const structure: Readonly<Record<string, TextKey>> = {
  section: 'node.section',
  group: 'node.group',
  column: 'node.column',
  module: 'node.module',
}

const rows = new Set(['section', 'group', 'module'])

export function isRow({ type }: Node): boolean {
  return rows.has(type)
}

/** Checks kind, depth, count and locks. */
export function fitsInto(outline: Outline, node: Node, parent: NodeId): boolean {
  if (!mayEditChildren(outline, parent === rootId ? undefined : parent)) return false
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

// Columns may be nested once.
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
