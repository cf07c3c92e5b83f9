import { batch } from '@preact/signals'
import { blockTypes } from '../../engines/blocks/index.ts'
import { rootId } from '../../engines/document/index.ts'
import { type Editor, mayEdit } from '../state/index.ts'
import { goToRegion } from './regions.ts'

/** Whether a block's text is typed in the canvas. */
export function isTyped(type: string): boolean {
  return blockTypes.get(type)?.fields.some(({ kind, prop }) => kind === 'rich-text' && prop === 'text') === true
}

/** Begins to type in the selected text; for anything else, goes to its settings. */
export function startEditing(editor: Editor): void {
  const id = editor.selection.peek()
  const node = editor.outline.peek().spots.get(id ?? '')?.node
  if (node === undefined || id === undefined || editor.readOnly.peek()) return
  if (isTyped(node.type) && mayEdit(editor.outline.peek(), id, 'text')) editor.editing.value = id
  else {
    editor.sheet.value = 'inspector'
    goToRegion('inspector')
  }
}

/** One step out: of what stands open, of typing, of the selection to what is around it, of that to nothing. */
export function leave(editor: Editor): void {
  batch(() => {
    if (editor.open.peek() !== undefined) editor.open.value = undefined
    else if (editor.sheet.peek() !== undefined) editor.sheet.value = undefined
    else if (editor.editing.peek() !== undefined) editor.editing.value = undefined
    else {
      const parent = editor.outline.peek().spots.get(editor.selection.peek() ?? '')?.parent
      editor.selection.value = parent === rootId ? undefined : parent
    }
  })
}
