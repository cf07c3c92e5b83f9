import type { NodeId } from '../../email/document/index.ts'
import type { Editor, Outline, OutlineEntry } from '../state/index.ts'
import { nameOf } from './place.ts'

/** Where nodes stand. */
export function spotsOf(outline: Outline, ids: readonly NodeId[]): OutlineEntry[] {
  return ids.flatMap((id) => outline.spots.get(id) ?? [])
}

/** What people call several nodes. */
export function nameOfAll(editor: Editor, spots: readonly OutlineEntry[]): string {
  const [one] = spots
  return spots.length === 1 && one !== undefined
    ? nameOf(editor, one.node)
    : editor.words.t('node.many', { count: spots.length })
}

/** Whether nodes follow each other under one parent. */
export function areInARow(spots: readonly OutlineEntry[]): boolean {
  const [first] = spots
  return spots.every(({ parent, index }, at) => parent === first?.parent && index === first.index + at)
}

/** Nodes as they go away: a section or columns keep at least one column, so they go with their last. */
export function withEmptied(outline: Outline, ids: readonly NodeId[]): NodeId[] {
  const gone = new Set(ids)
  for (const id of ids) {
    const spot = outline.spots.get(id)
    if (spot?.node.type !== 'column' || !spot.siblings.every((column) => gone.has(column.id))) continue
    for (const column of spot.siblings) gone.delete(column.id)
    gone.add(spot.parent)
  }
  return [...gone]
}
