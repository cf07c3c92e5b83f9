import { readBorder, readColor, readLength } from '../../css/values.ts'
import { type Box, insets } from '../boxes/box.ts'
import { place } from '../boxes/margins.ts'
import { readMetrics } from '../boxes/metrics.ts'
import type { Element } from '../../tree/dom.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { leafBox } from './raw.ts'

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
      ...leafBox(element, { type: 'spacer', height: Math.max(1, Math.round(height)) }, { width: container }),
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
