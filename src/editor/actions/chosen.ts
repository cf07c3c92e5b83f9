import type { NodeId } from '../../email/document/index.ts'
import type { Editor, Outline, OutlineEntry } from '../state/index.ts'
import { nameOf } from './position.ts'

/** Where nodes stand. */
export function entriesOf(outline: Outline, ids: readonly NodeId[]): OutlineEntry[] {
  return ids.flatMap((id) => outline.entries.get(id) ?? [])
}

/** What people call several nodes. */
export function nameOfAll(editor: Editor, entries: readonly OutlineEntry[]): string {
  const [one] = entries
  return entries.length === 1 && one !== undefined
    ? nameOf(editor, one.node)
    : editor.words.t('node.many', { count: entries.length })
}

/** Whether nodes follow each other under one parent. */
export function areInARow(entries: readonly OutlineEntry[]): boolean {
  const [first] = entries
  return entries.every(({ parent, index }, at) => parent === first?.parent && index === first.index + at)
}

/** Nodes as they go away: a section or columns keep at least one column, so they go with their last. */
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
