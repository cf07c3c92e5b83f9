import type { Cascade } from '../../css/cascade.ts'
import { readBox, readLength, readPercent } from '../../css/values.ts'
import type { Element } from '../../tree/dom.ts'

/** Widths already measured; each element is measured once. */
export type HeldWidths = WeakMap<Element, number>

/**
 * Width in px that images and boxes of fixed width hold an element open to, whatever width it declares: tables never shrink
 * below their content (CSS 2.1, 17.5.2.2). Words are not counted, since their width is an estimate.
 */
export function heldWidth(cascade: Cascade, element: Element, known: HeldWidths, depth = 0): number {
  const measured = known.get(element)
  if (measured !== undefined) return measured
  const width = measure(cascade, element, known, depth)
  known.set(element, width)
  return width
}

function measure(cascade: Cascade, element: Element, known: HeldWidths, depth: number): number {
  const { base: css, narrow } = cascade.styleOf(element)
  if (css['display'] === 'none' || depth > 40) return 0
  const isCell = element.name === 'td' || element.name === 'th'
  const padding = readBox('padding', (name) => css[name] ?? (isCell ? cellPadding(element) : undefined), 0, 16)
  const extra = padding[1] + padding[3]
  if (element.name === 'img') {
    const own = readLength(css['width'])
    const isFluid = [css, narrow].some((layer) => readPercent(layer?.['max-width']) !== undefined)
    return own === undefined || isFluid || readPercent(narrow?.['width']) !== undefined ? 0 : own + extra
  }
  let widest = 0
  let together = 0
  for (const child of element.children) {
    if (child.kind === 'text') continue
    const width = heldWidth(cascade, child, known, depth + 1)
    widest = Math.max(widest, width)
    together += width
  }
  return Math.max(element.name === 'tr' ? together : widest, 0) + (widest > 0 ? extra : 0)
}

function cellPadding(cell: Element): string | undefined {
  let table = cell.parent
  while (table !== undefined && table.name !== 'table') table = table.parent
  const own = table?.attributes['cellpadding']
  return own === undefined ? '1px' : own
}
