import { type Platform, isPressed } from '../../ui/keys.ts'
import type { Editor } from '../state/index.ts'
import { startTyping } from '../typing/index.ts'
import { isTyped, startTextInSlot } from './editing.ts'
import { commands } from './list.ts'

/** Commands that are available while text is edited. */
const everywhere = new Set([
  'escape',
  'nextRegion',
  'previousRegion',
  'nextFinding',
  'save',
  'preview',
  'publish',
  'shortcuts',
  'toggleDevice',
  'toggleCode',
])
const inCode = new Set(['undo', 'redo'])
/** Run by the browser's clipboard events instead. */
const clipboard = new Set(['copy', 'cut', 'paste'])
/** Outside the canvas, their keys select text or open the browser's menu. */
const inCanvas = new Set(['selectAll', 'selectMoreNext', 'selectMorePrevious', 'menu'])

/** Region of a key press; `typing` is any text field, dialog or popover. */
export type KeyTarget = 'canvas' | 'panel' | 'typing'

/** Runs the command of a key press; returns false if there is none. */
export function pressKey(editor: Editor, event: KeyboardEvent, at: KeyTarget, platform: Platform): boolean {
  // A block is being edited, but the text editor is still loading.
  const position = at === 'canvas' && editor.editing.peek() !== undefined ? 'typing' : at
  for (const command of commands) {
    if (command.keys === undefined || clipboard.has(command.id)) continue
    if (!command.keys.some((keys) => isPressed(keys, event, platform))) continue
    if (editor.mode.peek() === 'code' && !everywhere.has(command.id) && !inCode.has(command.id)) continue
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.key.startsWith('F')
    if (position === 'typing' && (!everywhere.has(command.id) || (isPlain && event.key !== 'Escape'))) continue
    if (position !== 'canvas' && inCanvas.has(command.id)) continue
    // Arrows, Enter and Delete belong to the focused list or button.
    if (position === 'panel' && isPlain && !['?', '/'].includes(event.key) && event.key !== 'Escape') continue
    if (!command.enabled(editor)) continue
    return command.run(editor) !== false
  }
  return false
}

/**
 * Starts typing in the selected text with the letter of the key, or in a new text of an empty email, row or column.
 * Returns false if the key is not a letter.
 */
export function typeKey(editor: Editor, event: KeyboardEvent, position: KeyTarget): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const node = editor.outline.peek().entries.get(editor.selection.peek() ?? '')?.node
  if (position !== 'canvas' || ctrlKey || metaKey || altKey) return false
  const isLoading = node !== undefined && editor.editing.peek() === node.id
  const letters = (isLoading ? letterKeys[key] : undefined) ?? key
  const isLetter = [...letters].length === 1 && (isLoading || key !== ' ')
  if (!isLetter || event.target instanceof HTMLButtonElement) return false
  if (node === undefined || !isTyped(editor, node)) return startTextInSlot(editor, letters)
  startTyping(editor, { id: node.id, letters })
  return true
}

/** Keys that type a character while the text editor loads. */
const letterKeys: Readonly<Record<string, string>> = { Enter: '\n', Backspace: '\b' }

export function keyTargetOf(target: EventTarget | null, isInCanvas: boolean): KeyTarget {
  const element = target as HTMLElement | null
  const isText = element?.closest?.('input, textarea, select, [contenteditable="true"], dialog, [popover]') != null
  if (isText) return 'typing'
  return isInCanvas || element?.closest?.('[data-region="canvas"]') != null ? 'canvas' : 'panel'
}
