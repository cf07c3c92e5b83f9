import type { Node as TextNode } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Canvas } from '../canvas/index.ts'
import type { Entry, Start } from '../typing/index.ts'
import type { CaretAt, Session } from './context.ts'

/** Where a position of the text is in the editor's own window, below its line, in px. */
export function positionBelow(canvas: Canvas, { view }: Session, position: number): { left: number; top: number } {
  const { left, bottom } = view.coordsAtPos(position)
  const frame = canvas.frame.getBoundingClientRect()
  const scale = canvas.scale.peek()
  return { left: frame.left + left * scale, top: frame.top + bottom * scale }
}

/** Puts the caret where typing begins: where one clicked, or at an end of the text, behind the letters typed so far. */
export function takeCaret(view: EditorView, { point, letters, clicks = 1 }: Start, at: CaretAt = 'end'): void {
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

// In the first or last line, as far from the left as the caret stood.
function entered(view: EditorView, { from, left }: Entry): number | undefined {
  if (left === undefined) return undefined
  const line = view.coordsAtPos(TextSelection[from === 'before' ? 'atStart' : 'atEnd'](view.state.doc).head)
  return view.posAtCoords({ left, top: (line.top + line.bottom) / 2 })?.pos
}

/** Selects the whole text, so that what is typed replaces it, the letters typed so far too. */
export function takeWhole(view: EditorView, { letters }: Start): void {
  view.focus()
  const { doc, tr } = view.state
  const [{ from }, { to }] = [TextSelection.atStart(doc), TextSelection.atEnd(doc)]
  view.dispatch(tr.setSelection(TextSelection.create(doc, from, to)))
  if (letters !== undefined) typeLetters(view, letters)
}

/** Types what was pressed while the text editor was on its way, in its order. */
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
