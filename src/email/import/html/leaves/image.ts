import type { Link, Style } from '../../../document/index.ts'
import { readBorder, readColor, readLength, readPercent, readSize } from '../../css/values.ts'
import type { Cascaded } from '../../css/cascade.ts'
import { restoreTags, writeTags } from '../../tags/extracted.ts'
import { type Box, insets } from '../boxes/box.ts'
import { scaledWidth } from '../boxes/content-width.ts'
import { narrowPlace, readMetrics } from '../boxes/metrics.ts'
import { place } from '../boxes/margins.ts'
import type { Element } from '../../tree/dom.ts'
import { type InheritedStyle, lineFactor } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { readImageAddress } from '../urls.ts'
import { leafBox } from './raw.ts'

/** Maximum width in px assumed for an image without a declared size: the widest that is common in emails. */
const maxUnreported = 600
/** An image of at least this width fills the screen of a phone, in px. */
const phoneWidth = 375

/** Converts an image to a block; undefined if documents do not accept its URL or text. */
export function readImage(
  page: Page,
  element: Element,
  { inherited, link, width: container }: { inherited: InheritedStyle; link: Link | undefined; width: number },
): Box | undefined {
  const raw = element.attributes['src'] ?? ''
  const src = raw.trim() === '' ? '' : readImageAddress(page, raw)
  const alt = writeTags(element.attributes['alt'] ?? '', page.tags)
  if (src === undefined || alt === undefined || alt.length > 10_000 || link?.role !== undefined) return undefined
  const css = cssOf(page, element)
  const { width: declaredWidth, height } = sizeOf(css.base, container, inherited.size)
  const width =
    knownWidth(page.images.get(src), css.base, { declaredWidth, height }) ??
    declaredWidth ??
    scaledWidth(element, css.base) ??
    hintedWidth(src, css.base, height) ??
    (container > maxUnreported ? maxUnreported : undefined)
  const draft: Record<string, unknown> & { type: string } = { type: 'image', src, alt }
  const shown = Math.min(container, width ?? container)
  if (width !== undefined && (width < container - 0.5 || css.narrow?.['width'] !== undefined))
    draft['width'] = roundToPx(shown)
  const metrics = readMetrics(page, element, inherited, container)
  const edges = 2 * (metrics.face.border?.width ?? 0) + metrics.padding.wide[1] + metrics.padding.wide[3]
  const isFilling = draft['width'] === undefined || shown + edges >= container - 0.5
  const fixedWidth = isFilling ? fixedWidthOf(css, shown, inherited.size) : undefined
  if (fixedWidth !== undefined) draft['width'] = fixedWidth
  const ratio = height !== undefined && width !== undefined ? height / width : declaredRatio(element, css.base)
  if (
    ratio !== undefined &&
    (height !== undefined || draft['width'] !== undefined || readPercent(css.base['width']) === 100)
  )
    draft['height'] = Math.min(4000, roundToPx(shown * ratio))
  if (link?.href !== undefined) draft['href'] = link.href
  const title = writeTags(element.attributes['title'] ?? '', page.tags)
  if (title !== undefined && title !== '') draft['title'] = title
  const style = styleOf(css.base, inherited)
  if (draft['height'] !== undefined && draft['width'] === undefined && height === undefined) {
    draft['width'] = roundToPx(shown)
    style.width = '100%'
  }
  const box = leafBox(element, draft, { width: container, style })
  const isBlock = css.base['display'] === 'block'
  box.margin = metrics.margin
  const around = metrics.padding.wide
  if (around.some((side) => side > 0)) box.padding = metrics.padding
  if (isBlock) {
    box.width = Math.min(container, shown + around[1] + around[3])
    const align = element.attributes['align']?.toLowerCase()
    const pushed =
      metrics.pushed ?? (align === 'center' || align === 'right' ? align : (inherited.blockAlign ?? 'left'))
    if (shown < container || fixedWidth !== undefined) style.align = pushed
    else place(box, { pushed }, { width: container, inherited })
  } else {
    style.align = inherited.align === 'justify' ? 'left' : (inherited.align ?? 'left')
    if (page.isStandard && !isRaised(css.base)) box.margin = withGap(box.margin.wide, inherited, height)
  }
  const share = shareOnPhones(css.base, inherited.size)
  if (fixedWidth !== undefined) box.mobile = { width: fixedWidth }
  else if (share !== undefined && draft['width'] !== undefined) box.mobile = { width: `${share}%` }
  const narrow = css.narrow
  if (narrow !== undefined) {
    const isNatural = narrow['width'] === 'auto'
    const natural = isNatural ? naturalWidth(page.images.get(src), src) : undefined
    const percent =
      readPercent(narrow['width']) ??
      (isNatural && natural === undefined && narrow['max-width'] === '100%' ? 100 : undefined)
    const px = natural ?? readLength(narrow['width'])
    if (percent !== undefined && percent >= 1 && percent <= 100) box.mobile = { width: `${percent}%` }
    else if (px !== undefined && px >= 1) box.mobile = { width: Math.min(2000, px) }
    const onPhones = narrowPlace(page, element)
    if (onPhones !== undefined) box.mobile = { ...box.mobile, align: onPhones }
  }
  return box
}

// An image that fills its column at its own width or max-width does not grow where the column is wider on a phone.
function fixedWidthOf({ base, narrow }: Cascaded, shown: number, em: number): number | undefined {
  const max = readLength(base['max-width'], em) ?? readLength(base['width'], em)
  if (max === undefined || max >= phoneWidth || Math.abs(max - shown) > 0.5) return undefined
  const isLimited = narrow?.['max-width'] !== undefined && readPercent(narrow['max-width']) === undefined
  return narrow?.['width'] === undefined && !isLimited ? roundToPx(shown) : undefined
}

