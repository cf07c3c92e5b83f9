import { type Platform, isPressed } from '../../ui/keys/index.ts'
import type { Editor } from '../state/index.ts'
import { startTyping } from '../typing/index.ts'
import { isTyped } from './editing.ts'
import { commands } from './list.ts'

/** Keys that keep their meaning while somebody types: they belong to the editor as a whole. */
const everywhere = new Set([
  'escape',
  'nextRegion',
  'previousRegion',
  'nextFinding',
  'save',
  'preview',
  'shortcuts',
  'toggleDevice',
  'toggleCode',
])
/** What there is to do besides while the HTML is shown. */
const inCode = new Set(['undo', 'redo'])
/** Keys that act on the selection of the canvas, and mean something else in a panel. */
const browsers = new Set(['copy', 'cut', 'paste'])
/** Keys that mean words, or something of its own, where the focus is not in the canvas. */
const inCanvas = new Set(['selectAll', 'selectMoreNext', 'selectMorePrevious', 'menu'])

/** Where a key was pressed: in the canvas, in a panel beside it, or where somebody types. */
export type KeyTarget = 'canvas' | 'panel' | 'typing'

/** Runs the command of a key press; answers whether there was one. */
export function pressKey(editor: Editor, event: KeyboardEvent, at: KeyTarget, platform: Platform): boolean {
  // Somebody began to type, and the text editor is on its way.
  const position = at === 'canvas' && editor.editing.peek() !== undefined ? 'typing' : at
  for (const command of commands) {
    if (command.keys === undefined || browsers.has(command.id)) continue
    if (!command.keys.some((keys) => isPressed(keys, event, platform))) continue
    if (editor.mode.peek() === 'code' && !everywhere.has(command.id) && !inCode.has(command.id)) continue
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.key.startsWith('F')
    if (position === 'typing' && (!everywhere.has(command.id) || (isPlain && event.key !== 'Escape'))) continue
    if (position !== 'canvas' && inCanvas.has(command.id)) continue
    // Arrows, Enter and Delete belong to the list or the button that has the focus.
    if (position === 'panel' && isPlain && !['?', '/'].includes(event.key) && event.key !== 'Escape') continue
    if (!command.enabled(editor)) continue
    return command.run(editor) !== false
  }
  return false
}

/** Begins to type in the selected text with the letter of a key; answers whether it was one. */
export function typeKey(editor: Editor, event: KeyboardEvent, position: KeyTarget): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const node = editor.outline.peek().entries.get(editor.selection.peek() ?? '')?.node
  if (position !== 'canvas' || node === undefined || ctrlKey || metaKey || altKey) return false
  const isComing = editor.editing.peek() === node.id
  const letters = (isComing ? letterKeys[key] : undefined) ?? key
  const isLetter = [...letters].length === 1 && (isComing || key !== ' ')
  if (!isLetter || !isTyped(editor, node) || event.target instanceof HTMLButtonElement) return false
  startTyping(editor, { id: node.id, letters })
  return true
}

/** Keys that mean a letter to who types. */
const letterKeys: Readonly<Record<string, string>> = { Enter: '\n', Backspace: '\b' }

/** What a key pressed on an element is for. */
export function keyTargetOf(target: EventTarget | null, isInCanvas: boolean): KeyTarget {
  const element = target as HTMLElement | null
  const isText = element?.closest?.('input, textarea, select, [contenteditable="true"], dialog, [popover]') != null
  if (isText) return 'typing'
  return isInCanvas || element?.closest?.('[data-region="canvas"]') != null ? 'canvas' : 'panel'
}
