import { batch } from '@preact/signals'
import { Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { NodeId } from '../../email/document/index.ts'
import { blockAfter } from '../actions/index.ts'
import { canvasOf } from '../canvas/index.ts'
import { isTyped } from '../commands/index.ts'
import { positionsOf, startTyping } from '../typing/index.ts'
import type { TypingContext } from './context.ts'

/**
 * Arrow keys at the edge of a text move to the next text of the block, then to the next block, which is edited if
 * possible, otherwise selected. Returns true if the key was handled.
 */
export function stepOut(context: TypingContext, view: EditorView, event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, key, metaKey, shiftKey } = event
  if (altKey || ctrlKey || metaKey || shiftKey || !key.startsWith('Arrow') || !view.state.selection.empty) return false
  const isAcross = key === 'ArrowUp' || key === 'ArrowDown'
  const isRtl = getComputedStyle(view.dom).direction === 'rtl'
  const by = key === 'ArrowDown' || key === (isRtl ? 'ArrowLeft' : 'ArrowRight') ? 1 : -1
  if (!isAtEdge(view, by, isAcross)) return false
  const left = isAcross ? view.coordsAtPos(view.state.selection.head).left : undefined
  return stepInside(context, by, left) || stepBeside(context, by, left)
}

function isAtEdge(view: EditorView, by: 1 | -1, isAcross: boolean): boolean {
  const { doc, selection } = view.state
  const edge = by === 1 ? Selection.atEnd(doc) : Selection.atStart(doc)
  if (!isAcross) return selection.head === edge.head
  return selection.$head.start() === edge.$head.start() && view.endOfTextblock(by === 1 ? 'down' : 'up')
}

// Up and down move to the text above or below, as in a table; left and right follow the reading order.
function stepInside({ editor, id, target, session }: TypingContext, by: 1 | -1, left: number | undefined): boolean {
  const entry = { from: by === 1 ? ('before' as const) : ('after' as const), left }
  if (left === undefined) return session().goTo(by, by === 1 ? 'start' : 'end')
  const node = editor.outline.peek().entries.get(id)?.node
  const cell = canvasOf(editor)?.elementOf(id)
  const here = cell && target.find(cell)?.getBoundingClientRect()
  if (node === undefined || cell === undefined || here === undefined) return false
  const beyond = positionsOf(node).flatMap(({ find, prop }) => {
    const box = find(cell)?.getBoundingClientRect()
    const gap = box === undefined ? -1 : by === 1 ? box.top - here.bottom : here.top - box.bottom
    if (box === undefined || gap < -1) return []
    return [{ prop, distance: gap * 1000 + Math.max(box.left - left, 0, left - box.right) }]
  })
  const next = beyond.toSorted((one, other) => one.distance - other.distance)[0]
  return next !== undefined && session().goTo(next.prop, entry)
}

function stepBeside({ editor, id }: TypingContext, by: 1 | -1, left: number | undefined): boolean {
  const canvas = canvasOf(editor)
  const outline = editor.outline.peek()
  const isNear = (column: NodeId) => {
    const box = canvas?.boxOf(column)
    return box !== undefined && left !== undefined && box.left <= left && left <= box.left + box.width
  }
  const next = blockAfter(outline, id, by, left === undefined ? undefined : isNear)
  const node = outline.entries.get(next ?? '')?.node
  // At the edge of the email the caret stays.
  if (next === undefined || node === undefined) return false
  batch(() => {
    editor.selection.value = next
    if (!isTyped(editor, node)) editor.editing.value = undefined
    else startTyping(editor, { id: next, entry: { from: by === 1 ? 'before' : 'after', left } })
  })
  return true
}