// A share of the column is one of the narrower column on phones, too.
function shareOnPhones(css: Record<string, string>, em: number): number | undefined {
  const percent = readPercent(css['width'])
  if (percent === undefined || percent < 1 || percent >= 99) return undefined
  const max = readLength(css['max-width'], em)
  return max === undefined || max >= (percent / 100) * phoneWidth ? percent : undefined
}

// Attributes are the size of the file where a style scales the image (HTML, 15.4.3).
function declaredRatio({ attributes }: Element, css: Record<string, string>): number | undefined {
  if (css['height'] !== 'auto') return undefined
  const [width, height] = [Number(attributes['width']), Number(attributes['height'])]
  return width >= 1 && height >= 1 ? height / width : undefined
}

/** Width of an image in px in a container of that width; the full width if nothing else is known. */
export function shownWidth(
  page: Page,
  element: Element,
  { inherited, width: container }: { inherited: InheritedStyle; width: number },
): number {
  const css = cssOf(page, element).base
  const src = restoreTags(element.attributes['src'] ?? '', page.tags)
  const { width, height } = sizeOf(css, container, inherited.size)
  return (
    knownWidth(page.images.get(src), css, { declaredWidth: width, height }) ??
    width ??
    scaledWidth(element, css) ??
    hintedWidth(src, css, height) ??
    container
  )
}

// Uses the intrinsic size of the image; undefined if the page declares a width.
function knownWidth(
  known: { width: number; height: number } | undefined,
  css: Record<string, string>,
  { declaredWidth, height }: { declaredWidth: number | undefined; height: number | undefined },
): number | undefined {
  if (known === undefined || (css['width'] ?? 'auto') !== 'auto') return undefined
  const high = height ?? Math.min(known.height, readLength(css['max-height']) ?? known.height)
  return Math.min((known.width * high) / known.height, declaredWidth ?? Number.POSITIVE_INFINITY)
}

// An image sits on the baseline: below it is the space for descenders.
function withGap(margin: readonly number[], inherited: InheritedStyle, height: number | undefined): Box['margin'] {
  const line = inherited.size * lineFactor(inherited)
  const below = (line - inherited.size * 1.149) / 2 + inherited.size * 0.212
  const short = height === undefined ? 0 : Math.max(0, line - height - Math.max(0, below))
  return insets((margin[0] ?? 0) + short, margin[1], (margin[2] ?? 0) + Math.max(0, below), margin[3])
}

function isRaised(css: Record<string, string>): boolean {
  return /^(?:top|middle|bottom|text-top|text-bottom)$/i.test(css['vertical-align'] ?? '')
}

function sizeOf(
  css: Record<string, string>,
  container: number,
  em: number,
): { width: number | undefined; height: number | undefined } {
  const own = readSize(css['width'], container, em)
  const maxWidth = readSize(css['max-width'], container, em)
  const width =
    own === undefined
      ? maxWidth !== undefined && maxWidth < container
        ? maxWidth
        : undefined
      : maxWidth === undefined
        ? own
        : Math.min(own, maxWidth)
  const stated = readLength(css['height'], em)
  const height = stated === undefined ? undefined : Math.min(stated, readLength(css['max-height'], em) ?? stated)
  return {
    // A width below 1 px is still a declared width.
    width: width === undefined ? undefined : Math.max(1, width),
    height: height !== undefined && height >= 1 ? height : undefined,
  }
}

function styleOf(css: Record<string, string>, inherited: InheritedStyle): Style {
  const style: Style = {}
  const radius = readLength(css['border-radius']?.split(/\s/)[0]) ?? (css['border-radius'] === '50%' ? 1000 : undefined)
  if (radius !== undefined && radius > 0) style.radius = Math.min(1000, radius)
  const border = readBorder((name) => css[name], inherited.size, inherited.color)
  if (border !== undefined) style.border = border
  const face = readColor(css['background-color'])
  if (face !== undefined && face !== 'transparent') style.background = face
  return style
}

// Guesses the width of an image without a declared one, from its URL if possible. With only a height, as for a logo, twice
// the height is a better guess than the full width.
function hintedWidth(src: string, css: Record<string, string>, height: number | undefined): number | undefined {
  if ((css['width'] ?? 'auto') !== 'auto') return undefined
  const maxWidth = readLength(css['max-height'])
  const written = writtenWidth(src)
  if (written !== undefined) return written
  const high = height ?? maxWidth
  return high === undefined ? undefined : high * 2
}

function naturalWidth(known: { width: number } | undefined, src: string): number | undefined {
  return known?.width ?? writtenWidth(src)
}

/** The width of the file in px that its URL contains. */
function writtenWidth(src: string): number | undefined {
  const size = /[/=_-](\d{2,4})x\d{2,4}(?=[/._?&-]|$)/.exec(src)?.[1] ?? placeholderSize(src)
  return size === undefined ? undefined : Number(size)
}

/** The path segment with the image width, in URLs of placeholder services. */
function placeholderSize(src: string): string | undefined {
  const segments = src.split('/')
  return segments.find(
    (segment, at) =>
      /^\d{2,4}$/.test(segment) && /\b(?:placehold|placeholder|dummyimage)\b/.test(segments[at - 1] ?? ''),
  )
}

/** Rounds to whole px, from 1 to 2000. */
export function roundToPx(px: number): number {
  return Math.max(1, Math.min(2000, Math.round(px)))
}
