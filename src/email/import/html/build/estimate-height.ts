import { linesOf } from '../theme.ts'
import type { Box } from '../boxes/box.ts'

type Layer = 'wide' | 'narrow'

/** Height in px that a leaf without words or a declared size is assumed to have. */
const assumedHeight = 40
/** Mean width of a character in parts of the font size. */
const characterWidth = 0.52

/**
 * Estimated height in px of the outer edge of a box that is `width` px wide. Images of unknown height count as squares, so
 * that what remains of a declared height is not overestimated.
 */
export function estimateHeight(box: Box, layer: Layer, width: number): number {
  const [top, right, bottom, left] = box.margin[layer]
  const [above, end, below, start] = box.padding[layer]
  const inner = Math.max(20, width - right - left - end - start)
  return top + bottom + above + below + contentHeight(box, layer, inner)
}

function contentHeight(box: Box, layer: Layer, width: number): number {
  const { kind, children, draft, style } = box
  if (kind === 'stack' || (kind === 'row' && layer === 'narrow' && box.stacking !== 'keep'))
    return children.reduce((sum, child) => sum + estimateHeight(child, layer, width), 0)
  if (kind === 'row') return Math.max(0, ...children.map((child) => estimateHeight(child, layer, child.width)))
  const size = style?.size ?? 16
  const line = size * (style?.lineHeight ?? 1.15)
  const inner = style?.innerPadding ?? [0, 0, 0, 0]
  switch (draft?.type) {
    case 'text':
    case 'heading':
      return linesOf(draft).reduce((sum, runs) => {
        const length = runs.reduce((total, run) => total + ('text' in run ? run.text.length : 0), 0)
        return sum + line * Math.max(1, Math.ceil((length * size * characterWidth) / width))
      }, 0)
    case 'image': {
      const shown = Math.min(width, Number(draft['width'] ?? width))
      const ratio = Number(draft['height'] ?? shown) / Math.max(1, Number(draft['width'] ?? shown))
      return shown * ratio
    }
    case 'button':
      return line + inner[0] + inner[2]
    case 'spacer':
      return Number(draft['height'] ?? 0)
    case 'divider':
      return Number(draft['thickness'] ?? 1)
    default:
      return assumedHeight
  }
}
