import { type Style, decodeEntities } from '../../document/index.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { withoutTags } from '../source/one-line.ts'
import { tagProblem } from '../text/text-blocks.ts'
import { type Attributes, noBox, readBox, readNumber } from '../values/lengths.ts'
import { lookOf, cssOfStyle } from '../values/styles.ts'
import { keepHtml } from './html.ts'
import { readPlainTable } from './native-table.ts'
import { cssOf } from './text.ts'

/** mj-table: a table where its rows are plain ones, else, with styles of their own, the HTML that mjml makes of it. */
export function readTable(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const attributes = reading.attributesOf(element, slot)
  const padding = readBox(attributes, 'padding', slot.width) ?? noBox
  const native = readNative(reading, element, { attributes, slot })
  if (native !== undefined) {
    const { innerPadding, ...parts } = native
    const { align: _align, ...look } = cssOfStyle({ ...lookOf(attributes, reading.head.fonts), weight: 400 })
    const style: Style = { ...look, padding, innerPadding: innerPadding ?? noBox, border: noLine }
    return [reading.block({ type: 'table', ...parts }, style, attributes, element)]
  }
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

const noLine = { width: 0, style: 'solid', color: '#d0d7de' } as const

// Whatever else would render it otherwise: a width or lines of its own, rules of the head for cells.
function readNative(
  { head }: Reading,
  { content }: Element,
  { attributes, slot }: { attributes: Attributes; slot: Slot },
): ReturnType<typeof readPlainTable> {
  const { align, border, cellpadding, cellspacing, role, width } = attributes
  const isPlain =
    align === 'left' && border === 'none' && cellpadding === '0' && cellspacing === '0' && width === '100%'
  if (!isPlain || role !== undefined || attributes['table-layout'] === 'fixed') return undefined
  const table = [...slot.path, { name: 'table', classes: [] }, { name: 'tr', classes: [] }]
  const isStyled = ['td', 'th'].some(
    (name) => Object.keys(head.rules.declared([...table, { name, classes: [] }])).length > 0,
  )
  if (isStyled || tagProblem(decodeEntities(withoutTags(content))) !== undefined) return undefined
  return readPlainTable(content)
}

function widthOf({ width = '100%' }: Attributes): string {
  const number = readNumber(width)
  return number === undefined ? '' : ` width="${number}${width.includes('%') ? '%' : ''}"`
}

function safe(property: string, value: string | undefined): string[] {
  return value === undefined || /[;"<>{}]/.test(value) ? [] : [`${property}:${value}`]
}
