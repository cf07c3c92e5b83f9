import type { Display, Edge, Four, ComputedStyle, TextStyle } from '../style/computed-style.ts'
import type { Length } from '../style/lengths.ts'

const zero: Length = { px: 0 }
const none: Edge = { width: 0, style: 'none', color: '#00000000' }
const isFull: Four<Length> = [zero, zero, zero, zero]

/** The look of a box that no element represents: the text of what is around it, and nothing else. */
export function anonymousStyle(around: TextStyle, display: Display = 'block'): ComputedStyle {
  const { color, face, size, lineHeight, letterSpacing, wider, transform, align, blockAlign, whiteSpace } = around
  const { breaksWords, direction, marker, indent, isVisible, collapses, spacing, underline, lineThrough } = around
  const letters = { color, face, size, letterSpacing, wider, transform, underline, lineThrough, isVisible }
  const lines = { lineHeight, align, blockAlign, whiteSpace, breaksWords, direction, indent }
  return {
    ...letters,
    ...lines,
    marker,
    collapses,
    spacing,
    display,
    float: 'none',
    clear: 'none',
    width: 'auto',
    height: 'auto',
    minWidth: 'auto',
    minHeight: 'auto',
    maxWidth: 'auto',
    maxHeight: 'auto',
    margin: isFull,
    padding: isFull,
    border: [none, none, none, none],
    radius: isFull,
    background: undefined,
    image: undefined,
    valign: display === 'table-cell' ? 'middle' : 'baseline',
    isBorderBox: false,
    opacity: 1,
    hidesOverflow: false,
    isFixed: false,
  }
}
