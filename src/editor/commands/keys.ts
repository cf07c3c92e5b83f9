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
  const isLoading = at === 'canvas' && editor.editing.peek() !== undefined
  if (isLoading && event.key === 'Escape' && editor.open.peek() === undefined) return false
  const position = isLoading ? 'typing' : at
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
 * While the text editor loads, keys that move, select, delete and format wait for it, too. Returns false for any other
 * key.
 */
export function typeKey(editor: Editor, event: KeyboardEvent, position: KeyTarget): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const node = editor.outline.peek().entries.get(editor.selection.peek() ?? '')?.node
  if (position !== 'canvas' || event.target instanceof HTMLButtonElement) return false
  const isLoading = node !== undefined && editor.editing.peek() === node.id
  const waiting = isLoading ? waitingKey(event) : undefined
  const isLetter = [...key].length === 1 && (isLoading || key !== ' ') && !ctrlKey && !metaKey && !altKey
  if (waiting === undefined && !isLetter) return false
  if (node === undefined || !isTyped(editor, node)) return startTextInSlot(editor, key)
  startTyping(editor, { id: node.id, keys: [waiting ?? key] })
  return true
}

const waitingNames = new Set(['Enter', 'Backspace', 'Delete', 'Home', 'End', 'Escape'])
/** Select all, bold, italic, link, underline, undo and redo. */
const waitingLetters = new Set('abikuyz')

/** Name of a key with its modifiers that the text editor handles; undefined for the others. */
function waitingKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  const isFormat = (ctrlKey || metaKey) && !altKey && waitingLetters.has(key.toLowerCase())
  if (!isFormat && !waitingNames.has(key) && !key.startsWith('Arrow')) return undefined
  const held = { Control: ctrlKey, Alt: altKey, Meta: metaKey, Shift: shiftKey }
  return [...Object.keys(held).filter((name) => held[name as keyof typeof held]), key].join('+')
}

export function keyTargetOf(target: EventTarget | null, isInCanvas: boolean): KeyTarget {
  const element = target as HTMLElement | null
  const isText = element?.closest?.('input, textarea, select, [contenteditable="true"], dialog, [popover]') != null
  if (isText) return 'typing'
  return isInCanvas || element?.closest?.('[data-region="canvas"]') != null ? 'canvas' : 'panel'
}
