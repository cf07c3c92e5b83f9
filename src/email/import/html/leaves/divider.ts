import { draftSpacer } from '../../spacer.ts'
import type { Style } from '../../../document/index.ts'
import { readBorder, readColor, readLength, readPercent } from '../../css/values.ts'
import { type Box, insets } from '../boxes/box.ts'
import { place } from '../boxes/margins.ts'
import { readMetrics } from '../boxes/metrics.ts'
import { type Element, elementsOf, isBlank, textOf } from '../../tree/dom.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { regionOf } from '../regions.ts'
import { leafBox } from './raw.ts'
import { round } from './text.ts'

/** Reads an hr. */
export function readDivider(page: Page, element: Element, inherited: InheritedStyle, container: number): Box {
  const css = cssOf(page, element).base
  const metrics = readMetrics(page, element, inherited, container)
  const border = readBorder((name) => css[name], inherited.size, inherited.color)
  const height = readLength(css['height'] ?? element.attributes['size'], inherited.size) ?? 0
  const face = readColor(css['background-color'])
  const isFilled = face !== undefined && face !== 'transparent' && height > 0
  // Without author styles, browsers render a gray groove of 2 px.
  const thickness = isFilled ? height : (border?.width ?? (hasBorder(css) ? 0 : 1))
  if (thickness === 0)
    return {
      ...leafBox(element, draftSpacer(height), { width: container }),
      margin: metrics.margin,
    }
  const color = isFilled ? face : (border?.color ?? '#9a9a9a')
  const width = Math.min(metrics.width ?? container, container)
  const vertical = metrics.margin.wide[0] + metrics.margin.wide[2] > 0 || css['margin-top'] !== undefined
  const box: Box = {
    ...leafBox(
      element,
      {
        type: 'divider',
        thickness: Math.min(40, Math.max(1, Math.round(thickness))),
        color,
        line: border?.style ?? 'solid',
      },
      { width },
    ),
    margin: vertical ? metrics.margin : insets(8, 0, 8, 0),
  }
  place(box, metrics.pushed === undefined ? { ...metrics, pushed: 'center' } : metrics, { width: container, inherited })
  return box
}

function hasBorder(css: Record<string, string>): boolean {
  return css['border-top-style'] !== undefined || css['border-bottom-style'] !== undefined
}

/**
 * Reads a table whose one cell is nothing but a line at its top or bottom, as this service, Unlayer and Beefree write
 * dividers. `inherited` is the style around the table.
 */
export function readDividerTable(
  page: Page,
  table: Element,
  { inherited, width: container }: { inherited: InheritedStyle; width: number },
): Box | undefined {
  const cell = onlyCell(table)
  if (cell === undefined || !isBlank(textOf(cell)) || elementsOf(cell).some(({ name }) => name !== 'span'))
    return undefined
  const outer = readMetrics(page, table, inherited, container)
  const { face, padding, height = 0 } = readMetrics(page, cell, inherited, container)
  const lines = [face.border, outer.face.border].filter((border) => border !== undefined)
  const [border, more] = lines
  const [side, other] = border?.sides ?? []
  if (border === undefined || more !== undefined || other !== undefined || (side !== 'top' && side !== 'bottom'))
    return undefined
  const { base } = cssOf(page, cell)
  const isFlat = readLength(base['font-size']) === 0 || (readLength(base['line-height'], 0) ?? 9) <= 1
  if (!isFlat || height > 1 || padding.wide.some((length) => length > 0)) return undefined
  if ([face, outer.face].some(({ background, backgroundImage }) => (background ?? backgroundImage) !== undefined))
    return undefined
  const { width: thickness, color, style: line } = border
  const box = leafBox(
    table,
    { type: 'divider', thickness: Math.min(40, Math.max(1, Math.round(thickness))), color, line },
    { width: container, style: ownWidth(page, table, { ...outer, container, inherited }) },
  )
  box.margin = outer.margin
  return box
}

function onlyCell(table: Element): Element | undefined {
  let at = table
  while (at.name !== 'td') {
    const [only, more] = elementsOf(at)
    if (only === undefined || more !== undefined || regionOf(only) !== undefined) return undefined
    if (only.name !== 'tbody' && only.name !== 'tr' && only.name !== 'td') return undefined
    at = only
  }
  return at
}

interface OwnWidth {
  width: number | undefined
  pushed: Style['align']
  container: number
  inherited: InheritedStyle
}

function ownWidth(page: Page, table: Element, { width, pushed, container, inherited }: OwnWidth): Style {
  if (width === undefined || width >= container - 0.5) return {}
  const percent = readPercent(cssOf(page, table).base['width'])
  const named = table.attributes['align']?.toLowerCase()
  const align = named === 'left' || named === 'center' || named === 'right' ? named : (pushed ?? inherited.blockAlign)
  return {
    width: percent === undefined ? Math.max(1, Math.round(width)) : `${round(percent, 3)}%`,
    ...(align === undefined ? {} : { align }),
  }
}
