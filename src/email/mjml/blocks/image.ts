import type { MobileStyle, Style } from '../../document/index.ts'
import { borderOf, roundingOf, widthIn } from '../reading/boxes.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { oneLine } from '../source/one-line.ts'
import { tagProblem } from '../text/text-blocks.ts'
import { type Attributes, noBox, readBox, readNumber, within } from '../values/lengths.ts'
import { readAlign } from '../values/styles.ts'
import { keepHtml } from './html.ts'

/** mj-image: as wide as it says, at most as its column; on phones it keeps that width unless it is fluid. */
export function readImage(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const attributes = reading.attributesOf(element, slot)
  reading.ignore(element, attributes, ['srcset', 'sizes', 'usemap', 'max-height', 'name'])
  const padding = readBox(attributes, 'padding', slot.width) ?? noBox
  const style: Style = { padding, align: readAlign(attributes['align']) ?? 'center' }
  const border = borderOf(reading, element, attributes)
  if (border !== undefined) style.border = border
  const room = Math.floor(widthIn(style, slot.width))
  const width = Math.max(1, Math.round(Math.min(room, readNumber(attributes['width']) ?? Number.POSITIVE_INFINITY)))
  Object.assign(style, roundingOf(reading, element, attributes['border-radius'], width))
  const src = reading.address(attributes['src'])
  const href = attributes['href']
  const link = href === undefined || href.trim() === '' ? undefined : reading.address(href)
  const isKept = (src === undefined && attributes['src'] !== undefined) || (link === undefined && href?.trim())
  if (isKept) return [keepImage(reading, element, attributes, style, width)]
  const alt = plain(attributes['alt'])
  const block: LooseBlock = { type: 'image', src: src ?? '', alt }
  if (link !== undefined) block['href'] = link
  const title = plain(attributes['title'])
  if (title !== '') block['title'] = title
  if (width < room) block['width'] = within(width, 1, 2000)
  const height = /px\s*$|^\d+$/.test(attributes['height'] ?? '') ? readNumber(attributes['height']) : undefined
  if (height !== undefined && height >= 1) {
    block['width'] = within(width, 1, 2000)
    block['height'] = within(Math.round(height), 1, 4000)
  }
  const out = reading.block(block, style, attributes, element)
  const mobile = mobileOf(attributes, width, room, reading.head.breakpoint)
  return [mobile === undefined ? out : { ...out, mobile }]
}

// An image that fills its column is as wide as the phone here and as wide as before there.
function mobileOf(attributes: Attributes, width: number, room: number, breakpoint: number): MobileStyle | undefined {
  if (attributes['fluid-on-mobile'] === 'true') return width < room ? { width: '100%' } : undefined
  return width >= room && width < breakpoint ? { width } : undefined
}

/** Text of an attribute, as long as its merge tags can be read. */
export function plain(value: string | undefined): string {
  if (value === undefined) return ''
  const text = oneLine(value.replaceAll('<', '&lt;')).slice(0, 10_000)
  return tagProblem(text) === undefined ? text : text.replace(/\{(?=[{%])/g, '{{ "{" }}')
}

function keepImage(
  reading: Reading,
  element: Element,
  attributes: Attributes,
  style: Style,
  width: number,
): LooseBlock {
  const { src = '', href = '', alt = '' } = attributes
  reading.warn(
    'MJML_ADDRESS',
    `${JSON.stringify((reading.address(src) === undefined ? src : href).slice(0, 100))} is no address that a document takes; the image is kept as HTML.`,
    element,
  )
  const img = `<img src="${quoted(src)}" alt="${quoted(alt)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;border:0">`
  const html = href.trim() === '' ? img : `<a href="${quoted(href)}" target="_blank">${img}</a>`
  const { padding, align } = style
  return keepHtml(
    reading,
    element,
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"${align === 'left' ? '' : ` align="${align}"`}><tr><td width="${width}">${html}</td></tr></table>`,
    padding === undefined ? {} : { padding },
    attributes,
  )
}

/** A value for inside double quotes, its character references as they are. */
export function quoted(value: string): string {
  return value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
