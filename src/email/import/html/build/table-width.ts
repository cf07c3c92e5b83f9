import { readLength, readPercent } from '../../css/values.ts'
import { type Metrics, isSized, naturalWidth } from '../boxes/metrics.ts'
import { type Page, cssOf } from '../page.ts'
import type { Element } from '../../tree/dom.ts'
import type { Container } from './container.ts'

/** How wide a table is in its room, px; one without a width of its own is as wide as what is in it. */
export function tableWidth(
  page: Page,
  table: Element,
  metrics: Metrics,
  container: Container & { isShared: boolean },
): { width: number; isOpen: boolean } {
  const { margin } = metrics
  const max = container.isOpen ? page.width : Math.max(20, container.width - margin.wide[1] - margin.wide[3])
  const css = cssOf(page, table).base
  if (metrics.width !== undefined) {
    if (container.isOpen && metrics.width > page.width + 1) return { width: page.width, isOpen: true }
    return { width: Math.min(metrics.width, max), isOpen: false }
  }
  if (readPercent(css['width']) !== undefined) return { width: max, isOpen: container.isOpen }
  // What repeats its cells may need all the room there is.
  if (container.isShared) return { width: max, isOpen: container.isOpen }
  const asked = naturalWidth(page, table, container.inherited)
  const natural = isSized(page, table, asked) ? asked : asked * 1.05
  if (natural >= max * 0.97) return { width: max, isOpen: container.isOpen }
  if (container.isOpen && natural < 200) return { width: max, isOpen: true }
  metrics.width = natural
  return { width: natural, isOpen: false }
}

/** Room between the cells of a table, px. */
export function spacingOf(page: Page, table: Element): number {
  const css = cssOf(page, table).base
  if (css['border-collapse'] === 'collapse') return 0
  const own = css['border-spacing'] ?? table.attributes['cellspacing']
  return own === undefined ? 2 : (readLength(own.split(/\s/)[0]) ?? 0)
}
