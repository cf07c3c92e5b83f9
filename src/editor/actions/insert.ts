import { blockTypes } from '../../email/blocks/index.ts'
import {
  type Block,
  type Column,
  type Node,
  type NodeId,
  type Operation,
  type Section,
  rootId,
} from '../../email/document/index.ts'
import { type Editor, type Outline, newId, withNewIds } from '../state/index.ts'
import { translateDefaults } from './content-words.ts'
import { type InsertPosition, fitsInto, nameOf } from './position.ts'

export function newBlock(type: string): Block {
  const defaults: object = blockTypes.get(type)?.defaults ?? {}
  return withNewIds<Block>({ id: '', type, ...defaults })
}

/** Default texts are in the language of the email. */
export function addedBlock(editor: Editor, type: string): Block {
  return translateDefaults(editor, newBlock(type))
}

/** `parts` are the column shares; `blocks` go into the first column. */
export function newSection(parts: readonly number[], blocks: readonly Block[] = []): Section {
  const columns = parts.map((fr, index): Column => {
    return { id: newId(), type: 'column', width: { fr }, blocks: index === 0 ? [...blocks] : [] }
  })
  return { id: newId(), type: 'section', stack: 'stack', columns }
}

/**
 * Insert position without a pointer: in a selected column or empty section, otherwise after the selection (a row
 * becomes a sibling row), otherwise at the end.
 */
export function insertPosition(editor: Editor, node: Node): InsertPosition {
  const outline = editor.outline.peek()
  let id = editor.selection.peek()
  while (id !== undefined) {
    const entry = outline.entries.get(id)
    if (entry === undefined) break
    const inside = endOf(outline, id, node)
    if (inside !== undefined) return inside
    if (fitsInto(outline, node, entry.parent)) return { parent: entry.parent, index: entry.index + 1 }
    if (entry.parent === rootId) return { parent: rootId, index: entry.index + 1 }
    id = entry.parent
  }
  const { rows } = editor.document.peek()
  const last = rows.at(-1)
  const only = last?.type === 'section' && last.columns.length === 1 ? last.columns[0] : undefined
  const inside = last === undefined ? undefined : endOf(outline, only?.id ?? last.id, node)
  return inside ?? { parent: rootId, index: rows.length }
}

/** Wraps a node in a section if the parent allows only rows. */
export function positionFor(node: Node, parent: NodeId): Node {
  if (parent !== rootId || node.type === 'section' || node.type === 'group' || node.type === 'module') return node
  return node.type === 'column' ? { ...newSection([]), columns: [node as Column] } : newSection([1], [node as Block])
}

/** Inserts a new node, selects and announces it; the operations of `before` are part of the same undo step. */
export function insertNode(
  editor: Editor,
  node: Node,
  position: InsertPosition = insertPosition(editor, node),
  before: readonly Operation[] = [],
): void {
  const name = nameOf(editor, node)
  editor.change(
    editor.words.t('change.insert', { name }),
    [...before, { op: 'insert', ...position, nodes: [positionFor(node, position.parent)] }],
    { select: node.id },
  )
  editor.announce(editor.words.t('said.inserted', { name }))
}

// The end of a column, or of the first column of an empty section.
function endOf(outline: Outline, id: NodeId, node: Node): InsertPosition | undefined {
  const home = outline.entries.get(id)?.node
  const columns = home?.type === 'section' ? (home as Section).columns : undefined
  const isFilled = columns?.some(({ blocks }) => blocks.length > 0) === true
  const column = columns === undefined ? home : isFilled ? undefined : columns[0]
  if (column === undefined || !fitsInto(outline, node, column.id)) return undefined
  return { parent: column.id, index: (column as Column).blocks.length }
}
