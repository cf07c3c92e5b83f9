import type { NodeId } from '../../engines/document/index.ts'
import type { Editor } from '../state/index.ts'

/** How typing begins in a block: where one clicked, with what was typed already, or at the end of its first text. */
export interface Start {
  id: NodeId
  /** In px of the canvas. */
  point?: { left: number; top: number }
  /** Letters that were typed on the selected block. */
  letters?: string
  /** Twice for a word, three times for a paragraph. */
  clicks?: number
}

const starts = new WeakMap<Editor, Start>()

/** Begins to type in a block; the text editor takes it from there as soon as its code is here. */
export function startTyping(editor: Editor, start: Start): void {
  const before = starts.get(editor)
  const letters = before?.id === start.id ? (before.letters ?? '') + (start.letters ?? '') : start.letters
  starts.set(editor, { ...start, ...(letters === undefined ? {} : { letters }) })
  editor.editing.value = start.id
}

/** How typing in a block begins, told once. */
export function takeStart(editor: Editor, id: NodeId): Start {
  const start = starts.get(editor)
  starts.delete(editor)
  return start?.id === id ? start : { id }
}
