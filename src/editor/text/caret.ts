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

/** Places the caret: at the clicked point, or at the start or end of the text, after letters typed so far. */
export function placeCaret(view: EditorView, { point, letters, clicks = 1 }: Start, at: CaretAt = 'end'): void {
  view.focus()
  const { doc, tr } = view.state
  const coming = typeof at === 'object' ? at : undefined
  const clicked = point === undefined ? undefined : view.posAtCoords(point)?.pos
  const isAtStart = at === 'start' || coming?.from === 'before'
  const end = isAtStart ? 0 : doc.content.size
  const position = clicked ?? (typeof at === 'number' ? Math.min(at, end) : ((coming && entered(view, coming)) ?? end))
  const near = TextSelection.near(doc.resolve(position), isAtStart ? 1 : -1)
  const word = clicks > 1 && clicked !== undefined ? wordAround(doc, clicked, clicks > 2) : undefined
  view.dispatch(tr.setSelection(word ?? near))
  if (letters !== undefined) typeLetters(view, letters)
}

// In the first or last line, at the previous horizontal position.
function entered(view: EditorView, { from, left }: Entry): number | undefined {
  if (left === undefined) return undefined
  const line = view.coordsAtPos(TextSelection[from === 'before' ? 'atStart' : 'atEnd'](view.state.doc).head)
  return view.posAtCoords({ left, top: (line.top + line.bottom) / 2 })?.pos
}

/** Selects the whole text and types the letters typed so far over it. */
export function selectWhole(view: EditorView, { letters }: Start): void {
  view.focus()
  const { doc, tr } = view.state
  const [{ from }, { to }] = [TextSelection.atStart(doc), TextSelection.atEnd(doc)]
  view.dispatch(tr.setSelection(TextSelection.create(doc, from, to)))
  if (letters !== undefined) typeLetters(view, letters)
}

/** Types the keys that were pressed while the text editor was loading. */
export function typeLetters(view: EditorView, letters: string): void {
  for (const part of letters.split(/([\n\b])/)) {
    const key = { '\n': 'Enter', '\b': 'Backspace' }[part]
    if (key === undefined) {
      if (part !== '') view.dispatch(view.state.tr.insertText(part))
      continue
    }
    const pressed = new KeyboardEvent('keydown', { key })
    if (view.someProp('handleKeyDown', (handle) => handle(view, pressed)) === true || key === 'Enter') continue
    const { from, to, empty } = view.state.selection
    if (!empty || from > 1) view.dispatch(view.state.tr.delete(empty ? from - 1 : from, to))
  }
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
