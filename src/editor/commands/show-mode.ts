import type { Editor } from '../state/index.ts'

/**
 * Shows the email or its HTML. Code mode asks before it is left with something typed that is not applied, so it may still
 * be shown after this.
 */
export async function showMode(editor: Editor, mode: 'visual' | 'code'): Promise<void> {
  if (mode === editor.mode.peek()) return
  if (mode === 'visual') return (await import('../code/index.ts')).leaveCode(editor)
  // What is selected or typed in is no longer seen, and keys shall not act on it.
  editor.editing.value = undefined
  editor.selection.value = undefined
  if (editor.open.peek() !== 'versions') editor.open.value = undefined
  editor.sheet.value = undefined
  editor.mode.value = mode
}
