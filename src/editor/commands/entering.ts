import type { Node } from '../../email/document/index.ts'
import { type InsertPosition, insertNode } from '../actions/index.ts'
import { canvasOf } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'
import { startTyping } from '../typing/index.ts'
import { isTyped } from './editing.ts'

/** Moves the keyboard focus to the email, where keys act on the selection; the stage does not scroll. */
export function focusCanvas(editor: Editor): void {
  canvasOf(editor)?.frame.closest<HTMLElement>('[role="application"]')?.focus({ preventScroll: true })
}

/**
 * Inserts a new node for a press or a drop and moves the focus from the control to it: into its first text, with the
 * placeholder selected, or to the block on the canvas where it has no text. Otherwise the next Space would press the control again.
 */
export function insertAndFocus(editor: Editor, node: Node, position?: InsertPosition): void {
  insertNode(editor, node, position)
  // On a phone the palette lies over the email.
  editor.sheet.value = undefined
  focusCanvas(editor)
  if (editor.selection.peek() === node.id && isTyped(editor, node)) startTyping(editor, { id: node.id })
}
