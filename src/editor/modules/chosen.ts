import {
  type Block,
  type Column,
  type ModuleFragment,
  type Node,
  type NodeId,
  type Operation,
  type Row,
  extractFragment,
  rootId,
} from '../../email/document/index.ts'
import { isRow, newSection, entriesOf } from '../actions/index.ts'
import { type Editor, mayRemove, selectedIds, withNewIds } from '../state/index.ts'
import { moduleUse } from './learn.ts'

/** Selected rows as a module, with their images and translations; blocks are wrapped in a section. */
export function chosenFragment(editor: Editor): ModuleFragment {
  const document = editor.document.peek()
  const rows = rowsOf(entriesOf(editor.outline.peek(), selectedIds(editor)).map(({ node }) => node))
  const parts = rows.map((row) => extractFragment(document, row))
  const assets = Object.assign({}, ...parts.map((part) => part.assets)) as NonNullable<ModuleFragment['assets']>
  const locales = [...new Set(parts.flatMap(({ translations = {} }) => Object.keys(translations)))]
  const translations = Object.fromEntries(
    locales.map((locale) => [locale, Object.assign({}, ...parts.map((part) => part.translations?.[locale]))]),
  ) as NonNullable<ModuleFragment['translations']>
  return {
    nodes: rows,
    ...(Object.keys(assets).length === 0 ? {} : { assets }),
    ...(locales.length === 0 ? {} : { translations }),
  }
}

/**
 * Operations that replace the selected rows by an instance; undefined if no instance is allowed, or a row is locked.
 */
export function linkOperations(
  editor: Editor,
  moduleId: string,
): { operations: Operation[]; select: NodeId } | undefined {
  const outline = editor.outline.peek()
  const entries = entriesOf(outline, selectedIds(editor))
  const [first] = entries
  const fits = entries.every(
    ({ index, node, parent }, at) =>
      parent === rootId && index === (first?.index ?? 0) + at && mayRemove(outline, node.id),
  )
  if (first === undefined || !fits) return undefined
  const use = moduleUse(moduleId)
  return {
    operations: [
      ...entries.map(({ node }): Operation => ({ op: 'remove', id: node.id })),
      { op: 'insert', parent: rootId, index: first.index, nodes: [use] },
    ],
    select: use.id,
  }
}

function rowsOf(nodes: readonly Node[]): Row[] {
  const rows: Row[] = []
  let blocks: Block[] = []
  const close = () => {
    if (blocks.length > 0) rows.push(newSection([1], blocks))
    blocks = []
  }
  for (const node of nodes) {
    if (isRow(node) || node.type === 'column') close()
    if (isRow(node)) rows.push(node as Row)
    else if (node.type === 'column') rows.push({ ...newSection([]), columns: [withNewIds(node as Column)] })
    else blocks.push(node as Block)
  }
  close()
  return rows
}
