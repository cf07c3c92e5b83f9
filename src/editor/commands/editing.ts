import { batch } from '@preact/signals'
import { type Node, type NodeId, childrenOf, rootId } from '../../email/document/index.ts'
import { moreIcon, pencilIcon, plusIcon } from '../../ui/icons/index.ts'
import { type InsertPosition, addedBlock, insertNode, insertPosition } from '../actions/index.ts'
import { canvasOf, scaled } from '../canvas/index.ts'
import { type Command, type Editor, mayEdit } from '../state/index.ts'
import { positionsOf, startTyping } from '../typing/index.ts'
import { goToSettings } from './regions.ts'

/** Height of the toolbar above the selection, in px. */
const toolbarHeight = 36

export const editingCommands: readonly Command[] = [
  {
    id: 'edit',
    label: 'command.edit',
    icon: pencilIcon,
    keys: ['Enter', 'F2'],
    enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
    run: (editor) => startEditing(editor),
  },
  {
    id: 'insert',
    label: 'command.insert',
    icon: plusIcon,
    keys: ['/'],
    enabled: ({ readOnly, textOnly }) => !readOnly.value && !textOnly.value,
    run: ({ open }) => {
      open.value = 'insert'
    },
  },
  {
    id: 'menu',
    label: 'command.menu',
    icon: moreIcon,
    keys: ['Shift+F10', 'ContextMenu'],
    enabled: ({ selection }) => selection.value !== undefined,
    run(editor) {
      const canvas = canvasOf(editor)
      const box = canvas?.boxOf(editor.selection.peek() ?? '')
      if (canvas === undefined || box === undefined) return
      const frame = canvas.frame.getBoundingClientRect()
      const { left, top, width } = scaled(box, canvas.scale.peek())
      const start = editor.words.dir === 'rtl' ? left + width : left
      editor.menu.value = { left: frame.left + start, top: Math.max(frame.top + top, toolbarHeight) }
    },
  },
  {
    id: 'escape',
    label: 'command.escape',
    keys: ['Escape'],
    enabled: () => true,
    run: (editor) => leave(editor),
  },
]

/** True if the block can be typed in on the canvas. */
export function isTyped({ outline, readOnly }: Editor, node: Node): boolean {
  return !readOnly.peek() && positionsOf(node).length > 0 && mayEdit(outline.peek(), node.id, 'text')
}

/** True for an image block without an image that the user may choose. */
export function lacksImage({ outline, readOnly }: Editor, id: NodeId): boolean {
  const node = outline.peek().entries.get(id)?.node
  return !readOnly.peek() && node?.type === 'image' && !node['src'] && mayEdit(outline.peek(), id)
}

/** Starts typing in the selected text block, chooses the image of an empty one; focuses the settings of any other node. */
export function startEditing(editor: Editor): void {
  const id = editor.selection.peek()
  const node = editor.outline.peek().entries.get(id ?? '')?.node
  if (node === undefined || id === undefined || editor.readOnly.peek()) return
  if (isTyped(editor, node)) startTyping(editor, { id })
  else if (lacksImage(editor, id)) editor.open.value = 'image'
  else {
    editor.sheet.value = 'inspector'
    // The panel renders a new selection in the next frame.
    requestAnimationFrame(goToSettings)
  }
}

/**
 * One level out: closes a dialog, then a side sheet, then stops typing, then clears a multiple selection, then
 * selects the parent.
 */
export function leave(editor: Editor): void {
  batch(() => {
    if (editor.open.peek() !== undefined) editor.open.value = undefined
    else if (isSheetOver(editor)) editor.sheet.value = undefined
    else if (editor.editing.peek() !== undefined) editor.editing.value = undefined
    else if (editor.together.peek() !== undefined) editor.together.value = undefined
    else {
      const parent = editor.outline.peek().entries.get(editor.selection.peek() ?? '')?.parent
      editor.selection.value = parent === rootId ? undefined : parent
    }
  })
}

/** False on wide windows, where the panel is beside the canvas. */
function isSheetOver(editor: Editor): boolean {
  const sheet = editor.sheet.peek()
  if (sheet === undefined) return false
  const panel = document.querySelector(sheet === 'rail' ? '.rail .svc-tabpanel' : '.shell-inspector')
  return panel !== null && ['absolute', 'fixed'].includes(getComputedStyle(panel).position)
}

/** Focuses the email, where keys act on the selection, without scrolling the stage. */
export function focusCanvas(editor: Editor): void {
  canvasOf(editor)?.frame.closest<HTMLElement>('[role="application"]')?.focus({ preventScroll: true })
}

/**
 * Inserts a new node on a click or drop and focuses it: its first text, with the placeholder selected, or the canvas
 * if it has no text. If the focus stayed on the pressed control, the next Space would insert again.
 */
export function insertAndFocus(editor: Editor, node: Node, position?: InsertPosition): void {
  insertNode(editor, node, position)
  // On a phone the palette covers the email.
  editor.sheet.value = undefined
  focusCanvas(editor)
  if (editor.selection.peek() === node.id && isTyped(editor, node)) startTyping(editor, { id: node.id })
}

/**
 * Inserts a text that begins with the letter into the empty email, or into the selected row or column without blocks.
 * Returns false if there is no such slot, or nothing may be inserted into it.
 */
export function startTextInSlot(editor: Editor, letter: string): boolean {
  if (editor.readOnly.peek() || editor.textOnly.peek()) return false
  const { entries } = editor.outline.peek()
  const slot = entries.get(editor.selection.peek() ?? '')?.node
  if (slot === undefined ? editor.document.peek().rows.length > 0 : !isEmptySlot(slot)) return false
  const text = addedBlock(editor, 'text')
  const position = insertPosition(editor, text)
  const isInside = position.parent === slot?.id || entries.get(position.parent)?.parent === slot?.id
  if (slot !== undefined && !isInside) return false
  insertNode(editor, text, position)
  if (editor.selection.peek() === text.id) startTyping(editor, { id: text.id, keys: [letter] })
  return true
}

function isEmptySlot(node: Node): boolean {
  if (node.type !== 'section' && node.type !== 'column') return false
  return childrenOf(node)?.every(isEmptySlot) ?? false
}
