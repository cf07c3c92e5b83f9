import { effect } from '@preact/signals'
import type { Platform } from '../../ui/keys/index.ts'
import { canvasSignal } from '../canvas/index.ts'
import { handleClipboard, keyTargetOf, pressKey, typeKey } from '../commands/index.ts'
import { startListening } from '../startup/early-input.ts'
import type { Editor } from '../state/index.ts'

/** Hears keys and the clipboard in the window and in the frame of the email; answers how to stop. */
export function listenToKeys(editor: Editor, platform: Platform): () => void {
  const stop = new AbortController()
  const listen = { signal: stop.signal }
  const listenTo = (target: Document, isFrame: boolean) => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const focusTarget = keyTargetOf(event.target, isFrame)
      if (pressKey(editor, event, focusTarget, platform) || typeKey(editor, event, focusTarget)) event.preventDefault()
    }
    const move = (event: ClipboardEvent) => {
      // What was pasted into a text may have ended it.
      if (event.defaultPrevented) return
      if (keyTargetOf(event.target, isFrame) !== 'typing' && handleClipboard(editor, event)) event.preventDefault()
    }
    target.addEventListener('keydown', press, listen)
    for (const name of ['copy', 'cut', 'paste'] as const) target.addEventListener(name, move, listen)
    // Safari raises those only where words are selected or can be typed, unless somebody says that he will take care.
    const care = (event: Event) => {
      if (keyTargetOf(event.target, isFrame) !== 'typing' && editor.mode.peek() === 'visual') event.preventDefault()
    }
    for (const name of ['beforecopy', 'beforecut', 'beforepaste']) target.addEventListener(name, care, listen)
  }
  listenTo(document, false)
  const ended = effect(() => {
    const canvas = canvasSignal(editor).value
    if (canvas !== undefined) listenTo(canvas.document, true)
  })
  startListening(editor, 'keys')
  return () => {
    stop.abort()
    ended()
  }
}
