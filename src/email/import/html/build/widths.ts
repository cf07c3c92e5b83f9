import { readLength, readPercent } from '../../css/values.ts'
import { type Box, type Draft, hasFace } from '../boxes/box.ts'
import { isSized, minimalWidth, naturalWidth } from '../boxes/content-width.ts'
import { heldWidth } from '../boxes/held-width.ts'
import { place } from '../boxes/margins.ts'
import { type Metrics, narrowPlace } from '../boxes/metrics.ts'
import { type Page, cssOf } from '../page.ts'
import type { Container } from './container.ts'
import type { Element } from '../../tree/dom.ts'

/** An image of at least this width fills the screen of a phone, in px. */
const phoneWidth = 375

/**
 * Moves width and alignment of a box to the single image or icons in it, if the box has its own width and paints nothing.
 * They then apply to phones as well, where the space beside the box is gone. Other boxes stay unchanged. `requestedWidth` is the
 * width in px of the table's only cell, used if the table itself declares none.
 */
export function applyWidth(
  page: Page,
  box: Box,
  metrics: Metrics,
  container: Container,
  requestedWidth?: number,
): void {
  const [only, other] = box.children
  if (only === undefined || other !== undefined || hasFace(box)) return
  const isFilling = box.width >= container.width - 0.5
  if (isFilling && container.width > page.width * 0.95) return
  const { base, narrow } = cssOf(page, box.element)
  const declaredWidth = readLength(base['max-width']) ?? readLength(base['width'])
  if (
    declaredWidth === undefined &&
    (requestedWidth === undefined || requestedWidth < 1 || requestedWidth >= phoneWidth)
  )
    return
  if (only.draft?.type === 'image') {
    const own = only.draft['width']
    if (own !== undefined && narrow?.['width'] === undefined) return
    const inner = box.width - metrics.padding.wide[1] - metrics.padding.wide[3]
    const width = declaredWidth === undefined ? Math.min(requestedWidth ?? inner, inner) : inner
    only.draft['width'] ??= Math.max(1, Math.min(2000, Math.round(width)))
    const small = readLength(narrow?.['width'])
    if (narrow?.['max-width'] === '100%' || narrow?.['width'] === '100%')
      only.mobile = { width: '100%', ...only.mobile }
    else if (small !== undefined && small >= 1) only.mobile = { width: Math.min(2000, small), ...only.mobile }
    // Keeps its declared width in a column that becomes wider on phones.
    else if (isFilling) only.mobile = { width: Number(only.draft['width']), ...only.mobile }
  } else if (isKeptImage(only)) {
    const width = Math.round(Math.min(requestedWidth ?? box.width, box.width))
    if (width < 1 || width >= phoneWidth) return
    only.draft = keptAtWidth(only, width, placeOf(box, metrics, container))
  } else if (only.draft?.type !== 'icons') return
  if (only.draft?.type !== 'html') {
    only.style = { ...only.style, align: placeOf(box, metrics, container) }
    const onPhones = narrowPlace(page, box.element)
    if (onPhones !== undefined) only.mobile = { ...only.mobile, align: onPhones }
  }
  only.width = container.width
  box.width = container.width
  box.margin = metrics.margin
  // Beside the frame of an image that fills it on phones is space there, too.
  if (Number.parseFloat(String(only.mobile?.width)) === 100)
    place(box, metrics, { width: container.width, inherited: container.around ?? container.inherited })
}

/** An image with a URL that documents do not support, which is kept as HTML. */
function isKeptImage({ draft }: Box): boolean {
  const html = draft?.type === 'html' ? String(draft['html']) : ''
  return html.includes('<img') && html.length < 2000 && html.replace(/<[^<>]*>/g, '').trim() === ''
}

// Its own width is often that of its cell, which is gone.
function keptAtWidth({ draft }: Box, width: number, align: 'left' | 'center' | 'right'): Draft {
  const margin = { left: '0', center: '0 auto', right: '0 0 0 auto' }[align]
  return { type: 'html', html: `<div style="max-width:${width}px;margin:${margin}">${draft?.['html']}</div>` }
}

export function placeOf({ element }: Box, { pushed }: Metrics, container: Container): 'left' | 'center' | 'right' {
  const around = container.around ?? container.inherited
  const attribute = element.name === 'table' ? element.attributes['align']?.toLowerCase() : undefined
  if (attribute === 'left' || attribute === 'center' || attribute === 'right') return attribute
  return pushed ?? around.blockAlign ?? 'left'
}

/** How many times its width the content of a table needs before it certainly widens the table. */
const certainExcess = 1.2

/** Width of a table in its container in px; without a declared width, that of its content. */
export function tableWidth(
  page: Page,
  table: Element,
  metrics: Metrics,
  container: Container & { isShared: boolean },
): { width: number; isOpen: boolean } {
  const { margin } = metrics
  const max = container.isOpen ? page.width : Math.max(20, container.width - margin.wide[1] - margin.wide[3])
  if (container.isOpen && page.squeezed.has(table)) return { width: page.width, isOpen: false }
  const css = cssOf(page, table).base
  if (metrics.width !== undefined) {
    // Content that cannot shrink widens a table (CSS 2.1, 17.5.2.2); that of words is an estimate.
    const least = minimalWidth(page, table, container.inherited)
    if (!container.isOpen && least > metrics.width * certainExcess) metrics.width = Math.min(least, max)
    metrics.width = Math.max(metrics.width, heldWidth(page.cascade, table, page.heldWidths))
    if (container.isOpen && metrics.width > page.width + 1) return { width: page.width, isOpen: true }
    return { width: Math.min(metrics.width, max), isOpen: false }
  }
  if (readPercent(css['width']) !== undefined) return { width: max, isOpen: container.isOpen }
  // Repeated cells may need the whole width.
  if (container.isShared) return { width: max, isOpen: container.isOpen }
  const requestedWidth = naturalWidth(page, table, container.inherited)
  const isExact = isSized(page, table, requestedWidth)
  const natural = isExact ? requestedWidth : requestedWidth * 1.05
  if (natural >= max * 0.97) return { width: max, isOpen: container.isOpen && !isExact }
  if (container.isOpen && natural < 200) return { width: max, isOpen: true }
  metrics.width = natural
  return { width: natural, isOpen: false }
}

/** Cell spacing of a table in px. */
export function spacingOf(page: Page, table: Element): number {
  const css = cssOf(page, table).base
  if (css['border-collapse'] === 'collapse') return 0
  const own = css['border-spacing'] ?? table.attributes['cellspacing']
  return own === undefined ? 2 : (readLength(own.split(/\s/)[0]) ?? 0)
}
