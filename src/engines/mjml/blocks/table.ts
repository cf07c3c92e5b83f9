import type { Place, Reading } from '../reading/reading.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { type Attributes, noBox, readBox, readNumber } from '../values/lengths.ts'
import { keepHtml } from './html.ts'
import { cssOf } from './text.ts'

/** mj-table: its rows hold styles of their own, so it is kept as the HTML that mjml makes of it. */
export function readTable(reading: Reading, element: Element, place: Place): LooseBlock[] {
  const attributes = reading.attributesOf(element, place)
  const padding = readBox(attributes, 'padding', place.width) ?? noBox
  const { align: _align, 'font-weight': _weight, ...look } = attributes
  const width = widthOf(attributes)
  const spacing = readNumber(attributes['cellspacing']) ?? 0
  const css = [
    cssOf(look),
    ...safe('table-layout', attributes['table-layout']),
    ...safe('width', attributes['width']),
    ...safe('border', attributes['border']),
    `border-collapse:${spacing > 0 ? 'separate' : 'collapse'}`,
  ]
  const role = attributes['role'] === undefined ? '' : ' role="presentation"'
  const html = `<table${role} cellpadding="${readNumber(attributes['cellpadding']) ?? 0}" cellspacing="${spacing}" border="0"${width} style="${css.join(';')}">${element.content}</table>`
  const align = attributes['align'] === 'center' || attributes['align'] === 'right' ? attributes['align'] : undefined
  return [keepHtml(reading, element, html, { padding, ...(align === undefined ? {} : { align }) }, attributes)]
}

function widthOf({ width = '100%' }: Attributes): string {
  const number = readNumber(width)
  return number === undefined ? '' : ` width="${number}${width.includes('%') ? '%' : ''}"`
}

function safe(property: string, value: string | undefined): string[] {
  return value === undefined || /[;"<>{}]/.test(value) ? [] : [`${property}:${value}`]
}
