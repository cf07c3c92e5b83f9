import type { Editor } from '../state/index.ts'

/** Has the browser ask before the window closes on something that is not saved; answers how to stop. */
export function guardLeaving(editor: Editor): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    const { kind } = editor.saving.peek()
    // What was refused, or waits for the lock, is kept, and waiting longer does not save it.
    if (kind !== 'saved' && kind !== 'refused' && kind !== 'waiting') event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
