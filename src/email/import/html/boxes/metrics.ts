import type { Box as Lengths } from '../../../document/index.ts'
import { type Cascaded, narrowWindow } from '../../css/cascade.ts'
import {
  mapBox,
  readBorder,
  readBox,
  readColor,
  readImage,
  readLength,
  readPercent,
  readSize,
} from '../../css/values.ts'
import { isBlank, type Element, textOf } from '../../tree/dom.ts'
import { type InheritedStyle, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { readAddress } from '../urls.ts'
import type { Face, Insets } from './box.ts'

/** Sizes of an element without its content. */
export interface Metrics {
  padding: Insets
  margin: Insets
  /** Position that automatic margins cause: `center` if both sides are `auto`. */
  pushed: 'left' | 'center' | 'right' | undefined
  face: Face
  /** Width of the border box in px; undefined if none is declared. */
  width: number | undefined
  /** Width on a phone in px, if it is narrower than the screen there. */
  narrowWidth: number | undefined
  /** Shrinks in a narrower container. */
  isFluid: boolean
  height: number | undefined
}

/** `container` is the width of the container in px. */
export function readMetrics(page: Page, element: Element, inherited: InheritedStyle, container: number): Metrics {
  const { base, narrow } = cssOf(page, element)
  const padding = readInsets('padding', { base, narrow }, container, inherited.size)
  const margin = readInsets('margin', { base, narrow }, container, inherited.size)
  const left = base['margin-left'] === 'auto'
  const right = base['margin-right'] === 'auto'
  return {
    padding,
    margin,
    pushed: left && right ? 'center' : left ? 'right' : right && base['margin-left'] !== undefined ? 'left' : undefined,
    face: readFace(page, base, inherited),
    ...readWidth(element, base, padding.wide, container, inherited.size),
    narrowWidth: readNarrowWidth(base, narrow),
    height: readLength(base['height'], inherited.size),
  }
}

/** Boxes below this width in px are no frames; they are aligned like images and buttons. */
const narrowestFrame = 240

function readNarrowWidth(base: Record<string, string>, narrow: Record<string, string> | undefined): number | undefined {
  const own = narrow?.['width'] ?? base['width']
  const percent = readPercent(own)
  const width = percent === undefined ? readLength(own) : (percent * narrowWindow) / 100
  return width === undefined || width < narrowestFrame || width >= narrowWindow * 0.99 ? undefined : width
}

function readInsets(
  name: 'padding' | 'margin',
  css: Pick<Cascaded, 'base' | 'narrow'>,
  container: number,
  em: number,
): Insets {
  const wide = capped(readBox(name, (side) => css.base[side], container, em))
  if (css.narrow === undefined || !Object.keys(css.narrow).some((key) => key.startsWith(name)))
    return { wide, narrow: wide }
  return { wide, narrow: capped(readBox(name, (side) => css.narrow?.[side] ?? css.base[side], narrowWindow, em)) }
}

// Negative margins overlap elements, which documents do not support.
function capped(box: Lengths): Lengths {
  return mapBox(box, (side) => Math.min(1000, Math.max(0, side)))
}

export function readFace(page: Page, css: Record<string, string>, inherited: InheritedStyle): Face {
  const face: Face = {}
  const background = readColor(css['background-color'])
  if (background !== undefined && background !== 'transparent') face.background = background
  const image = readImage((name) => css[name])
  if (image !== undefined) {
    const src = readAddress(page, image.src)
    if (src !== undefined) face.backgroundImage = { ...image, src }
    else page.warnings.add('BACKGROUND_IMAGE_LOST', 'A background image has an unsupported URL.')
  }
  const border = readBorder((name) => css[name], inherited.size, inherited.color)
  if (border !== undefined) face.border = border
  const radius = readLength(css['border-radius']?.split(/\s/)[0], inherited.size)
  if (radius !== undefined && radius > 0) face.radius = Math.min(1000, radius)
  return face
}

function readWidth(
  element: Element,
  css: Record<string, string>,
  padding: Lengths,
  container: number,
  em: number,
): { width: number | undefined; isFluid: boolean } {
  const max = readSize(css['max-width'], container, em)
  const own = css['width']
  const min = readLength(css['min-width'], em)
  const percent = readPercent(own)
  const declared = readSize(own, container, em)
  const isBorderBox = element.name === 'table' || css['box-sizing'] === 'border-box' || percent !== undefined
  const extra = isBorderBox ? 0 : padding[1] + padding[3]
  const width = declared === undefined ? undefined : declared + extra
  // min-width takes precedence over max-width (CSS 2.1, 10.4).
  const cap = max === undefined ? undefined : Math.max(min ?? 0, max) + (isBorderBox ? 0 : extra)
  const isFluid = percent !== undefined || (declared === undefined && max !== undefined)
  if (width === undefined || (percent !== undefined && percent >= 99)) {
    if (cap === undefined || cap >= container + 400)
      return { width: min !== undefined && min > container ? min : undefined, isFluid: true }
    return { width: cap, isFluid: true }
  }
  return { width: cap === undefined ? width : Math.min(width, cap), isFluid }
}

/** Estimated width of a text on one line in px, for common fonts. */
export function textWidth(text: string, inherited: InheritedStyle): number {
  const written = text
    .replace(/\s+/g, ' ')
    .replace(/\uf8f0../g, 'somebody')
    .trim()
  const capitals =
    inherited.transform === 'uppercase' ? written.length : (written.match(/\p{Lu}(?=\p{Lu})/gu)?.length ?? 0)
  return (
    (written.length + capitals * 0.3) *
    (inherited.size * (inherited.weight >= 600 ? 0.54 : 0.5) + inherited.letterSpacing)
  )
}

/** Width in px that an element needs without line breaks: its images, boxes with a width, and texts on one line. */
export function naturalWidth(page: Page, element: Element, inherited: InheritedStyle, depth = 0): number {
  const known = page.widths.get(element)
  if (known !== undefined && known.size === inherited.size) return known.width
  const width = measure(page, element, inherited, depth)
  page.widths.set(element, { size: inherited.size, width })
  return width
}

function measure(page: Page, element: Element, inherited: InheritedStyle, depth: number): number {
  const css = cssOf(page, element).base
  if (css['display'] === 'none' || depth > 40) return 0
  const own =
    readLength(css['width'], inherited.size) ??
    (readPercent(css['max-width']) === undefined ? readLength(css['max-width'], inherited.size) : undefined)
  const padding = readBox('padding', (name) => css[name], 0, inherited.size)
  const extra = padding[1] + padding[3]
  if (element.name === 'img') return (own ?? unstatedWidth(css)) + extra + linesBeside(css, inherited)
  if (own !== undefined) return own + (element.name === 'table' ? 0 : extra)
  let widest = 0
  let line = 0
  const isRow = element.name === 'tr'
  for (const child of element.children) {
    if (child.kind === 'text') {
      line += textWidth(child.text, inherited)
      continue
    }
    const width = naturalWidth(page, child, lookOf(page, child, inherited), depth + 1)
    if (isRow || inline.has(child.name)) line += width
    else {
      widest = Math.max(widest, line, width)
      line = 0
    }
    if (child.name === 'br') line = 0
    widest = Math.max(widest, line)
  }
  return Math.max(widest, line) + extra
}

/** Width in px below which an element is not squeezed: its widest word, image of fixed size, or box with a width. */
export function minimalWidth(page: Page, element: Element, inherited: InheritedStyle, depth = 0): number {
  const known = page.minimalWidths.get(element)
  if (known !== undefined && known.size === inherited.size) return known.width
  const width = measureMinimum(page, element, inherited, depth)
  page.minimalWidths.set(element, { size: inherited.size, width })
  return width
}

function measureMinimum(page: Page, element: Element, inherited: InheritedStyle, depth: number): number {
  const css = cssOf(page, element).base
  if (css['display'] === 'none' || depth > 40) return 0
  const own = readLength(css['width'], inherited.size)
  const isCell = element.name === 'td' || element.name === 'th'
  const padding = readBox('padding', (name) => css[name], 0, inherited.size)
  const extra = padding[1] + padding[3]
  // Images of relative width are squeezed without limit (CSS Sizing 3, 5.2.2).
  if (element.name === 'img') {
    if (own === undefined || readPercent(css['max-width']) !== undefined) return 0
    return own + extra + linesBeside(css, inherited)
  }
  if (own !== undefined && !isCell && element.name !== 'table') return own + extra
  let widest = 0
  let together = 0
  for (const child of element.children) {
    const width =
      child.kind === 'text'
        ? longestWord(child.text, inherited)
        : minimalWidth(page, child, lookOf(page, child, inherited), depth + 1)
    widest = Math.max(widest, width)
    together += width
  }
  return Math.max(element.name === 'tr' ? together : widest, element.name === 'table' ? (own ?? 0) : 0) + extra
}

/** Width of the left and right border of an image in px. */
function linesBeside(css: Record<string, string>, inherited: InheritedStyle): number {
  return 2 * (readBorder((name) => css[name], inherited.size, inherited.color)?.width ?? 0)
}

function longestWord(text: string, inherited: InheritedStyle): number {
  const words = text.split(/[ \t\r\n\f]+/)
  return textWidth(
    words.reduce((longest, word) => (word.length > longest.length ? word : longest), ''),
    inherited,
  )
}

// Builders often set a font size of 0 on cells; the text inside declares its own.
function lookOf(page: Page, element: Element, around: InheritedStyle): InheritedStyle {
  const css = cssOf(page, element).base
  return css['font-size'] === undefined ? around : styleInside(element, css, around, page.isQuirky)
}

// The intrinsic width is unknown; twice the height, if declared, is close enough.
function unstatedWidth(css: Record<string, string>): number {
  const high = readLength(css['height']) ?? readLength(css['max-height'])
  return high === undefined ? 600 : 2 * high
}

const inline = new Set('a b strong em i u span font small big sub sup code img'.split(' '))

/** True if cells or images determine the width of an element, and not an estimate from its text. */
export function isSized(page: Page, element: Element, width: number, depth = 0): boolean {
  return (
    depth < 12 &&
    element.children.some((child) => {
      if (child.kind === 'text') return false
      const css = cssOf(page, child).base
      const own = readLength(css['width']) ?? 0
      const padding = readBox('padding', (name) => css[name], 0, 16)
      return own > 0 && own + padding[1] + padding[3] >= width - 0.5 ? true : isSized(page, child, width, depth + 1)
    })
  )
}

/** True if an element has visible content: words, images, lines, or a painted box with a size. */
export function hasVisibleContent(page: Page, element: Element): boolean {
  const known = page.visibility.get(element)
  if (known !== undefined) return known
  const isVisible = computeVisibility(page, element)
  page.visibility.set(element, isVisible)
  return isVisible
}

function computeVisibility(page: Page, element: Element): boolean {
  const css = cssOf(page, element).base
  if (css['display'] === 'none') return false
  if (element.name === 'img' || element.name === 'hr') return true
  for (const child of element.children) {
    if (child.kind === 'text' ? !isBlank(child.text) : hasVisibleContent(page, child)) return true
  }
  return unreadable.has(element.name)
}

const unreadable = new Set(['input', 'video', 'picture', 'select', 'textarea', 'area'])

export function hasWords(element: Element): boolean {
  return !isBlank(textOf(element))
}
