import type { NodeId } from '../../email/document/index.ts'
import type { Canvas } from '../canvas/index.ts'

/** Room kept above and below what is shown, in px. */
const margin = 56

/** Scrolls the stage as little as it takes to see a node, or its beginning when it is higher than the stage. */
export function revealSelection(canvas: Canvas, stage: HTMLElement, id: NodeId): void {
  const box = canvas.boxOf(id)
  if (box === undefined) return
  const scale = canvas.scale.peek()
  const [frame, view] = [canvas.frame.getBoundingClientRect(), stage.getBoundingClientRect()]
  const top = frame.top + box.top * scale - view.top
  const bottom = top + box.height * scale
  if (top >= margin && bottom <= view.height - margin) return
  const isHigh = box.height * scale > view.height - 2 * margin
  // Something of it can be seen already, and it cannot be seen whole; only its tools shall not are on it.
  const isUnderTools = top >= 0 && top < margin
  if (isHigh && !isUnderTools && top < view.height - margin && bottom > margin) return
  const shift = top < margin || isHigh ? top - margin : bottom - (view.height - margin)
  stage.scrollBy({ top: shift, behavior: 'instant' })
}
