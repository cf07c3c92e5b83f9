import { type Box, hasFace, insets } from '../boxes/box.ts'
import type { Metrics } from '../boxes/metrics.ts'
import type { Element } from '../../tree/dom.ts'
import { resizeSpacer, spacerOf } from '../leaves/inline.ts'
import type { Container } from './container.ts'

/** A stack with the sizes of an element. */
export function boxOf(element: Element, { face, padding, margin }: Metrics, width: number): Box {
  return { kind: 'stack', element, face, padding, margin, width, isFluid: true, children: [], isSealed: false }
}

/** Converts an empty box to space, a line, or nothing. */
export function emptyBox(box: Box, { height, narrowHeight, padding }: Metrics, container: Container): Box[] {
  const own = (height ?? 0) + (box.element.name === 'td' ? 0 : padding.wide[0] + padding.wide[2])
  const tall = box.element.name === 'td' ? Math.max(height ?? 0, padding.wide[0] + padding.wide[2]) : own
  const border = box.face.border
  if (tall < 1 && border === undefined) {
    // Invisible, but its margins separate the neighbors.
    return box.margin.wide[0] + box.margin.wide[2] > 0 && !hasFace(box)
      ? [
          {
            ...box,
            ...spacerOf(box.element, Math.max(box.margin.wide[0], box.margin.wide[2]), container.width),
            margin: insets(0),
            isGap: true,
          },
        ]
      : []
  }
  const spacer = spacerOf(box.element, tall, box.width)
  if (border !== undefined || hasFace(box)) return [readBar(box, tall, spacer)]
  spacer.margin = box.margin
  if (narrowHeight !== undefined) {
    const inside = padding.narrow[0] + padding.narrow[2]
    const onPhone = box.element.name === 'td' ? Math.max(narrowHeight, inside) : narrowHeight + inside
    resizeSpacer(spacer, { wide: tall, narrow: onPhone })
  }
  return [spacer]
}

// A thin colored box without content is a line; a higher one is a spacer with a background.
function readBar(box: Box, tall: number, spacer: Box): Box {
  const { border, background } = box.face
  const isLine = border?.sides?.length === 1 && tall < 4
  if (isLine || (background !== undefined && tall <= 12 && border === undefined)) {
    const thickness = Math.max(1, Math.min(40, Math.round(isLine ? (border?.width ?? 1) : tall)))
    const draft = {
      type: 'divider',
      thickness,
      color: isLine ? (border?.color ?? '#cccccc') : background,
      line: isLine ? (border?.style ?? 'solid') : 'solid',
    }
    return { ...spacer, draft, margin: box.margin, face: {} }
  }
  return { ...box, padding: insets(0), children: [spacer], isSealed: true }
}
