import type { Canvas } from '../canvas/index.ts'
import type { Session } from './session.ts'

/** Where a position of the text stands in the editor's own window, below its line, in px. */
export function placeBelow(canvas: Canvas, { view }: Session, position: number): { left: number; top: number } {
  const { left, bottom } = view.coordsAtPos(position)
  const frame = canvas.frame.getBoundingClientRect()
  const scale = canvas.scale.peek()
  return { left: frame.left + left * scale, top: frame.top + bottom * scale }
}
