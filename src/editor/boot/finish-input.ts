import type { Editor } from '../state/index.ts'

/**
 * Turns input in progress into changes: text that an input method is still composing, and the value of a focused field,
 * which is applied on blur.
 */
export function finishInput(editor: Editor): void {
  editor.editing.value = undefined
  const { activeElement } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
}
