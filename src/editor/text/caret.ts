import type { Node as TextNode } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Canvas } from '../canvas/index.ts'
import type { Entry, Start } from '../typing/index.ts'
import type { CaretAt, Session } from './context.ts'

/** Below the line of a text position, in px of the editor's window. */
export function positionBelow(canvas: Canvas, { view }: Session, position: number): { left: number; top: number } {
  const { left, bottom } = view.coordsAtPos(position)
  const frame = canvas.frame.getBoundingClientRect()
  const scale = canvas.scale.peek()
  return { left: frame.left + left * scale, top: frame.top + bottom * scale }
}

/** Places the caret: at the clicked point, or at the start or end of the text. Letters that were dragged over are selected. */
export function placeCaret(view: EditorView, { point, pressedAt, clicks = 1 }: Start, at: CaretAt = 'end'): void {
  view.focus()
  const { doc, tr } = view.state
  const coming = typeof at === 'object' ? at : undefined
  const within = point === undefined || pressedAt === undefined ? point : pointWithin(view.dom, point)
  const clicked = within === undefined ? undefined : view.posAtCoords(within)?.pos
  const isAtStart = at === 'start' || coming?.from === 'before'
  const end = isAtStart ? 0 : doc.content.size
  const position = clicked ?? (typeof at === 'number' ? Math.min(at, end) : ((coming && entered(view, coming)) ?? end))
  const near = TextSelection.near(doc.resolve(position), isAtStart ? 1 : -1)
  const word = clicks > 1 && clicked !== undefined ? wordAround(doc, clicked, clicks > 2) : undefined
  const pressed = pressedAt === undefined ? undefined : view.posAtCoords(pressedAt)?.pos
  const dragged =
    pressed === undefined || clicked === undefined
      ? undefined
      : TextSelection.between(doc.resolve(pressed), doc.resolve(clicked))
  view.dispatch(tr.setSelection(dragged ?? word ?? near))
}

/** The point of a text that is nearest to where the pointer left it: its end below, its start above. */
function pointWithin(element: Element, { left, top }: { left: number; top: number }): { left: number; top: number } {
  const box = element.getBoundingClientRect()
  if (top < box.top) return { left: box.left + 1, top: box.top + 1 }
  if (top > box.bottom) return { left: box.right - 1, top: box.bottom - 1 }
  return { left: Math.max(box.left + 1, Math.min(left, box.right - 1)), top }
}

// In the first or last line, at the previous horizontal position.
function entered(view: EditorView, { from, left }: Entry): number | undefined {
  if (left === undefined) return undefined
  const line = view.coordsAtPos(TextSelection[from === 'before' ? 'atStart' : 'atEnd'](view.state.doc).head)
  return view.posAtCoords({ left, top: (line.top + line.bottom) / 2 })?.pos
}

export function selectWhole(view: EditorView): void {
  view.focus()
  const { doc, tr } = view.state
  const [{ from }, { to }] = [TextSelection.atStart(doc), TextSelection.atEnd(doc)]
  view.dispatch(tr.setSelection(TextSelection.create(doc, from, to)))
}

/** Presses a key that waited for the text editor, as the browser would: characters, and names with modifiers. */
export function pressWaiting(view: EditorView, waiting: string): void {
  const event = keyEventOf(waiting)
  const { key, shiftKey } = event
  if (view.someProp('handleKeyDown', (handle) => handle(view, event)) === true) return
  const move = moves[key]
  if (move !== undefined) return moveCaret(view, ...move, shiftKey)
  const { from, to, empty } = view.state.selection
  const { size } = view.state.doc.content
  if (key === 'Backspace' || key === 'Delete') {
    const [start, end] = !empty ? [from, to] : key === 'Delete' ? [from, to + 1] : [from - 1, to]
    if (start >= 0 && end <= size) view.dispatch(view.state.tr.delete(start, end))
  } else if (waiting === key && key.length <= 2) {
    const insert = () => view.state.tr.insertText(key)
    if (view.someProp('handleTextInput', (handle) => handle(view, from, to, key, insert)) !== true)
      view.dispatch(insert())
  }
}

/** Moves the caret, or extends the selection, as the browser does it. */
export function moveCaret(
  view: EditorView,
  direction: 'left' | 'right' | 'backward' | 'forward',
  granularity: 'character' | 'line' | 'lineboundary',
  isExtended: boolean,
): void {
  const selection = view.dom.ownerDocument.getSelection()
  selection?.modify(isExtended ? 'extend' : 'move', direction, granularity)
  // `selectionchange` may come after the next key.
  readSelection(view)
}

/** Takes over the browser's selection, of which ProseMirror learns later, at `selectionchange`. */
export function readSelection(view: EditorView): void {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = view.dom.ownerDocument.getSelection() ?? {}
  if (anchorNode == null || focusNode == null || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return
  const { doc, tr, selection } = view.state
  const [anchor, head] = [view.posAtDOM(anchorNode, anchorOffset ?? 0), view.posAtDOM(focusNode, focusOffset ?? 0)]
  const read = TextSelection.between(doc.resolve(anchor), doc.resolve(head))
  if (!read.eq(selection)) view.dispatch(tr.setSelection(read).scrollIntoView())
}

const moves: Readonly<Record<string, ['left' | 'right' | 'backward' | 'forward', 'character' | 'line']>> = {
  ArrowLeft: ['left', 'character'],
  ArrowRight: ['right', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
}

/** The event of a key by its name, such as `Shift+Home`. */
export function keyEventOf(waiting: string): KeyboardEvent {
  const held = waiting.length > 1 ? waiting.split('+') : []
  const init = {
    key: held.at(-1) ?? waiting,
    ctrlKey: held.includes('Control'),
    altKey: held.includes('Alt'),
    metaKey: held.includes('Meta'),
    shiftKey: held.includes('Shift'),
  }
  return new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
}

function wordAround(doc: TextNode, position: number, isWhole: boolean): TextSelection | undefined {
  const $at = doc.resolve(position)
  const start = $at.start()
  if (!$at.parent.isTextblock) return undefined
  if (isWhole) return TextSelection.create(doc, start, $at.end())
  const text = $at.parent.textBetween(0, $at.parent.content.size, undefined, '\ufffc')
  for (const { index, segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const isHere = index <= $at.parentOffset && $at.parentOffset <= index + segment.length
    if (isHere && isWordLike === true) return TextSelection.create(doc, start + index, start + index + segment.length)
  }
  return undefined
}
