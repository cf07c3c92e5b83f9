import { batch } from '@preact/signals'
import { type Node, rootId } from '../../email/document/index.ts'
import { type Editor, mayEdit } from '../state/index.ts'
import { positionsOf, startTyping } from '../typing/index.ts'
import { goToSettings } from './regions.ts'

/** Whether a person may type in a block in the canvas. */
export function isTyped({ outline, readOnly }: Editor, node: Node): boolean {
  return !readOnly.peek() && positionsOf(node).length > 0 && mayEdit(outline.peek(), node.id, 'text')
}

/** Begins to type in the selected text; for anything else, goes to its settings. */
export function startEditing(editor: Editor): void {
  const id = editor.selection.peek()
  const node = editor.outline.peek().entries.get(id ?? '')?.node
  if (node === undefined || id === undefined || editor.readOnly.peek()) return
  if (isTyped(editor, node)) startTyping(editor, { id })
  else {
    editor.sheet.value = 'inspector'
    // The panel shows a selection a moment after it is made.
    requestAnimationFrame(goToSettings)
  }
}

/** One step out: of what stands open, of typing, of the selection to what is around it, of that to nothing. */
export function leave(editor: Editor): void {
  batch(() => {
    if (editor.open.peek() !== undefined) editor.open.value = undefined
    else if (editor.sheet.peek() !== undefined) editor.sheet.value = undefined
    else if (editor.editing.peek() !== undefined) editor.editing.value = undefined
    else if (editor.together.peek() !== undefined) editor.together.value = undefined
    else {
      const parent = editor.outline.peek().entries.get(editor.selection.peek() ?? '')?.parent
      editor.selection.value = parent === rootId ? undefined : parent
    }
  })
}
