import type { NodeId } from '../../email/document/index.ts'
import type { Editor, Outline, OutlineEntry } from '../state/index.ts'
import { nameOf } from './position.ts'

export function entriesOf(outline: Outline, ids: readonly NodeId[]): OutlineEntry[] {
  return ids.flatMap((id) => outline.entries.get(id) ?? [])
}

export function nameOfAll(editor: Editor, entries: readonly OutlineEntry[]): string {
  const [one] = entries
  return entries.length === 1 && one !== undefined
    ? nameOf(editor, one.node)
    : editor.words.t('node.many', { count: entries.length })
}

/** True if the nodes are adjacent siblings. */
export function areInARow(entries: readonly OutlineEntry[]): boolean {
  const [first] = entries
  return entries.every(({ parent, index }, at) => parent === first?.parent && index === first.index + at)
}

/** The ids to remove: a section or columns block that would lose its last column is removed as a whole. */
export function withEmptied(outline: Outline, ids: readonly NodeId[]): NodeId[] {
  const gone = new Set(ids)
  for (const id of ids) {
    const entry = outline.entries.get(id)
    if (entry?.node.type !== 'column' || !entry.siblings.every((column) => gone.has(column.id))) continue
    for (const column of entry.siblings) gone.delete(column.id)
    gone.add(entry.parent)
  }
  return [...gone]
}
