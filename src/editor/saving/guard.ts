import type { Editor } from '../state/index.ts'

/** Has the browser ask before the window closes on something that is not saved; answers how to stop. */
export function guardLeaving(editor: Editor): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (editor.saving.peek().kind !== 'saved') event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
