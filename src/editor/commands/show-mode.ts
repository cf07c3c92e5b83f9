import type { Editor } from '../state/index.ts'

/**
 * Switches between the email and its HTML. Code mode first requests confirmation if changes are not applied, so it
 * may still be open afterwards.
 */
export async function showMode(editor: Editor, mode: 'visual' | 'code'): Promise<void> {
  if (mode === editor.mode.peek()) return
  if (mode === 'visual') return (await import('../code/index.ts')).leaveCode(editor)
  // The selection and edited text are hidden in code mode; keys must not act on them.
  editor.editing.value = undefined
  editor.selection.value = undefined
  if (editor.open.peek() !== 'versions') editor.open.value = undefined
  editor.sheet.value = undefined
  editor.mode.value = mode
}
