import type { Node as TextNode } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Canvas } from '../canvas/index.ts'
import type { Start } from '../typing/index.ts'
import type { Session } from './context.ts'

/** Where a position of the text stands in the editor's own window, below its line, in px. */
export function placeBelow(canvas: Canvas, { view }: Session, position: number): { left: number; top: number } {
  const { left, bottom } = view.coordsAtPos(position)
  const frame = canvas.frame.getBoundingClientRect()
  const scale = canvas.scale.peek()
  return { left: frame.left + left * scale, top: frame.top + bottom * scale }
}

/** Puts the caret where typing begins: where one clicked, or at an end of the text, behind the letters typed so far. */
export function takeCaret(
  view: EditorView,
  { point, letters, clicks = 1 }: Start,
  at: 'start' | 'end' | number = 'end',
): void {
  view.focus()
  const { doc, tr } = view.state
  const clicked = point === undefined ? undefined : view.posAtCoords(point)?.pos
  const position =
    clicked ?? (typeof at === 'number' ? Math.min(at, doc.content.size) : at === 'start' ? 0 : doc.content.size)
  const near = TextSelection.near(doc.resolve(position), at === 'start' ? 1 : -1)
  const word = clicks > 1 && clicked !== undefined ? wordAround(doc, clicked, clicks > 2) : undefined
  tr.setSelection(word ?? near)
  if (letters !== undefined) tr.insertText(letters)
  view.dispatch(tr)
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
