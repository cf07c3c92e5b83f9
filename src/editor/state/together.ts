import type { NodeId } from '../../email/document/index.ts'
import type { Editor } from './model.ts'
import type { Outline } from './outline.ts'

/** Selected nodes in reading order; nodes inside other selected nodes are left out. */
export function selectedIds(editor: Editor): readonly NodeId[] {
  const [one, together, outline] = [editor.selection.value, editor.together.value, editor.outline.value]
  if (one === undefined) return []
  if (together?.of !== one) return [one]
  const chosen = new Set(together.ids.filter((id) => outline.entries.has(id)))
  return outline.order.filter((id) => chosen.has(id) && !isInOneOf(outline, id, chosen))
}

/** Selects several nodes, except those inside others; the toolbar is at the last one. */
export function selectTogether(editor: Editor, ids: readonly NodeId[]): void {
  const outline = editor.outline.peek()
  const chosen = new Set(ids)
  const apart = ids.filter((id) => !isInOneOf(outline, id, chosen))
  const of = apart.at(-1)
  editor.selection.value = of
  editor.together.value = of === undefined || apart.length < 2 ? undefined : { of, ids: apart }
}

/** Adds a node to the selection, replacing its selected parents, or removes it. */
export function toggleSelected(editor: Editor, id: NodeId): void {
  const outline = editor.outline.peek()
  const ids = selectedIds(editor)
  const others = ids.filter((each) => each !== id)
  const beside = others.filter((each) => !isInOneOf(outline, id, new Set([each])))
  if (others.length === ids.length) selectTogether(editor, [...beside, id])
  else if (others.length > 0) selectTogether(editor, others)
}

function isInOneOf(outline: Outline, id: NodeId, chosen: ReadonlySet<NodeId>): boolean {
  for (let entry = outline.entries.get(id); entry !== undefined; entry = outline.entries.get(entry.parent)) {
    if (chosen.has(entry.parent)) return true
  }
  return false
}
